/**
 * Your own link policy, which is hop-by-hop flow control: may the upstream send now?
 *
 * Rule: one frame pauses classes, another resumes them: PFC without its timers.
 *
 *   xoff run my.yaml --set link=./FILE    run it
 *   xoff test ./FILE                      test it
 */
import { defineParams, type LinkPolicy, type LinkView, type OnWire, type Values } from "xoff/policy";

export const role = "link";
export const about = "pause and resume frames without timers";

/** The parameters for scenarios, with units. Help, checks and reports read this table. */
export const params = defineParams({
  frame: { unit: "bytes", default: 64, min: 43, max: 1518, source: "802.3", about: "Bytes of a frame." },
});

/** For headroom rules: bytes of a frame, and bytes that a peer still sends during its reaction time. */
export const onWire = ({ frame }: Values<typeof params>): OnWire => ({ frame, reaction: 0 });

/** Called once for all ports with this policy. A port has both halves: it pauses its peer, and its peer pauses it. */
export function create({ frame }: Values<typeof params>, view: LinkView): LinkPolicy {
  const none = new Int32Array(4);
  /** The first word of a frame: 1 means resume. */
  const GO = Int32Array.of(1, 0, 0, 0);
  /** Sends a frame for `cls` to the peer of `port`. The frame waits only for the packet on the wire. */
  const tell = (port: number, cls: number, scope: number, words: Int32Array): void => {
    const classes = scope === 2 ? view.lossless.reduce((bits, one) => bits | (1 << one), 0) : 1 << cls;
    view.emit(port, frame, scope, classes, words);
  };
  return {
    /** Downstream: the headroom policy pauses `cls` at the peer of `port` (scope 1), or all its lossless classes (scope 2). */
    pause(port, cls, scope) {
      tell(port, cls, scope, none);
    },
    /** Downstream: the headroom policy resumes `cls`, or all lossless classes. */
    resume(port, cls, scope) {
      tell(port, cls, scope, GO);
    },
    /** Upstream: a frame of the peer arrived. `words` are its four 32-bit words, and `vector` has a bit for each class. */
    onFrame(port, scope, vector, words) {
      if (words[0] === 1) view.start(port, scope, vector);
      else view.stop(port, scope, vector);
    },

    // Optional hooks:
    //   maySend(port, cls, size)       upstream, before each packet: true if it may leave (for credits)
    //   onSend(port, cls, size)        upstream: a packet was sent
    //   onArrive(port, cls, size)      downstream: a packet arrived
    //   onDepart(port, cls, size)      downstream: a packet that had arrived by `port` left the switch
    //   pauseAgain(port, cls, scope)   downstream: another packet of a paused class arrived
    // The time is view.now, in ps. view.timer(count, action) makes timers.
  };
}
