/** What the paper leaves open and several of its figures hang on. */
import { type Chosen, defineReadings } from "../experiment.ts";
import { acksReading } from "../acks.ts";

export const bifrost = defineReadings({
  acks: acksReading(
    "control",
    'Section VI-B: "We use ns-3 simulations", and nothing about the class of ACKs. At quick scale 71 of 151 claims hold with control and 68 with data; 24 and 26 fail.',
  ),
  pauseTimer: {
    asks: "From when does the time run that a PAUSE names?",
    options: {
      reception: "from its reception, as annex 31B of 802.3 has it; Bifrost's pauses are longer by the reaction",
      effect: "from the moment it works, a reaction later",
    },
    chosen: "reception",
    why: "It is the standard's, and the peers of the testbed are switches that follow it.",
  },
  irnTimeout: {
    asks: "What does IRN send again on a timeout?",
    options: {
      hole: "the first packet that is missing, as in the packet logic of IRN's authors",
      everything:
        "each packet sent and not selectively acknowledged; ConWeave's simulator rewinds instead (recovery irn-rewind)",
    },
    chosen: "hole",
    why: "It is the authors' own logic; in figure 15 Bifrost is then 64% and 95% ahead of IRN (average, p99; paper's scale), with the other 25% and 54% (one seed), where the paper has 86% and 75%, and leaves IRN out of figure 14 since its times are extremely large there. With the other NewReno is behind IRN too, as the text has it.",
  },
  tcpHandshake: {
    asks: "Does a flow of NewReno begin with a handshake?",
    options: {
      connect: "yes: a SYN, and its data wait for the answer",
      kept: "no: its connection is there before",
    },
    chosen: "connect",
    why: "A flow whose window is an initial one is a connection of its own, in ns-3 as by RFC 9293.",
  },
  cbfcMemory: {
    asks: "How much may a port inside a data centre hold under CBFC?",
    options: {
      equal:
        "what one port of the others takes at most: 288 KiB, 30 KiB and, by DT, 10 MiB; in figures 20 to 24, whose threshold is static, 288 and 30 KiB a class",
      split: "an even share of the memory that the others have, 2.3 MiB",
    },
    chosen: "equal",
    why: 'The text has "the buffer space of switches is set to the same as Bifrost", and a credit cannot be given twice.',
  },
  scheduler: {
    asks: "In which order do switches serve the three priorities of figures 20 to 24?",
    options: {
      queues:
        "one packet of each in turn, as in HPCC's simulator; under BifrostX every switch serves strictly, as its algorithm 3 hands out tokens",
      strict: "the highest that may go first, under every scheme",
      turns: "one packet of each in turn, under every scheme; BifrostX's priorities are its tokens', on the long link",
    },
    chosen: "turns",
    why: "No scheme gets a scheduler that the others lack. On 100 km all eleven changes of figure 20 then have the paper's sign, nine of them between half and twice the paper's (means of three seeds; on 600 km nine and seven); with every switch strict under BifrostX alone seven, and the low priority, which the paper has at +5.0 and +0.3% of PFC's and SWING's time, at +55 and +73% (+10 and +23% with turns); in figure 22, on 100 km too, the middle and the low gain and the high is within 7%, as the paper has it (on 600 km it gains 12 and 14%), where strictness has high -24%, middle +3 and low +46% against PFC. Strictness under every scheme explains as much of figure 20 at paper scale (8 of its 11 changes hold with three seeds, in turn 7 with ten), less of figures 21 and 22.",
  },
  load: {
    asks: "What is a load a share of?",
    options: {
      servers: "the links of the servers that send, as in the traffic generator of HPCC's simulator",
      link: "the long link, in the direction that carries most",
    },
    chosen: "servers",
    why: "With the long link as the measure next to nothing waits in figure 15 at 30%, where the paper has PFC 40% behind.",
  },
  clock: {
    asks: "Whose clock is a completion time read from?",
    options: {
      receiver: "the receiver's: when it has the last byte in order",
      sender: "the sender's: when it has the last ACK, as in HPCC's simulator; one way later, 3 ms at 600 km",
    },
    chosen: "receiver",
    why: 'The text speaks of "low one-way latency"; the way back is the same under every scheme and makes changes smaller, from -42% to -33% for figure 15 against PFC (60 km, three seeds).',
  },
  queuePair: {
    asks: "Do the messages of one perftest flow keep one path on the testbed?",
    options: {
      kept: "yes: a queue pair keeps its UDP source port, by which ECMP hashes",
      new: "no: each message is hashed anew",
    },
    chosen: "kept",
    why: "Perftest makes its queue pairs once, and a RoCEv2 sender draws the source port by queue pair, so a queue pair keeps its UDP port.",
  },
  hostMemory: {
    asks: "What may a testbed switch hold of what comes in from hosts?",
    options: {
      rest: "what its 64 MB leave beside the long links' ports, shared by DT's alpha 4",
      simulated: "288 KiB a queue, as the DCI switches of the simulations",
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
        "over 0.1 s from the first flow's start, on shorter distances in proportion; once the last flow is done the link carries nothing",
    },
    chosen: "arrivals",
    why: 'Section VI-B7 monitors the link "in the all-to-all traffic experiment", VI-C3 measures "by the same method [...] under heavy load": the load lasts as long as flows begin, 20 ms, as in all simulation figures. The spells "of 10 to 16 milliseconds" and "12 to 15ms" lie in that time, so plot and average have one window. Against it: "the throughput distribution in 0.1 s", which is `tenth`. `drain` lasts as long as each scheme takes, 182 to 380 ms with flows that begin for 0.1 s, so it compares averages over different times.',
  },
} as const);

export type BifrostReading = Chosen<typeof bifrost>;
