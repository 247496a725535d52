/**
 * Shows the differences of two runs with the same traffic: a fabric coloured by the change, and the flows that became
 * faster or slower.
 */
import { useMemo } from "preact/hooks";
import { bytesText, countText, timeText } from "../format.ts";
import type { DoneRun } from "../state/runs.ts";
import { RunMenu } from "../widgets/run-menu.tsx";
import { askWhyFlow } from "../why/question.ts";
import { DifferenceFabric } from "./difference-fabric.tsx";
import { compared } from "./compared.ts";
import { byChange, pairedFlows, type FlowDifference } from "./flow-differences.ts";

const MAX_ROWS = 40;

interface Props {
  readonly some: readonly DoneRun[];
}

export function DifferenceTab({ some }: Props) {
  const [from, to] = compared.value.map((k) => Math.min(k, some.length - 1));
  const [a, b] = [some[from], some[to]];
  const paired = useMemo(() => pairedFlows(a.view, b.view), [a, b]);
  const { gained, lost, equal } = useMemo(() => byChange(paired), [paired]);
  return (
    <section aria-label="difference of two runs" class="difference">
      <p class="filters">
        {some.length === 2 ? null : (
          <>
            <RunMenu some={some} chosen={from} label="From" onPick={(k) => void (compared.value = [k, to])} />
            <RunMenu some={some} chosen={to} label="To" onPick={(k) => void (compared.value = [from, k])} />
          </>
        )}
        <span>
          From <b>{a.name}</b> to <b>{b.name}</b>:
        </span>
        <span data-testid="changes">
          {countText(gained.length)} flows faster, {countText(lost.length)} slower, {countText(equal)} within 0.5%.
        </span>
        <button type="button" onClick={() => void (compared.value = [to, from])}>
          Swap
        </button>
      </p>
      {paired.unpaired === 0 ? null : (
        <p class="warning">
          {countText(paired.unpaired)} flows differ in hosts, size or start between the runs, so they are left out.
        </p>
      )}
      <DifferenceFabric a={a} b={b} />
      <div class="columns">
        <Flows head={`Slower under ${b.name}`} rows={lost} a={a} b={b} />
        <Flows head={`Faster under ${b.name}`} rows={gained} a={a} b={b} />
      </div>
    </section>
  );
}

interface FlowsProps {
  readonly head: string;
  readonly rows: readonly FlowDifference[];
  readonly a: DoneRun;
  readonly b: DoneRun;
}

function Flows({ head, rows, a, b }: FlowsProps) {
  const { fabric, flows } = a.view;
  const fct = ([first, second]: FlowDifference["fct"], received: FlowDifference["received"]): string[] =>
    [first, second].map((ns, k) => (Number.isNaN(ns) ? `${bytesText(received[k])} received` : timeText(ns)));
  return (
    <section aria-label={head}>
      <h2>{head}</h2>
      {rows.length === 0 ? (
        <p class="soft">No flow.</p>
      ) : (
        <div class="scroll" tabIndex={0} role="group" aria-label={`table: ${head}`}>
          <table>
            <thead>
              <tr>
                <th scope="col">Flow</th>
                <th scope="col" class="number">
                  {a.name}
                </th>
                <th scope="col" class="number">
                  {b.name}
                </th>
                <th scope="col" class="number">
                  Speed
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, MAX_ROWS).map((row) => (
                <tr key={row.flow}>
                  <td>
                    {row.flow}: {fabric.names[flows.source[row.flow]]} → {fabric.names[flows.destination[row.flow]]}
                  </td>
                  {fct(row.fct, row.received).map((text, k) => (
                    <td class="number" key={k}>
                      <button type="button" class="link" onClick={() => askWhyFlow(k === 0 ? a : b, row.flow)}>
                        {text}
                      </button>
                    </td>
                  ))}
                  <td class="number">{speedText(row.gain)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rows.length > MAX_ROWS ? <p class="soft">And {countText(rows.length - MAX_ROWS)} more.</p> : null}
    </section>
  );
}

const speedText = (gain: number): string =>
  gain === Infinity ? "from 0" : gain === 0 ? "to 0" : `${Number(gain.toPrecision(3))}×`;
