/** Says how many packets a run dropped, marked and retransmitted, and lists them when the user asks. */
import { countText, timeText } from "../format.ts";
import { shown } from "../state/clock.ts";
import type { DoneRun } from "../state/runs.ts";
import { listings, listPackets, type Listing } from "./listings.ts";

export function ListingLine({ run }: { readonly run: DoneRun }) {
  const { summary } = run.view;
  const listing = listings.value.get(run.view);
  const { counters } = summary;
  const dropped = Object.entries(counters).reduce((sum, [name, n]) => (name.startsWith("dropped") ? sum + n : sum), 0);
  const { marked_packets: marked, repeated_packets: repeated } = counters;
  if (dropped + marked + repeated === 0) return <p class="soft">The run has no drops, ECN marks or retransmissions.</p>;
  const [from, to] = [shown.value[0], Math.min(shown.value[1], summary.simulated_ns)];
  const isListed = listing?.from === from && listing.to === to;
  return (
    <p class="soft" data-testid="listing">
      In the whole run, {countText(dropped)} packets were dropped, {countText(marked)} arrived with an ECN mark, and{" "}
      {countText(repeated)} were retransmitted. <State listing={listing} />{" "}
      {isListed && listing.message === undefined ? null : (
        <button
          type="button"
          class="link"
          disabled={from >= to}
          onClick={() => void listPackets(run, from, to)}
          title="a run only counts these events: to list them, it is repeated up to the end of the time range"
        >
          List them from {timeText(from)} to {timeText(to)}
        </button>
      )}
    </p>
  );
}

function State({ listing }: { readonly listing: Listing | undefined }) {
  if (listing === undefined) return <>These events are not in the table.</>;
  const { from, to, events, message } = listing;
  const range = `from ${timeText(from)} to ${timeText(to)}`;
  if (message !== undefined) return <span class="error">{message}</span>;
  if (events === undefined) return <>The run is being repeated to list them {range}.</>;
  const left = events.leftOut.flatMap((count, kind) =>
    count === 0 ? [] : [`${countText(count)} of kind ${events.words.kind[kind]}`],
  );
  return (
    <>
      The table lists those {range}
      {left.length === 0 ? "." : <b>, except the last {left.join(" and ")}: choose a shorter time range.</b>}
    </>
  );
}
