/**
 * Events that come in the order in which they were asked for: each so much later than the moment it was asked for, and that is the same
 * for all of a lane. Packets of one size on links of one rate and delay arrive so, a hundred thousand of them at a time.
 *
 * A lane is a ring: an event is put behind the last one and taken from the front, so both ends stay in the cache however many there are
 * between, and neither costs a search. Those of one picosecond may be asked for in any order; they are sorted when their time has come, since
 * by then all of them are there. Each brings a number along, its cargo.
 *
 * An event's number is its kind and subject, so there are lanes only where events of one picosecond run by these.
 * Functions over arrays that never change (docs/decisions/0016-closures-over-constant-arrays.md), for all lanes of a queue.
 */
import type { Ps } from "../../base/units.ts";
import { CARGO, KIND, LANE, LANE_TIME, NOW, SEQ, SUBJECT, SUBJECT_BITS, TIE } from "./clock.ts";
import { reserve } from "./reserve.ts";

const SUBJECT_MASK = (1 << SUBJECT_BITS) - 1;

/** All are looked at when one gives an event away, so there are few. */
const OWN_LANES = 4;
/** And as many for events that others ask for: a network that is cut has them, and looks at all eight. */
const MOST_LANES = 8;
/** So many events a lane puts off to let an earlier one in. */
const MOST_LATER = 64;
/** Most events of a lane: with all lanes 128 MiB of addresses. */
const ROOM_LOG = 20;
const FIRST_ROOM = 1 << 10;
/** An event is a double, [event * 2], its time, and two words, [event * 4 + ...]: kind and subject, and what it brings along. */
const PAYLOAD = 2;
const LOAD = 3;
/** No kind and subject come to more: there are at most 127 kinds. */
const MOST_PAYLOAD = 2 ** 31 - 1;
/** In LOAD of the first event of a picosecond: they are not in order. */
const UNSORTED = 1 << 30;
// Words of a lane, [lane * 4 + ...]: where in its ring the first event is, and the next one goes; the ring's room, a power of two, less one;
// the first event of the last picosecond.
const FRONT = 0;
const BACK = 1;
const MASK = 2;
const GROUP = 3;
/** Behind the words of all lanes: what was read ahead, kept so that an engine does not leave the reading out; have others lanes of their own? */
const READ = MOST_LANES << 2;
const HAS_OTHERS = READ + 1;
/** Which of those has the first event, and has another one at that time, too? */
const FIRST_OF_OTHERS = READ + 2;
const OTHERS_TIE = READ + 3;
/** So many records are read at a time, those of the events that come as many later. */
const AHEAD = 8;

export interface Lanes {
  /** A new lane; -1: there are enough. */
  readonly open: () => number;
  /** The same for events that others ask for, a batch at a time, each in order (`join`). */
  readonly openForOthers: () => number;
  /** Puts an event behind the last one of a lane. False: it would come before that, or there is no room; it then has to be one of the calendar. */
  readonly append: (lane: number, time: Ps, payload: number, cargo: number) => boolean;
  /** The same, but a few events that come later may stand there already. */
  readonly join: (lane: number, time: Ps, payload: number, cargo: number) => boolean;
  /** Finds out which of two lanes goes first that have events at one picosecond, the first of all. */
  readonly settle: () => void;
  /** Number of the first event of all lanes. There must be one. */
  readonly seq: () => number;
  /** Makes it the one being run, and takes it out. */
  readonly take: () => void;
  /**
   * Cargo is the number of a record of 2^`log` words in `array`: each is read shortly before its event comes, eight at a time. Where records do not fit the
   * cache a miss is then waited for once instead of eight times.
   */
  readonly readAhead: (array: Int32Array, log: number) => void;
  /** Forgets the events of a kind and subject; if `butOne` is set, all but one. */
  readonly forget: (kind: number, subject: number, butOne: boolean) => void;
  /** Calls `visit` with subject and cargo of each event of a kind. */
  readonly each: (kind: number, visit: (subject: number, cargo: number) => void) => void;
  /** How many events there are. */
  readonly size: () => number;
}

export function lanes(clock: Float64Array, state: Int32Array): Lanes {
  const buffer = reserve((MOST_LANES << ROOM_LOG) * 16);
  /** As a power of two: where so much cannot be had it is less. */
  const roomLog = 31 - Math.clz32(buffer.byteLength / 16 / MOST_LANES);
  const times = new Float64Array(buffer);
  const words = new Int32Array(buffer);
  // On buffers of their own: V8 moves small arrays that have none, so it cannot fold their address.
  const places = new Int32Array(new ArrayBuffer(MOST_LANES * 16 + 64));
  /** By lane: when its first event is (Infinity: it has none), and its last one was. */
  const fronts = new Float64Array(new ArrayBuffer(MOST_LANES * 8)).fill(Infinity);
  const backs = new Float64Array(new ArrayBuffer(MOST_LANES * 8));
  let opened = 0;
  let openedForOthers = OWN_LANES;
  let records: Int32Array | null = null;
  let recordLog = 0;
  for (let lane = 0; lane < MOST_LANES; lane++) places[(lane << 2) | MASK] = FIRST_ROOM - 1;
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

  /** It can be put there once the ring is wider, or not at all. */
  function appendAfterAll(lane: number, time: Ps, payload: number, cargo: number): boolean {
    return time >= backs[lane] && widen(lane) && append(lane, time, payload, cargo);
  }

  /** Another event of its picosecond stands before one that was put at `back`. */
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
    const least = Math.max(front, end - MOST_LATER);
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
    places[l | GROUP] = (places[l | GROUP] + 1) & places[l | MASK]; // the last picosecond is a later one
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

  /** Where `at` of a lane's ring lies among all of them; beyond its end it goes on at its beginning. */
  function placeOf(lane: number, at: number): number {
    return (lane << roomLog) | (at & places[(lane << 2) | MASK]);
  }

  function placeOfFirst(lane: number): number {
    return (lane << roomLog) | places[(lane << 2) | FRONT];
  }

  /**
   * Which lane has the first event of all? Of several that have one at that time, any (`settle`). Comparisons are reckoned with instead of
   * branched on: which lane is next is a toss-up, and a processor that guesses wrong begins anew.
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

  /** `own` is the first of the first four. */
  function chooseOfAll(own: number): void {
    const others = places[FIRST_OF_OTHERS];
    const isOthers = +(fronts[others] < fronts[own]);
    const first = own ^ ((own ^ others) & -isOthers);
    state[LANE] = first;
    clock[LANE_TIME] = fronts[first];
    state[TIE] |= (places[OTHERS_TIE] & isOthers) | +(fronts[others] === fronts[own]);
  }

  /** The same among the lanes for others' events, which is kept, since one event in ten is of these. */
  function chooseOfOthers(): void {
    const lane = 4 | +(fronts[5] < fronts[4]);
    const other = 6 | +(fronts[7] < fronts[6]);
    const first = lane ^ ((lane ^ other) & -+(fronts[other] < fronts[lane]));
    const time = fronts[first];
    places[FIRST_OF_OTHERS] = first;
    places[OTHERS_TIE] = +(fronts[first ^ 1] === time) | +(fronts[lane ^ other ^ first] === time);
  }

  /** Number of a lane's first event. */
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
    // Not one store of either value: V8 would make numbers of the heap of them.
    if (next === places[l | BACK]) fronts[lane] = Infinity;
    else fronts[lane] = times[((lane << roomLog) | next) << 1];
    if (lane >= OWN_LANES) chooseOfOthers();
    choose();
  }

  /** Reads what is brought along by events from `from` on: loads that do not wait for each other. */
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
    if (now === Infinity) return; // all are empty
    const end = places[HAS_OTHERS] === 0 ? OWN_LANES : MOST_LANES;
    let first = 0;
    let least = MOST_PAYLOAD;
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

  /** Shell's sort, for a permutation in lock step has thousands of events at one picosecond. */
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

  /** Doubles the room of a lane. False: it has all there is. */
  function widen(lane: number): boolean {
    const l = lane << 2;
    const room = places[l | MASK] + 1;
    if (room >= 1 << roomLog) return false;
    places[l | MASK] = room * 2 - 1;
    // What had gone on at the beginning goes on behind the end.
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

  function each(kind: number, visit: (subject: number, cargo: number) => void): void {
    for (let lane = 0; lane < MOST_LANES; lane++) {
      const front = places[(lane << 2) | FRONT];
      for (let at = front, end = front + sizeOf(lane); at < end; at++) {
        const place = placeOf(lane, at) << 2;
        const payload = words[place | PAYLOAD];
        if (payload >>> SUBJECT_BITS === kind) visit(payload & SUBJECT_MASK, words[place | LOAD] & ~UNSORTED);
      }
    }
  }

  function forget(kind: number, subject: number, butOne: boolean): void {
    let keeps = butOne;
    for (let lane = 0; lane < MOST_LANES; lane++) {
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
      return openedForOthers < MOST_LANES ? openedForOthers++ : -1;
    },
    size: () => {
      let events = 0;
      for (let lane = 0; lane < MOST_LANES; lane++) events += sizeOf(lane);
      return events;
    },
  };
}
