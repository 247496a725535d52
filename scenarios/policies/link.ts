/**
 * A link policy of your own: hop-by-hop flow control. May the upstream send now?
 *
 * Rule     a frame says which classes must stop, another that they may go: PFC without its timers
 * Run it   xoff run my.yaml --set link=./FILE     Test it   xoff test ./FILE
 */
import { defineParams, type LinkPolicy, type LinkView, type OnWire, type Values } from "xoff/policy";

export const role = "link";
export const about = "stop and go by frames, without timers";

/** What a scenario may set, with units: help, checks and reports read it. */
export const params = defineParams({
  frame: { unit: "bytes", default: 64, min: 43, max: 1518, source: "802.3", about: "Bytes of a frame." },
});

/** What others must reckon with: bytes of a frame, and those that a peer still sends between receiving one and heeding it. */
export const onWire = ({ frame }: Values<typeof params>): OnWire => ({ frame, reaction: 0 });

/** Called once, for all ports that run it. Both halves of a port are here: the one that tells its peer, and the one that is told. */
export function create({ frame }: Values<typeof params>, view: LinkView): LinkPolicy {
  const none = new Int32Array(4);
  /** Sends a frame about `cls`: GO in its first word lets it go. A frame waits for no packet but the one on the wire. */
  const GO = Int32Array.of(1, 0, 0, 0);
  const tell = (port: number, cls: number, scope: number, words: Int32Array): void => {
    const classes = scope === 2 ? view.lossless.reduce((bits, one) => bits | (1 << one), 0) : 1 << cls;
    view.emit(port, frame, scope, classes, words);
  };
  return {
    /** Downstream: the headroom policy wants `cls` of the peer of `port` to stop (scope 1), or all of it (scope 2). */
    pause(port, cls, scope) {
      tell(port, cls, scope, none);
    },
    /** And lets it go. */
    resume(port, cls, scope) {
      tell(port, cls, scope, GO);
    },
    /** Upstream: a frame that the peer emitted has arrived. `words` are its four 32-bit words. */
    onFrame(port, scope, vector, words) {
      if (words[0] === 1) view.start(port, scope, vector);
      else view.stop(port, scope, vector);
    },

    // More that you may add, called only if it is here:
    //   maySend(port, cls, size)                     upstream, before each packet: credits
    //   onSend, onArrive, onDepart(port, cls, size)  what goes and comes
    //   pauseAgain(port, cls, scope)                 another packet has come of what is to stop
    // Time is view.now, in ps; view.timer(count, action) makes timers.
  };
}
