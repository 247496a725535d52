/**
 * The last ten sets of runs, which the browser keeps. A set has the scenarios and all results that the page shows.
 * Nothing has to run again after a reload, unless the results were too large to keep.
 */
import { signal } from "@preact/signals";
import { openDB, type IDBPDatabase } from "idb";
import type { OwnFile } from "../own/file.ts";
import type { Draft, Source } from "./drafts.ts";
import { inPieces, joined, type InPieces } from "./pieces.ts";
import type { DoneRun } from "./run.ts";

export interface Session {
  readonly source: Source;
  readonly drafts: readonly Draft[];
  readonly files: readonly OwnFile[];
}

/** A stored set of runs. */
export interface StoredSession extends Session {
  readonly id: number;
  /** When the runs ended, in ms since 1970. The page shows it, and no run depends on it. */
  readonly at: number;
  /**
   * False if the runs were too large to keep, or of an older form. Their scenarios are kept, and running them gives the
   * same results.
   */
  readonly hasRuns: boolean;
}

/** The stored sets of runs, the newest first. */
export const sessions = signal<readonly StoredSession[]>([]);

const MAX_SESSIONS = 10;
/** Maximum size of the runs in one stored set, in bytes. Of a larger set, only the scenarios are kept. */
const MAX_BYTES = 64_000_000;

const [LIST, RUNS] = ["sessions", "runs"];

let opened: Promise<IDBPDatabase | undefined> | undefined;

/**
 * Version of the stored runs. Increment it when `RunView` or `StoredRuns` changes. A page of the new version cannot draw runs of the old
 * form, so it removes them. Their scenarios stay in the list.
 */
const FORM = 3;

/** Maximum size in bytes of an array that is stored in one task. Larger arrays are stored in pieces. */
const MAX_PIECE = 1_000_000;

/**
 * The runs of a set, as stored under the set's number `id`. Large arrays are stored in pieces. The key of piece `k` is
 * [id, k].
 */
interface StoredRuns {
  readonly value: unknown;
  readonly pieces: number;
}

/**
 * The browser's database. Undefined if the browser denies it, as in a private window, or if a tab with an older page has
 * it open. The page works without it.
 */
const database = (): Promise<IDBPDatabase | undefined> =>
  (opened ??= new Promise((resolve) => {
    const none = (): void => {
      opened = undefined;
      resolve(undefined);
    };
    openDB("xoff studio", FORM, {
      upgrade(db, before, _, tx) {
        if (before === 0) db.createObjectStore(LIST, { keyPath: "id", autoIncrement: true });
        else db.deleteObjectStore(RUNS);
        db.createObjectStore(RUNS);
        const list = tx.objectStore(LIST);
        void list.getAll().then((all: StoredSession[]) => all.map((one) => list.put({ ...one, hasRuns: false })));
      },
      blocked: none,
      // Another tab has a newer version of the page. It can open the database only after this tab has closed it.
      blocking(_, __, { target }) {
        (target as IDBDatabase).close();
        opened = undefined;
      },
    }).then(resolve, none);
  }));

export async function loadSessions(): Promise<void> {
  const db = await database();
  if (db === undefined) return;
  const all = (await db.getAll(LIST)) as StoredSession[];
  sessions.value = all.toReversed();
}

/** Stores a set of runs, in place of a set with the same scenarios. If there are then more than ten sets, the oldest set is removed. */
export async function saveSession(session: Session, runs: readonly DoneRun[], at: number): Promise<void> {
  const db = await database();
  if (db === undefined) return;
  const hasRuns = runs.reduce((sum, { view }) => sum + bytesOf(view), 0) <= MAX_BYTES;
  try {
    const before = (await db.getAll(LIST)) as StoredSession[];
    const same = before.filter((one) => isSame(one, session)).map(({ id }) => id);
    const tx = db.transaction([LIST, RUNS], "readwrite");
    const id = await tx.objectStore(LIST).add({ ...session, at, hasRuns });
    if (hasRuns) {
      const { value, pieces } = inPieces(runs, MAX_PIECE);
      await tx.objectStore(RUNS).put({ value, pieces: pieces.length } satisfies StoredRuns, id);
      for (const [k, piece] of pieces.entries()) await tx.objectStore(RUNS).put(piece.slice(), [id, k]);
    }
    const left = before.map((one) => one.id).filter((one) => !same.includes(one));
    for (const old of [...same, ...left.slice(0, Math.max(0, left.length + 1 - MAX_SESSIONS))]) {
      await tx.objectStore(LIST).delete(old);
      await tx.objectStore(RUNS).delete(old);
      await tx.objectStore(RUNS).delete(IDBKeyRange.bound([old], [old, Infinity]));
    }
    await tx.done;
  } catch {
    return; // the browser's storage is full: the runs stay on the page, and are not kept
  }
  await loadSessions();
}

/** The runs of a stored set. Undefined if they were not kept. */
export async function runsOf(id: number): Promise<readonly DoneRun[] | undefined> {
  const db = await database();
  const stored = (await db?.get(RUNS, id)) as StoredRuns | undefined;
  if (db === undefined || stored === undefined) return undefined;
  const pieces: InPieces["pieces"][number][] = [];
  for (let k = 0; k < stored.pieces; k++) pieces.push((await db.get(RUNS, [id, k])) as InPieces["pieces"][number]);
  return joined({ value: stored.value, pieces }) as readonly DoneRun[];
}

/** The stored set with exactly these scenarios and policies. */
export const sessionWith = (wanted: Pick<Session, "drafts" | "files">): StoredSession | undefined =>
  sessions.value.find((one) => isSame(one, wanted));

const isSame = (a: Pick<Session, "drafts" | "files">, b: Pick<Session, "drafts" | "files">): boolean =>
  JSON.stringify([a.drafts, a.files]) === JSON.stringify([b.drafts, b.files]);

/** Size of the arrays of a view in bytes. Its texts are small in comparison. */
function bytesOf(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, one: unknown) => sum + bytesOf(one), 0);
}
