/** The slowest flows of a run, and those that never end, each with its time as a bar: a click takes it apart. */
import { useMemo } from "preact/hooks";
import type { RunView } from "../lab/talk.ts";
import type { DoneRun } from "../state/runs.ts";
import { askWhyFlow } from "./asked.ts";
import { PartsBar } from "./parts-bar.tsx";

const SLOWEST = 6;
const ENDLESS = 3;

export function SlowFlows({ run }: { readonly run: DoneRun }) {
  const { fabric, flows } = run.view;
  const some = useMemo(() => chosen(run.view), [run.view]);
  return (
    <section class="slow" aria-label={`slow flows of ${run.name}`}>
      <h3>Where the time of flows went</h3>
      <ul>
        {some.map((flow) => (
          <li key={flow}>
            <button type="button" class="link" onClick={() => askWhyFlow(run, flow)} title="why?">
              {flow}: {fabric.names[flows.source[flow]]} → {fabric.names[flows.destination[flow]]}
            </button>
            <span class="soft">
              {Number.isNaN(flows.size[flow])
                ? "never ends"
                : Number.isNaN(flows.fct[flow])
                  ? "not done"
                  : `${Number(flows.slowdown[flow].toPrecision(3))}×`}
            </span>
            <PartsBar view={run.view} flow={flow} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function chosen({ flows }: RunView): number[] {
  const all = Array.from(flows.fct, (_, flow) => flow);
  const endless = all.filter((flow) => Number.isNaN(flows.size[flow])).slice(0, ENDLESS);
  const ended = all.filter((flow) => !Number.isNaN(flows.slowdown[flow]));
  ended.sort((a, b) => flows.slowdown[b] - flows.slowdown[a] || a - b);
  return [...endless, ...ended.slice(0, SLOWEST)];
}
