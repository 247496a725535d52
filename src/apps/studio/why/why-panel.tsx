/**
 * Answers a "why" question in words and as a drawing. A PAUSE is followed to its root, and a flow's time is divided
 * into parts.
 */
import { transportWaitText, type Link, type Why, type WhyFlow } from "xoff";
import { useEffect, useRef } from "preact/hooks";
import { bytesText, timeText, twoBytesTexts } from "../format.ts";
import { moveTo } from "../state/clock.ts";
import type { DoneRun } from "../state/runs.ts";
import { about, answer, askWhyFlow, askWhyPaused, backTo, close, trail, type About } from "./question.ts";
import { PartsBar } from "./parts-bar.tsx";
import { TreeDrawing } from "./tree-drawing.tsx";

export function WhyPanel() {
  const panel = useRef<HTMLElement>(null);
  /** The element that had the focus before the panel opened. It gets the focus again when the panel closes. */
  const asker = useRef<Element | null>(null);
  const asked = about.value;
  useEffect(() => {
    if (asked === undefined) {
      if (asker.current instanceof HTMLElement && asker.current.isConnected) asker.current.focus();
      asker.current = null;
      return;
    }
    asker.current ??= document.activeElement;
    panel.current?.focus();
  }, [asked]);
  if (asked === undefined) return null;
  return (
    <aside class="why" ref={panel} tabIndex={-1} aria-label="why" data-testid="why">
      <header>
        <Trail />
        <button type="button" onClick={close}>
          Close
        </button>
      </header>
      {asked.kind === "pause" ? <PauseAsked asked={asked} /> : <FlowAsked asked={asked} />}
    </aside>
  );
}

/**
 * The questions that led to this one, such as "DT 2 › h0 paused › flow 691". A click on an earlier question returns to
 * it.
 */
function Trail() {
  const [first, ...others] = trail.value;
  const all = [first, ...others];
  return (
    <nav class="trail" aria-label="way to this question">
      <span class="kind">{first.run.name}</span>
      {all.map((one, k) => (
        <span key={k}>
          {" › "}
          {k === all.length - 1 ? (
            <b aria-current="page">{shortWords(one)}</b>
          ) : (
            <button type="button" class="link" onClick={() => backTo(k)}>
              {shortWords(one)}
            </button>
          )}
        </span>
      ))}
    </nav>
  );
}

const shortWords = (one: About): string => (one.kind === "pause" ? `${one.chain[0].peer} paused` : `flow ${one.flow}`);

const flowWords = ({ view: { fabric, flows } }: DoneRun, flow: number): string =>
  `${flow}: ${fabric.names[flows.source[flow]]} → ${fabric.names[flows.destination[flow]]}`;

function FlowLink({ run, flow }: { readonly run: DoneRun; readonly flow: number }) {
  return (
    <button
      type="button"
      class="link"
      onClick={() => askWhyFlow(run, flow, true)}
      title="where did this flow spend its time?"
    >
      {flowWords(run, flow)}
    </button>
  );
}

function Waiting() {
  const found = answer.value;
  if (found.kind === "failed") return <p class="error">{found.message}</p>;
  return found.kind === "asking" ? <p class="soft">The run is being repeated to find the answer …</p> : null;
}

function PauseAsked({ asked: { run, pause, chain } }: { readonly asked: Extract<About, { kind: "pause" }> }) {
  const [first] = chain;
  const found = answer.value;
  const lasted = Number.isNaN(first.duration_ns) ? "to the end of the run" : `for ${timeText(first.duration_ns)}`;
  return (
    <>
      <h2>
        Why did {first.node} pause {first.peer}?
      </h2>
      <p class="soft">
        Class {first.class}
        {first.queue < 0 ? "" : `, ${oneOf(first)} alone`}, from {timeText(first.start_ns)} {lasted}.{" "}
        <button type="button" class="link" onClick={() => moveTo(first.start_ns)}>
          Move the clock there
        </button>
      </p>
      <ol class="chain">
        {chain.map((link) => (
          <li key={link.pause}>
            <b>{link.node}</b> paused {link.queue < 0 ? "" : `${oneOf(link)} of `}
            <b>{link.peer}</b> at {timeText(link.start_ns)}: {heldText(link)}.
          </li>
        ))}
      </ol>
      <TreeDrawing run={run} pause={pause} onPause={(row) => askWhyPaused(run, row, true)} />
      <Waiting />
      {found.kind === "pause" ? <Culprits run={run} why={found.why} /> : null}
    </>
  );
}

const oneOf = ({ scope, queue }: Link): string => `${scope === "one flow" ? "flow" : "queue"} ${queue}`;

/** Says why a port was paused: the bytes that were held, or a timer. `xoff why` gives the same reasons. */
function heldText({ peer, scope, queue, egress_peer, occupancy_bytes, threshold_bytes }: Link): string {
  const towards = egress_peer === "" ? "" : ` towards ${egress_peer}`;
  if (queue < 0) {
    if (occupancy_bytes === 0) return "it held no packet of that port";
    const [held, threshold] = twoBytesTexts(occupancy_bytes, Math.max(0, Math.floor(threshold_bytes)));
    const limit = scope === "port" ? "the threshold of a class" : "its threshold";
    return `it held ${held} of packets from ${peer}${towards === "" ? "" : `, mostly${towards}`}; ${limit} was ${threshold}`;
  }
  if (Number.isNaN(occupancy_bytes)) return `a timer of its scheduling policy fired`;
  return `a queue${towards} held ${bytesText(occupancy_bytes)}`;
}

function rootText({ node, port, peer, time_ns, bytes, stopped, origin }: Why["root"]): string {
  const [time, held] = [timeText(time_ns), bytesText(bytes)];
  if (origin?.place === node)
    return `${node}, a host, which paused ${peer}. At ${time}, ${held} were queued for it there.`;
  if (port < 0) return `${node}. None of its ports had bytes of that queue at ${time}.`;
  const why = stopped
    ? `${peer} had paused it for a cause that is not among the recorded PAUSEs`
    : "arrivals exceeded its link rate";
  return `${node}, port to ${peer}. At ${time}, ${held} were queued there, and ${why}.`;
}

const MAX = 6;

function Culprits({ run, why: { root, victims } }: { readonly run: DoneRun; readonly why: Why }) {
  return (
    <div class="culprits">
      <h3>Root of the congestion</h3>
      <p>{rootText(root)}</p>
      <h3>Culprits: flows with bytes queued at the root</h3>
      {root.flows.length === 0 ? <p class="soft">None.</p> : null}
      <ul>
        {root.flows.slice(0, MAX).map(({ flow, bytes }) => (
          <li key={flow}>
            <FlowLink run={run} flow={flow} /> {bytesText(bytes)}
          </li>
        ))}
        {root.flows.length > MAX ? <li class="soft">and {root.flows.length - MAX} more flows</li> : null}
      </ul>
      <h3>Victims</h3>
      {victims.length === 0 ? (
        <p class="soft">
          None. Every flow that waited behind these PAUSEs sent packets through the root, or has no path around it.
        </p>
      ) : (
        <>
          <p class="soft">These flows waited behind a PAUSE, although they had sent nothing through the root:</p>
          <ul data-testid="victims">
            {victims.slice(0, MAX).map(({ flow, behind }) => (
              <li key={flow}>
                <FlowLink run={run} flow={flow} />{" "}
                {behind === 0 ? "behind this PAUSE" : `behind PAUSE ${behind + 1} of the list above`}
              </li>
            ))}
            {victims.length > MAX ? <li class="soft">and {victims.length - MAX} more flows</li> : null}
          </ul>
        </>
      )}
    </div>
  );
}

function FlowAsked({ asked: { run, flow } }: { readonly asked: Extract<About, { kind: "flow" }> }) {
  const { flows } = run.view;
  const found = answer.value;
  const fct = flows.fct[flow];
  return (
    <>
      <h2>Where did flow {flow} spend its time?</h2>
      <p class="soft">
        {flowWords(run, flow)}, {Number.isNaN(flows.size[flow]) ? "without an end" : bytesText(flows.size[flow])}.{" "}
        {Number.isNaN(fct)
          ? unfinishedText(run, flow)
          : `Completed after ${timeText(fct)}, ${Number(flows.slowdown[flow].toPrecision(3))} times its ideal FCT.`}
      </p>
      <PartsBar view={run.view} flow={flow} isNamed />
      <Waiting />
      {found.kind === "flow" ? <Hops why={found.why} /> : null}
    </>
  );
}

/**
 * Says how old an unfinished flow is at the end of the run, also as a multiple of its ideal FCT. The multiple is missing
 * for a long-lived flow, because such a flow has no ideal FCT.
 */
function unfinishedText({ view }: DoneRun, flow: number): string {
  const { start, ideal } = view.flows;
  const age = view.summary.simulated_ns - start[flow];
  const times = age / ideal[flow];
  return `Unfinished after ${timeText(age)}${Number.isNaN(times) ? "" : `, ${Number(times.toPrecision(3))} times its ideal FCT`}.`;
}

/** Lists the parts of a flow's time, longest first. */
function Hops({ why: { path, parts } }: { readonly why: WhyFlow }) {
  const some = parts.filter(({ time_ps }) => time_ps > 0).sort((a, b) => b.time_ps - a.time_ps);
  return (
    <>
      {path.length === 0 ? null : <p>Path of its last byte: {path.join(" → ")}.</p>}
      <ul class="hops">
        {some.slice(0, 10).map(({ part, by_transport, node, peer, time_ps, roots }, k) => (
          <li key={k}>
            <b>{timeText(time_ps / 1000)}</b>{" "}
            {by_transport === true ? transportWaitText(part) : (PART_WORDS[part] ?? part)}
            {node === "" ? "" : `, at ${node}${part === "held" ? "" : ` towards ${peer}`}`}
            {(roots ?? [])
              .filter((root) => root.node !== "")
              .slice(0, 3)
              .map(
                (root) =>
                  `; ${timeText(root.time_ps / 1000)} of it because of congestion at ${root.node} towards ${root.egress_peer}`,
              )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Description of each part, as in docs/results.md. */
const PART_WORDS: Readonly<Record<string, string>> = {
  ideal: "ideal time, without other traffic",
  detour: "a longer path than the ideal one",
  opening: "handshake before the first byte",
  window: "window-limited: its window was full",
  rate: "rate-limited by congestion control",
  nic_stopped: "its class was paused at its NIC",
  nic: "its NIC sent other packets",
  queued: "its last byte was queued behind other packets",
  stopped: "its last byte waited at a paused port",
  held: "a switch held its last byte",
  queue_stopped: "the flow, or its queue within the class, was paused",
  timeout: "it waited for a retransmission timeout",
  again: "it retransmitted lost packets",
  disorder: "earlier bytes were still in flight",
};
