/**
 * Writes a Perfetto trace in protobuf. It has tracks, slices, counters and arrows. ui.perfetto.dev and trace_processor read it.
 *
 * A file is a list of packets. Each slice is written as two packets, its begin and its end. Slices of one track must not overlap partially.
 * All packets belong to one sequence, so packets of the same time keep their order.
 *
 * Source: protos/perfetto/trace of google/perfetto (trace_packet, track_event, track_descriptor and counter_descriptor)
 */
import { Message } from "./protobuf.ts";

// Field numbers of Trace and TracePacket, then of the descriptors of tracks and counters, then of TrackEvent and DebugAnnotation.
const PACKET = 1;
const TIMESTAMP = 8;
const SEQUENCE = 10;
const TRACK_EVENT = 11;
const SEQUENCE_FLAGS = 13;
const TRACK_DESCRIPTOR = 60;
const TRACK = { uuid: 1, name: 2, parent: 5, counter: 8 } as const;
const UNIT_NAME = 6;
const EVENT = { annotation: 4, type: 9, track: 11, name: 23, double: 44, flows: 47, endingFlows: 48 } as const;
const ANNOTATION = { double: 5, text: 6, name: 10 } as const;

const SLICE_BEGIN = 1;
const SLICE_END = 2;
const COUNTER = 4;
/** Perfetto's SEQ_INCREMENTAL_STATE_CLEARED. The first packet of a sequence has this flag: no state from earlier packets applies. */
const CLEARED = 1;

/** Details that the viewer shows for a selected slice. */
export type Details = Readonly<Record<string, number | string>>;

export interface Slice {
  readonly track: number;
  readonly name: string;
  /** The begin in ns. */
  readonly from: number;
  /** The end in ns. */
  readonly to: number;
  readonly details: Details;
  /** The numbers of the arrows that begin at this slice. */
  readonly causes: readonly number[];
  /** The numbers of the arrows that end at this slice. */
  readonly causedBy: readonly number[];
}

export class TraceWriter {
  private readonly file = new Message();
  private tracks = 0;
  private packets = 0;

  /** Adds a track and returns its number. A counter track has a `unit`. */
  track(name: string, parent = 0, unit?: string): number {
    const uuid = ++this.tracks;
    const track = new Message().whole(TRACK.uuid, uuid).text(TRACK.name, name);
    if (parent !== 0) track.whole(TRACK.parent, parent);
    if (unit !== undefined) track.message(TRACK.counter, new Message().text(UNIT_NAME, unit));
    this.packet(new Message().message(TRACK_DESCRIPTOR, track));
    return uuid;
  }

  slice({ track, name, from, to, details, causes, causedBy }: Slice): void {
    const begin = new Message().whole(EVENT.type, SLICE_BEGIN).whole(EVENT.track, track).text(EVENT.name, name);
    for (const arrow of causes) begin.fixed64(EVENT.flows, arrow);
    for (const arrow of causedBy) begin.fixed64(EVENT.endingFlows, arrow);
    for (const [key, value] of Object.entries(details)) {
      const one = new Message().text(ANNOTATION.name, key);
      if (typeof value === "number") one.double(ANNOTATION.double, value);
      else one.text(ANNOTATION.text, value);
      begin.message(EVENT.annotation, one);
    }
    this.event(from, begin);
    this.event(to, new Message().whole(EVENT.type, SLICE_END).whole(EVENT.track, track));
  }

  count(track: number, time: number, value: number): void {
    this.event(time, new Message().whole(EVENT.type, COUNTER).whole(EVENT.track, track).double(EVENT.double, value));
  }

  /** Returns the bytes since the last call. */
  take(): Uint8Array {
    return this.file.take();
  }

  private event(time: number, event: Message): void {
    this.packet(new Message().whole(TIMESTAMP, Math.round(time)).message(TRACK_EVENT, event));
  }

  private packet(packet: Message): void {
    packet.whole(SEQUENCE, 1);
    if (this.packets++ === 0) packet.whole(SEQUENCE_FLAGS, CLEARED);
    this.file.message(PACKET, packet);
  }
}
