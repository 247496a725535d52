/**
 * Lanes: queues of events whose times are in the order of scheduling, because all events of a lane have the same delay.
 * An example is the arrival of packets of one size over links of one rate and delay. A lane may hold a hundred thousand
 * such events.
 *
 * A lane is a ring: events are appended at the back and taken from the front. Both ends stay in the CPU cache, and
 * neither needs a search. Events of one picosecond may be appended in any order. The lane sorts them when their time
 * comes, because it then has all of them. Each event carries one integer of data, its cargo.
 *
 * A lane stores no order numbers: it orders the events of one picosecond by kind and subject. So lanes exist only in
 * runs with the order `fixed` (`Order` in `event-queue.ts`). The functions serve all lanes of a queue and close over
 * constant arrays (docs/decisions/0016-closures-over-constant-arrays.md).
 */
import type { Ps } from "../../base/units.ts";
import { CARGO, KIND, LANE, LANE_TIME, NOW, SEQ, SUBJECT, SUBJECT_BITS, TIE } from "./clock.ts";
import { reserve } from "./reserve.ts";

const SUBJECT_MASK = (1 << SUBJECT_BITS) - 1;

/** The number of lanes for events that this partition schedules. It is small because each call of `take` compares all lanes. */
const OWN_LANES = 4;
/**
 * The number of all lanes. Half of them are for packets from other partitions, so only a partitioned network uses and
 * compares all eight.
 */
const MAX_LANES = 8;
/**
 * The maximum number of events that `join` moves by one position towards the back of the lane, to make room for an
 * earlier event.
 */
const MAX_POSTPONED = 64;
/** Base-2 logarithm of the maximum number of events in a lane. All lanes together reserve 128 MiB of addresses. */
const ROOM_LOG = 20;
const FIRST_ROOM = 1 << 10;
/**
 * Event e has its time as a double at index 2 * e of `times`. It has four words, from index 4 * e of `words` on.
 * Both arrays show the same buffer, so words 0 and 1 are the time. Word 2 is the payload: the kind and the subject.
 */
const PAYLOAD = 2;
/** Word 3 of an event: its cargo. The cargo is one integer that the event carries, such as a packet number. */
const LOAD = 3;
/** An upper bound of each payload. Its upper bits are the kind, which is below 127, so the sign bit is never set. */
const MAX_PAYLOAD = 2 ** 31 - 1;
/**
 * A bit of an event's word LOAD, above the cargo. It is set in the first event of a picosecond while the lane must still
 * sort the events of that picosecond.
 */
const UNSORTED = 1 << 30;
// Word 0 of a lane: the ring index of its first event. The four words of lane n are at index 4 * n and following in `places`.
const FRONT = 0;
// Word 1 of a lane: the ring index after its last event, where the next added event is stored.
const BACK = 1;
// Word 2 of a lane: the number of events for which its ring has room, less one. That number of events is a power of
// two.
const MASK = 2;
// Word 3 of a lane: the ring index of the first event with the same time as the lane's last event.
const GROUP = 3;
/**
 * A word in `places` after those of all lanes. `readAhead` reads words of packet records ahead of time and stores their
 * bitwise OR here. Otherwise V8 would remove the reads as dead code.
 */
const READ = MAX_LANES << 2;
/** A word in `places`: 1 if this partition has lanes for packets from other partitions (`openForOthers`). */
const HAS_OTHERS = READ + 1;
/**
 * A word in `places`: the lane whose first event is the earliest, among the lanes for packets from other partitions.
 */
const FIRST_OF_OTHERS = READ + 2;
/**
 * A word in `places`: 1 if two or more of the lanes for packets from other partitions tie for the earliest event.
 */
const OTHERS_TIE = READ + 3;
/**
 * The number of packet records that `readAhead` reads at a time. They belong to the events 8 to 15 places behind the
 * front of a lane.
 */
const AHEAD = 8;

export interface Lanes {
  /** Opens one of the `OWN_LANES` lanes and returns its number, or -1 if all of them are open. */
  readonly open: () => number;
  /**
   * Opens a lane for packets from other partitions. These packets come in batches. Each batch is in the order of time. If
   * a batch begins before the lane's last event, `join` inserts the packets of the batch between the lane's events.
   */
  readonly openForOthers: () => number;
  /**
   * Appends an event to a lane. Returns false if the event precedes the lane's last event or the lane is full. The
   * caller then inserts the event into the calendar.
   */
  readonly append: (lane: number, time: Ps, payload: number, cargo: number) => boolean;
  /**
   * Inserts an event into a lane that may contain a few later events. Returns false if more than `MAX_POSTPONED` are
   * later, or the lane is full.
   */
  readonly join: (lane: number, time: Ps, payload: number, cargo: number) => boolean;
  /** If several lanes have an event at the earliest picosecond, decides which of them runs first. */
  readonly settle: () => void;
  /** Returns the order number of the earliest event in all lanes. At least one lane must have an event. */
  readonly seq: () => number;
  /** Removes the earliest event in all lanes and makes it the current event. */
  readonly take: () => void;
  /**
   * Enables reading ahead. The cargo of an event is then the number of a record of 2^`log` words in `array`. Each
   * record is read shortly before its event runs, in batches of eight. If the records exceed the CPU cache, the eight
   * cache misses of a batch overlap.
   */
  readonly readAhead: (array: Int32Array, log: number) => void;
  /** Removes the events with this kind and subject. With `butOne` one of them remains. */
  readonly forget: (kind: number, subject: number, butOne: boolean) => void;
  /** Calls `visit` with each event of a kind: its subject (such as a port), its cargo (such as a packet), and its time. */
  readonly each: (kind: number, visit: (subject: number, cargo: number, time: Ps) => void) => void;
  /** The number of events in all lanes. */
  readonly size: () => number;
}

export function lanes(clock: Float64Array, state: Int32Array): Lanes {
  const buffer = reserve((MAX_LANES << ROOM_LOG) * 16);
  /**
   * Base-2 logarithm of the maximum number of events in a lane. It is less than `ROOM_LOG` if the system could not
   * reserve that much memory.
   */
  const roomLog = 31 - Math.clz32(buffer.byteLength / 16 / MAX_LANES);
  const times = new Float64Array(buffer);
  const words = new Int32Array(buffer);
  // V8 may move a small array that has no buffer of its own, and then cannot compile its address into the code. So each
  // array has a buffer of its own.
  const places = new Int32Array(new ArrayBuffer(MAX_LANES * 16 + 64));
  /** By lane: the times of its first and its last event. The time of the first is Infinity if the lane is empty. */
  const fronts = new Float64Array(new ArrayBuffer(MAX_LANES * 8)).fill(Infinity);
  const backs = new Float64Array(new ArrayBuffer(MAX_LANES * 8));
  let opened = 0;
  let openedForOthers = OWN_LANES;
  let records: Int32Array | null = null;
  let recordLog = 0;
  for (let lane = 0; lane < MAX_LANES; lane++) places[(lane << 2) | MASK] = FIRST_ROOM - 1;
  clock[LANE_TIME] = Infinity;

  function append(lane: number, time: Ps, payload: number, cargo: number): boolean {
    const l = lane << 2;
    const back = places[l | BACK];
    const behind = (back + 1) & places[l | MASK];
    const front = places[l | FRONT];
    if (behind === front || time < backs[lane]) return appendAfterAll(lane, time, payload, cargo);
    const place = (lane << roomLog) | back;
    times[place << 1] = time;
    words[(place << 2) | PAYLOAD] = payload;
    words[(place << 2) | LOAD] = cargo;
    places[l | BACK] = behind;
    if (time !== backs[lane]) {
      backs[lane] = time;
      places[l | GROUP] = back;
    } else noteOrder(lane, back, payload);
    if (back === front) {
      fronts[lane] = time;
      if (lane >= OWN_LANES) chooseOfOthers();
      if (time <= clock[LANE_TIME]) choose();
    }
    return true;
  }

  /**
   * Doubles the ring of a lane and appends the event. Returns false if the event precedes the last one, or the ring has
   * its maximum size.
   */
  function appendAfterAll(lane: number, time: Ps, payload: number, cargo: number): boolean {
    return time >= backs[lane] && widen(lane) && append(lane, time, payload, cargo);
  }

  /** Sets UNSORTED if the event at `back` must run before its predecessor, which has the same time. */
  function noteOrder(lane: number, back: number, payload: number): void {
    if (words[(placeOf(lane, back - 1) << 2) | PAYLOAD] < payload) return;
    words[(placeOf(lane, places[(lane << 2) | GROUP]) << 2) | LOAD] |= UNSORTED;
  }

  function join(lane: number, time: Ps, payload: number, cargo: number): boolean {
    if (time >= backs[lane] || sizeOf(lane) === 0) return append(lane, time, payload, cargo);
    const l = lane << 2;
    if (((places[l | BACK] + 1) & places[l | MASK]) === places[l | FRONT] && !widen(lane)) return false;
    const front = places[l | FRONT];
    const end = front + sizeOf(lane);
    const least = Math.max(front, end - MAX_POSTPONED);
    let at = end;
    while (at > least && times[placeOf(lane, at - 1) << 1] > time) at--;
    if (at > front && times[placeOf(lane, at - 1) << 1] > time) return false;
    for (let to = end; to > at; to--) {
      const from = placeOf(lane, to - 1);
      times[placeOf(lane, to) << 1] = times[from << 1];
      put(placeOf(lane, to), words[(from << 2) | PAYLOAD], words[(from << 2) | LOAD]);
    }
    times[placeOf(lane, at) << 1] = time;
    put(placeOf(lane, at), payload, cargo);
    places[l | BACK] = (places[l | BACK] + 1) & places[l | MASK];
    // The inserted event is earlier than the lane's last event. So all events at the time of the last event have moved
    // one place towards the back. GROUP, the index of the first of them, moves too.
    places[l | GROUP] = (places[l | GROUP] + 1) & places[l | MASK];
    if (at === front) {
      fronts[lane] = time;
      if (lane >= OWN_LANES) chooseOfOthers();
      if (time <= clock[LANE_TIME]) choose();
      return true;
    }
    let first = at;
    while (first > front && times[placeOf(lane, first - 1) << 1] === time) first--;
    if (first < at && words[(placeOf(lane, at - 1) << 2) | PAYLOAD] > payload)
      words[(placeOf(lane, first) << 2) | LOAD] |= UNSORTED;
    return true;
  }

  /**
   * Converts ring index `at` of a lane to the index of an event in `times` and `words`. Indices beyond the ring's end
   * wrap to its beginning.
   */
  function placeOf(lane: number, at: number): number {
    return (lane << roomLog) | (at & places[(lane << 2) | MASK]);
  }

  function placeOfFirst(lane: number): number {
    return (lane << roomLog) | places[(lane << 2) | FRONT];
  }

  /**
   * Finds the lane with the first event. If several lanes have an event at that time, it selects any of them, and
   * `settle` decides later. Comparisons are used as numbers instead of branches: branches would often be mispredicted,
   * because the next lane is random.
   */
  function choose(): void {
    const lane = +(fronts[1] < fronts[0]);
    const other = 2 | +(fronts[3] < fronts[2]);
    const first = lane ^ ((lane ^ other) & -+(fronts[other] < fronts[lane]));
    const time = fronts[first];
    state[TIE] |= +(fronts[first ^ 1] === time) | +(fronts[lane ^ other ^ first] === time);
    if (places[HAS_OTHERS] !== 0) chooseOfAll(first);
    else {
      state[LANE] = first;
      clock[LANE_TIME] = time;
    }
  }

  /**
   * Selects the first event of all lanes. `own` is the lane with the first event among this partition's own lanes. The
   * other candidate is from the lanes for packets from other partitions.
   */
  function chooseOfAll(own: number): void {
    const others = places[FIRST_OF_OTHERS];
    const isOthers = +(fronts[others] < fronts[own]);
    const first = own ^ ((own ^ others) & -isOthers);
    state[LANE] = first;
    clock[LANE_TIME] = fronts[first];
    state[TIE] |= (places[OTHERS_TIE] & isOthers) | +(fronts[others] === fronts[own]);
  }

  /**
   * Finds the lane with the first event among those for packets from other partitions. The result is cached, because
   * only one event in ten changes it.
   */
  function chooseOfOthers(): void {
    const lane = 4 | +(fronts[5] < fronts[4]);
    const other = 6 | +(fronts[7] < fronts[6]);
    const first = lane ^ ((lane ^ other) & -+(fronts[other] < fronts[lane]));
    const time = fronts[first];
    places[FIRST_OF_OTHERS] = first;
    places[OTHERS_TIE] = +(fronts[first ^ 1] === time) | +(fronts[lane ^ other ^ first] === time);
  }

  /** Returns the order number of a lane's first event. */
  function seqOf(lane: number): number {
    return words[(placeOfFirst(lane) << 2) | PAYLOAD];
  }

  function seq(): number {
    sortFront(state[LANE]);
    return seqOf(state[LANE]);
  }

  function take(): void {
    const lane = state[LANE];
    const l = lane << 2;
    const front = places[l | FRONT];
    const place = (lane << roomLog) | front;
    if ((words[(place << 2) | LOAD] & UNSORTED) !== 0) sortFront(lane);
    const payload = words[(place << 2) | PAYLOAD];
    clock[NOW] = clock[LANE_TIME];
    clock[SEQ] = payload;
    state[KIND] = payload >>> SUBJECT_BITS;
    state[SUBJECT] = payload & SUBJECT_MASK;
    state[CARGO] = words[(place << 2) | LOAD];
    const next = (front + 1) & places[l | MASK];
    places[l | FRONT] = next;
    if ((next & (AHEAD - 1)) === 0 && records !== null) readThem(lane, next + AHEAD, records);
    // Each branch has an assignment of its own. If one assignment had a conditional expression with two doubles, V8
    // would allocate a heap number.
    if (next === places[l | BACK]) fronts[lane] = Infinity;
    else fronts[lane] = times[((lane << roomLog) | next) << 1];
    if (lane >= OWN_LANES) chooseOfOthers();
    choose();
  }

  /**
   * Reads the packet records of the events from `from` on. The reads do not depend on each other, so the CPU overlaps
   * their cache misses.
   */
  function readThem(lane: number, from: number, array: Int32Array): void {
    const start = lane << roomLog;
    const mask = places[(lane << 2) | MASK];
    let sum = 0;
    for (let at = from, end = from + AHEAD; at < end; at++)
      sum |= array[(words[((start | (at & mask)) << 2) | LOAD] & ~UNSORTED) << recordLog];
    places[READ] = sum;
  }

  function settle(): void {
    const now = clock[LANE_TIME];
    state[TIE] = 0;
    // If all lanes are empty, the earliest time is Infinity.
    if (now === Infinity) return;
    const end = places[HAS_OTHERS] === 0 ? OWN_LANES : MAX_LANES;
    let first = 0;
    let least = MAX_PAYLOAD;
    for (let lane = 0; lane < end; lane++) {
      if (fronts[lane] !== now) continue;
      const at = placeOfFirst(lane) << 2;
      if ((words[at | LOAD] & UNSORTED) !== 0) sortFront(lane);
      const payload = words[at | PAYLOAD];
      if (payload < least) {
        least = payload;
        first = lane;
      }
    }
    state[LANE] = first;
  }

  /**
   * Sorts the events of a lane's first picosecond. Permutation traffic of synchronised senders has thousands of events in
   * one picosecond. Insertion sort would be slow for so many events, so Shell's sort is used.
   */
  function sortFront(lane: number): void {
    const first = (placeOfFirst(lane) << 2) | LOAD;
    if ((words[first] & UNSORTED) === 0) return;
    words[first] &= ~UNSORTED;
    const from = places[(lane << 2) | FRONT];
    const back = from + sizeOf(lane);
    const now = fronts[lane];
    let end = from + 2;
    while (end < back && times[placeOf(lane, end) << 1] === now) end++;
    let gap = 1;
    while (gap < (end - from) / 9) gap = gap * 3 + 1;
    for (; gap >= 1; gap = (gap - 1) / 3) {
      for (let at = from + gap; at < end; at++) {
        const place = placeOf(lane, at) << 2;
        const payload = words[place | PAYLOAD];
        const cargo = words[place | LOAD];
        let to = at;
        for (; to - gap >= from; to -= gap) {
          const before = placeOf(lane, to - gap) << 2;
          if (words[before | PAYLOAD] <= payload) break;
          put(placeOf(lane, to), words[before | PAYLOAD], words[before | LOAD]);
        }
        put(placeOf(lane, to), payload, cargo);
      }
    }
  }

  function put(place: number, payload: number, cargo: number): void {
    words[(place << 2) | PAYLOAD] = payload;
    words[(place << 2) | LOAD] = cargo;
  }

  /** Doubles the room of a lane. Returns false if the lane has its maximum room. */
  function widen(lane: number): boolean {
    const l = lane << 2;
    const room = places[l | MASK] + 1;
    if (room >= 1 << roomLog) return false;
    places[l | MASK] = room * 2 - 1;
    // Events whose ring index had wrapped to the beginning move to the new room behind the old end.
    if (places[l | BACK] < places[l | FRONT]) {
      const start = lane << roomLog;
      times.copyWithin((start + room) << 1, start << 1, (start + places[l | BACK]) << 1);
      if (places[l | GROUP] < places[l | FRONT]) places[l | GROUP] += room;
      places[l | BACK] += room;
    }
    return true;
  }

  function sizeOf(lane: number): number {
    const l = lane << 2;
    return (places[l | BACK] - places[l | FRONT]) & places[l | MASK];
  }

  function each(kind: number, visit: (subject: number, cargo: number, time: Ps) => void): void {
    for (let lane = 0; lane < MAX_LANES; lane++) {
      const front = places[(lane << 2) | FRONT];
      for (let at = front, end = front + sizeOf(lane); at < end; at++) {
        const place = placeOf(lane, at);
        const payload = words[(place << 2) | PAYLOAD];
        if (payload >>> SUBJECT_BITS === kind)
          visit(payload & SUBJECT_MASK, words[(place << 2) | LOAD] & ~UNSORTED, times[place << 1]);
      }
    }
  }

  function forget(kind: number, subject: number, butOne: boolean): void {
    let keeps = butOne;
    for (let lane = 0; lane < MAX_LANES; lane++) {
      const l = lane << 2;
      const front = places[l | FRONT];
      const end = front + sizeOf(lane);
      places[l | BACK] = front;
      fronts[lane] = Infinity;
      backs[lane] = 0;
      for (let at = front; at < end; at++) {
        const place = placeOf(lane, at);
        const payload = words[(place << 2) | PAYLOAD];
        const isOther = payload !== ((kind << SUBJECT_BITS) | subject);
        if (isOther || keeps) append(lane, times[place << 1], payload, words[(place << 2) | LOAD] & ~UNSORTED);
        if (!isOther) keeps = false;
      }
    }
    chooseOfOthers();
    choose();
  }

  return {
    ...{ append, join, settle, seq, take, forget, each },
    readAhead: (array, log) => {
      records = array;
      recordLog = log;
    },
    open: () => (opened < OWN_LANES ? opened++ : -1),
    openForOthers: () => {
      places[HAS_OTHERS] = 1;
      chooseOfOthers();
      return openedForOthers < MAX_LANES ? openedForOthers++ : -1;
    },
    size: () => {
      let events = 0;
      for (let lane = 0; lane < MAX_LANES; lane++) events += sizeOf(lane);
      return events;
    },
  };
}
