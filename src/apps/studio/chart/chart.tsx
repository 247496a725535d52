/**
 * A chart of the results page, drawn by uPlot. Its legend shows the values under the pointer, and a vertical line shows
 * the clock's time. The user can save the chart as a file.
 */
import { effect, signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { timeText } from "../format.ts";
import { moveTo, now, read, shown, zoom, zoomBy } from "../state/clock.ts";
import { isDark } from "../state/theme.ts";
import { inkOf } from "./colours.ts";
import { KeyList } from "./key-list.tsx";
import { csvOf, lastAt, type Plot } from "./plot.ts";
import { pngOf, save } from "./save.ts";
import { svgOf } from "./svg.ts";
import { optionsOf } from "./uplot-options.ts";

interface Props {
  readonly plot: Plot;
  /** The same chart for each run on the page, including `plot` itself. All of them get the same y range. */
  readonly beside?: readonly Plot[];
  readonly height: number;
  /** Called with the id of a PAUSE when the user clicks its bar in a raster chart. */
  readonly onBar?: (id: number) => void;
  /** Opens the list of events at the clock's time. */
  readonly onEvents?: () => void;
  /** Name of the run that the chart shows. Undefined if the chart shows several runs. */
  readonly of?: string;
  readonly testId?: string;
}

/**
 * The simulated time under the pointer, in ns. All charts over time share it. Undefined if the pointer is not over such
 * a chart.
 */
export const pointed = signal<number | undefined>(undefined);

export function Chart({ plot, beside = [plot], height, onBar, onEvents, of, testId }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | undefined>(undefined);
  const hidden = useSignal<ReadonlySet<string>>(new Set());
  /** The index of the point under the pointer, for a chart whose x axis is not time. */
  const index = useSignal<number | undefined>(undefined);
  const dark = isDark.value;
  const isTime = plot.own === undefined;

  useEffect(() => {
    const at = host.current;
    if (at === null) return;
    const made = new uPlot(
      optionsOf(
        plot,
        beside,
        { width: Math.max(200, at.clientWidth), height, ink: inkOf(dark) },
        {
          onZoom: (from, to) => zoom(from, to),
          onPoint: (place) => {
            if (isTime) pointed.value = place?.x;
            else index.value = place?.index;
          },
          onClick: (time, row) => {
            const bar =
              row === undefined
                ? undefined
                : plot.bars?.find((one) => one.row === row && one.from <= time && one.to >= time);
            if (bar !== undefined && onBar !== undefined) onBar(bar.id);
            if (isTime) moveTo(time);
          },
        },
      ),
      [plot.x as number[], ...plot.lines.map(({ values }) => values as number[])],
      at,
    );
    chart.current = made;
    plot.lines.forEach(({ name }, k) => hidden.value.has(name) && made.setSeries(k + 1, { show: false }));
    const line = document.createElement("div");
    line.className = "playhead";
    if (isTime) made.over.append(line);
    const placeLine = (): void => {
      const [min, max] = shown.value;
      // `made.scales` is not used here, because uPlot updates it only later.
      const left = ((now.value - min) / (max - min)) * (made.bbox.width / uPlot.pxRatio);
      line.hidden = now.value < min || now.value > max;
      line.style.transform = `translateX(${left}px)`;
    };
    const release = effect(() => {
      if (!isTime) return;
      const [min, max] = shown.value;
      if (made.scales["x"]?.min !== min || made.scales["x"].max !== max) made.setScale("x", { min, max });
      placeLine();
    });
    made.over.addEventListener(
      "wheel",
      (event) => {
        if (!isTime || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault(); // the browser would zoom the whole page
        zoomBy(event.deltaY < 0 ? 0.8 : 1.25, made.posToVal(event.offsetX, "x"));
      },
      { passive: false },
    );
    const resized = new ResizeObserver(() => {
      if (at.clientWidth === 0 || at.clientWidth === made.width) return;
      made.setSize({ width: at.clientWidth, height });
      queueMicrotask(placeLine); // uPlot applies a new size in a microtask
    });
    resized.observe(at);
    return () => {
      release();
      resized.disconnect();
      made.destroy();
      chart.current = undefined;
    };
  }, [plot, height, dark]);

  const toggle = (name: string, k: number): void => {
    const changed = new Set(hidden.value);
    if (!changed.delete(name)) changed.add(name);
    hidden.value = changed;
    chart.current?.setSeries(k + 1, { show: !changed.has(name) });
  };
  const title = of === undefined ? plot.title : `${of}: ${plot.title}`;
  const file = title.replaceAll(/[^\w]+/g, "-");
  const savePng = async (): Promise<void> => {
    save(`${file}.png`, await pngOf(svg()));
  };
  const svg = (): string => {
    const { x, y } = chart.current?.scales ?? {};
    const ends = (scale: uPlot.Scale | undefined): [number, number] => [scale?.min ?? 0, scale?.max ?? 1];
    return svgOf(
      { ...plot, title },
      { x: ends(x), y: ends(y), hidden: hidden.value },
      inkOf(dark),
      plot.own?.xText ?? timeText,
    );
  };

  return (
    <figure class="chart" data-testid={testId} aria-label={title}>
      <figcaption>
        <span class="title">
          {of === undefined ? null : <span class="of">{of}: </span>}
          {plot.title}
        </span>
        <span class="unit soft">
          {plot.unit}
          {plot.note === undefined ? "" : `; ${plot.note}`}
        </span>
        <span class="files">
          {isTime && onEvents !== undefined ? (
            <button type="button" title="list the events from the clock's time on" onClick={onEvents}>
              Events
            </button>
          ) : null}
          <button type="button" title="save as PNG" onClick={() => void savePng()}>
            PNG
          </button>
          <button
            type="button"
            title="save as SVG"
            onClick={() => save(`${file}.svg`, new Blob([svg()], { type: "image/svg+xml" }))}
          >
            SVG
          </button>
          <button
            type="button"
            title="save the numbers as CSV"
            onClick={() => save(`${file}.csv`, new Blob([csvOf(plot)], { type: "text/csv" }))}
          >
            CSV
          </button>
        </span>
      </figcaption>
      <div class="drawing" ref={host} style={{ minHeight: `${height}px` }} />
      {plot.keys === undefined ? null : <KeyList keys={plot.keys} />}
      {plot.lines.length > 0 && plot.rows === undefined ? (
        <ul class="legend">
          {plot.lines.map((line, k) => (
            <li key={line.name}>
              <button type="button" aria-pressed={!hidden.value.has(line.name)} onClick={() => toggle(line.name, k)}>
                <svg width="22" height="8" aria-hidden="true">
                  <path d="M0 4h22" stroke={line.colour} stroke-width="2.2" stroke-dasharray={line.dash.join(" ")} />
                </svg>
                {line.name}
              </button>
              <Value plot={plot} line={k} index={index.value} />
            </li>
          ))}
        </ul>
      ) : null}
    </figure>
  );
}

/** The value of a line at the pointer's x position. If the pointer is over no chart, a line over time has its value at the clock's time. */
function Value({
  plot,
  line,
  index,
}: {
  readonly plot: Plot;
  readonly line: number;
  readonly index: number | undefined;
}) {
  const time = plot.own === undefined ? (pointed.value ?? read.value) : undefined;
  const until = Math.min(plot.lines[line].until ?? Infinity, plot.until ?? Infinity);
  if (time !== undefined && time > until) return <output class="soft">ended {timeText(until)}</output>;
  const at = time === undefined ? index : lastAt(plot.x, time);
  const value = at === undefined || at < 0 ? undefined : plot.lines[line].values[at];
  if (value === undefined || value === null || Number.isNaN(value)) return <output class="soft">–</output>;
  return <output>{plot.yText(value)}</output>;
}
