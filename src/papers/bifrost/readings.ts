/** Questions that Bifrost's paper leaves open for several of its figures. Each question has one answer for all these figures. */
import { type Chosen, defineReadings } from "../experiment.ts";
import { acksReading } from "../acks.ts";

export const bifrost = defineReadings({
  acks: acksReading(
    "control",
    'Section VI-B: "We use ns-3 simulations". The paper does not mention the class of ACKs. At quick scale 71 of 151 claims hold with control and 68 with data. 24 and 26 fail.',
  ),
  pauseTimer: {
    asks: "When does the duration of a PAUSE begin?",
    options: {
      reception:
        "when the PAUSE is received, as in annex 31B of 802.3. Bifrost's PAUSE times are longer by the reaction time",
      effect: "when the PAUSE takes effect, a reaction time after its reception",
    },
    chosen: "reception",
    why: "The standard has this rule, and the testbed's switches follow the standard.",
  },
  irnTimeout: {
    asks: "What does IRN retransmit after a timeout?",
    options: {
      hole: "the first missing packet, as in the packet logic of IRN's authors",
      everything:
        "each packet sent and not selectively acknowledged. ConWeave's simulator rewinds instead (recovery irn-rewind)",
    },
    chosen: "hole",
    why: "This is the logic of IRN's authors. In figure 15 Bifrost is then 64% and 95% ahead of IRN (average and p99, paper scale). With the other answer Bifrost is 25% and 54% ahead (one seed). The paper has 86% and 75%. It omits IRN from figure 14 because IRN's times are extremely large there. With the other answer NewReno is behind IRN too, as the text says.",
  },
  tcpHandshake: {
    asks: "Does a flow of NewReno begin with a handshake?",
    options: {
      connect: "yes: it sends a SYN, and data wait for the answer",
      kept: "no: the connection exists already",
    },
    chosen: "connect",
    why: "A flow with an initial window is a separate connection, in ns-3 and by RFC 9293.",
  },
  cbfcMemory: {
    asks: "How much memory does a port inside a data centre have under CBFC?",
    options: {
      equal:
        "the maximum of a port under the other schemes: 288 KiB + 30 KiB + 10 MiB shared by DT. Figures 20 to 24 have a static threshold: 288 KiB + 30 KiB per class",
      split: "an even share of the memory of the other schemes, 2.3 MiB",
    },
    chosen: "equal",
    why: 'The text has "the buffer space of switches is set to the same as Bifrost", and two ports cannot share credits.',
  },
  scheduler: {
    asks: "In which order do switches serve the three priorities of figures 20 to 24?",
    options: {
      queues:
        "one packet of each priority in turn, as in HPCC's simulator. Under BifrostX every switch has strict priority, like the tokens of its algorithm 3",
      strict: "strict priority under every scheme",
      turns:
        "one packet of each priority in turn, under every scheme. BifrostX has priorities only in its tokens, on the long link",
    },
    chosen: "turns",
    why: "All schemes then have the same scheduler. On 100 km all eleven changes of figure 20 then have the paper's sign (means of three seeds). Nine of them lie between half and twice the paper's value. On 600 km the numbers are nine and seven. With strict priority under BifrostX alone, seven changes have the paper's sign. For low priority the paper has +5.0% against PFC and +0.3% against SWING. Strict priority under BifrostX alone gives +55 and +73%, and `turns` gives +10 and +23%. In figure 22 on 100 km `turns` makes the middle and the low priority faster. The high priority is within 7%, as in the paper (on 600 km it is 12 and 14% faster). Strict priority under BifrostX alone gives high -24%, middle +3% and low +46% against PFC. With `strict` 8 of figure 20's 11 changes hold at paper scale (three seeds), and with `turns` 7 hold (ten seeds). `strict` explains less of figures 21 and 22.",
  },
  load: {
    asks: "Which link rate is a load a share of?",
    options: {
      servers: "the rate of the sending servers' links, as in the traffic generator of HPCC's simulator",
      link: "the rate of the long link, in the direction with more traffic",
    },
    chosen: "servers",
    why: "With `link` almost no packets are queued in figure 15 at 30%. The paper has PFC 40% behind there.",
  },
  clock: {
    asks: "Which clock measures a completion time?",
    options: {
      receiver: "the receiver's: a flow ends when its last byte has arrived in order",
      sender:
        "the sender's, as in HPCC's simulator: a flow ends when its last ACK has arrived. This is one delay later, 3 ms at 600 km",
    },
    chosen: "receiver",
    why: 'The text speaks of "low one-way latency". The reverse path has the same delay under every scheme, so its delay makes changes smaller. In figure 15 the change against PFC is then -33% instead of -42% (60 km, three seeds).',
  },
  queuePair: {
    asks: "Do all messages of one perftest flow take the same path on the testbed?",
    options: {
      kept: "yes: a queue pair keeps its UDP source port, which ECMP hashes",
      new: "no: each message is hashed anew",
    },
    chosen: "kept",
    why: "Perftest creates its queue pairs once, and a RoCEv2 sender draws the source port once per queue pair.",
  },
  hostMemory: {
    asks: "How much memory may a testbed switch use for packets from hosts?",
    options: {
      rest: "the rest of its 64 MB after the long links' ports, shared by DT's alpha 4",
      simulated: "288 KiB per queue, as in the DCI switches of the simulations",
    },
    chosen: "simulated",
    why: "With `rest` (at least 33 MB) small messages are queued for 4.3 to 12.9 ms before they reach a long link, under either scheme. PFC is then ahead in A and B.",
  },
  window: {
    asks: "Over which time is the long link's throughput averaged in figures 19 and 24?",
    options: {
      arrivals: "from the start of the first flow to that of the last",
      warm: "from one round trip after the start of the first flow to the start of the last",
      drain: "from the start of the first flow to the end of the last",
      tenth:
        "over 0.1 s from the start of the first flow, in proportion on shorter distances. After the last flow the link is idle",
    },
    chosen: "arrivals",
    why: 'Section VI-B7 monitors the link "in the all-to-all traffic experiment", and VI-C3 measures "by the same method [...] under heavy load". The load lasts as long as flows begin, 20 ms, as in all simulation figures. The periods "of 10 to 16 milliseconds" and "12 to 15ms" lie in that time, so plot and average have the same window. The words "the throughput distribution in 0.1 s" support `tenth`. `drain` has a different length for each scheme: 182 to 380 ms when flows begin for 0.1 s. It would compare averages over different times.',
  },
} as const);

export type BifrostReading = Chosen<typeof bifrost>;
