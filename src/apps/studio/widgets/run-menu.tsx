/** A menu that selects one of the page's runs. */
import type { DoneRun } from "../state/runs.ts";

interface Props {
  readonly some: readonly DoneRun[];
  readonly chosen: number;
  readonly label: string;
  readonly onPick: (k: number) => void;
}

export const RunMenu = ({ some, chosen, label, onPick }: Props) => (
  <label>
    {label}{" "}
    <select value={chosen} onChange={({ currentTarget }) => onPick(Number(currentTarget.value))}>
      {some.map(({ name }, k) => (
        <option key={name} value={k}>
          {name}
        </option>
      ))}
    </select>
  </label>
);
