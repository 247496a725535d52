/** Questions that Bifrost's paper leaves open for several of its figures, with one answer for all of them. */
import { type Chosen, defineReadings } from "../experiment.ts";
import { acksReading } from "../acks.ts";

export const bifrost = defineReadings({
  acks: acksReading(
    "control",
    'Section VI-B: "We use ns-3 simulations". The paper does not mention the class of ACKs. At quick scale 71 of 151 claims hold with control and 68 with data. 24 and 26 fail.',
  ),
  pauseTimer: {
    asks: "When does the time of a PAUSE begin?",
    options: {
      reception: "at its reception, as in annex 31B of 802.3. Bifrost's pauses are longer by the reaction time",
      effect: "when it takes effect, a reaction time later",
    },
    chosen: "reception",
    why: "It is the standard's rule, and the peers of the testbed are switches that follow it.",
  },
  irnTimeout: {
    asks: "What does IRN retransmit after a timeout?",
    options: {
      hole: "the first missing packet, as in the packet logic of IRN's authors",
      everything:
        "each packet sent and not selectively acknowledged. ConWeave's simulator rewinds instead (recovery irn-rewind)",
    },
    chosen: "hole",
    why: "It is the authors' own logic. In figure 15 Bifrost is then 64% and 95% ahead of IRN (average and p99, paper's scale). With the other answer it is 25% and 54% ahead (one seed). The paper has 86% and 75%, and omits IRN from figure 14 because its times are extremely large there. With the other answer NewReno is behind IRN too, as the text says.",
  },
  tcpHandshake: {
    asks: "Does a flow of NewReno begin with a handshake?",
    options: {
      connect: "yes: a SYN, and its data wait for the answer",
      kept: "no: its connection exists before",
    },
    chosen: "connect",
    why: "A flow with an initial window is a connection of its own, in ns-3 and by RFC 9293.",
  },
  cbfcMemory: {
    asks: "How much may a port inside a data centre hold under CBFC?",
    options: {
      equal:
        "the maximum of a port under the other schemes: 288 KiB, 30 KiB and, by DT, 10 MiB. Figures 20 to 24 have a static threshold: 288 and 30 KiB a class",
      split: "an even share of the memory of the other schemes, 2.3 MiB",
    },
    chosen: "equal",
    why: 'The text has "the buffer space of switches is set to the same as Bifrost", and two ports cannot share a credit.',
  },
  scheduler: {
    asks: "In which order do switches serve the three priorities of figures 20 to 24?",
    options: {
      queues:
        "one packet of each in turn, as in HPCC's simulator. Under BifrostX every switch has strict priority, like the tokens of its algorithm 3",
      strict: "strict priority under every scheme",
      turns:
        "one packet of each in turn, under every scheme. BifrostX has priorities only in its tokens, on the long link",
    },
    chosen: "turns",
    why: "No scheme gets a scheduler that the others lack. On 100 km all eleven changes of figure 20 then have the paper's sign, and nine of them lie between half and twice the paper's (means of three seeds; on 600 km nine and seven). With strict priority under BifrostX alone seven have the sign. The low priority, which the paper has at +5.0 and +0.3% of PFC's and SWING's time, is then at +55 and +73% (+10 and +23% with turns). In figure 22, on 100 km, turns give a gain of the middle and the low priority, and the high one is within 7%, as in the paper (on 600 km it gains 12 and 14%). Strict priority gives high -24%, middle +3 and low +46% against PFC. Strict priority under every scheme explains as much of figure 20 at paper scale (8 of its 11 changes hold with three seeds, 7 in turn with ten), and less of figures 21 and 22.",
  },
  load: {
    asks: "What is a load a share of?",
    options: {
      servers: "the links of the servers that send, as in the traffic generator of HPCC's simulator",
      link: "the long link, in the direction with more traffic",
    },
    chosen: "servers",
    why: "With the long link as the measure almost no packets queue in figure 15 at 30%, where the paper has PFC 40% behind.",
  },
  clock: {
    asks: "Which clock measures a completion time?",
    options: {
      receiver: "the receiver's: it has the last byte in order",
      sender: "the sender's: it has the last ACK, as in HPCC's simulator. This is one delay later, 3 ms at 600 km",
    },
    chosen: "receiver",
    why: 'The text speaks of "low one-way latency". The way back is the same under every scheme and makes changes smaller, from -42% to -33% for figure 15 against PFC (60 km, three seeds).',
  },
  queuePair: {
    asks: "Do the messages of one perftest flow keep one path on the testbed?",
    options: {
      kept: "yes: a queue pair keeps its UDP source port, by which ECMP hashes",
      new: "no: each message is hashed anew",
    },
    chosen: "kept",
    why: "Perftest creates its queue pairs once, and a RoCEv2 sender draws the source port by queue pair.",
  },
  hostMemory: {
    asks: "How much memory may a testbed switch use for packets from hosts?",
    options: {
      rest: "the rest of its 64 MB after the long links' ports, shared by DT's alpha 4",
      simulated: "288 KiB a queue, like the DCI switches of the simulations",
    },
    chosen: "simulated",
    why: "With the rest, 33 MB and more, small messages wait for 4.3 to 12.9 ms under either scheme before they reach a long link, and PFC is ahead in A and B.",
  },
  window: {
    asks: "Over which time is the long link's throughput averaged in figures 19 and 24?",
    options: {
      arrivals: "from the first flow's start until no more begin",
      warm: "from a round trip after the first flow's start until no more begin",
      drain: "from the first flow's start until the last is done",
      tenth:
        "over 0.1 s from the first flow's start, in proportion on shorter distances. After the last flow the link carries nothing",
    },
    chosen: "arrivals",
    why: 'Section VI-B7 monitors the link "in the all-to-all traffic experiment", and VI-C3 measures "by the same method [...] under heavy load". The load lasts as long as flows begin, 20 ms, as in all simulation figures. The spells "of 10 to 16 milliseconds" and "12 to 15ms" lie in that time, so plot and average have one window. The words "the throughput distribution in 0.1 s" speak for `tenth`. `drain` lasts as long as each scheme takes, 182 to 380 ms with flows that begin for 0.1 s, so it compares averages over different times.',
  },
} as const);

export type BifrostReading = Chosen<typeof bifrost>;
