/**
 * Lists all built-in policies and topologies, and all kinds of traffic, faults and probes. To add one, write its file
 * in the folder of its role and add it here.
 */
import * as bufferDt from "./buffer/dt.ts";
import * as bufferIngressEgress from "./buffer/ingress-egress.ts";
import * as bufferSpfc from "./buffer/spfc.ts";
import * as bufferSt from "./buffer/st.ts";
import * as bufferTrim from "./buffer/trim.ts";
import * as congestionAcc from "./congestion/acc.ts";
import * as congestionDcqcn from "./congestion/dcqcn.ts";
import * as congestionDctcp from "./congestion/dctcp.ts";
import * as congestionHpcc from "./congestion/hpcc.ts";
import * as congestionMaxMin from "./congestion/max-min.ts";
import * as congestionNewreno from "./congestion/newreno.ts";
import * as congestionNone from "./congestion/none.ts";
import * as congestionPowertcp from "./congestion/powertcp.ts";
import * as congestionScripted from "./congestion/scripted.ts";
import * as congestionTimely from "./congestion/timely.ts";
import * as detectionInt from "./detection/int.ts";
import * as detectionNone from "./detection/none.ts";
import * as detectionRed from "./detection/red.ts";
import * as detectionTcd from "./detection/tcd.ts";
import * as faultBitErrors from "./faults/bit-errors.ts";
import * as faultDelay from "./faults/delay.ts";
import * as faultLinkDown from "./faults/link-down.ts";
import * as faultLostPauses from "./faults/lost-pauses.ts";
import * as faultPauseStorm from "./faults/pause-storm.ts";
import * as faultPfcWatchdog from "./faults/pfc-watchdog.ts";
import * as faultSlowReceiver from "./faults/slow-receiver.ts";
import * as faultSwitchDown from "./faults/switch-down.ts";
import * as headroomDsh from "./headroom/dsh.ts";
import * as headroomNone from "./headroom/none.ts";
import * as headroomOneCounter from "./headroom/one-counter.ts";
import * as headroomShp from "./headroom/shp.ts";
import * as headroomSih from "./headroom/sih.ts";
import * as linkBifrost from "./link/bifrost.ts";
import * as linkBifrostx from "./link/bifrostx.ts";
import * as linkCbfc from "./link/cbfc.ts";
import * as linkNone from "./link/none.ts";
import * as linkPfc from "./link/pfc.ts";
import * as linkSwing from "./link/swing.ts";
import * as probeDrops from "./probes/drops.ts";
import * as probeMemory from "./probes/memory.ts";
import * as recoveryGoBackN from "./recovery/go-back-n.ts";
import * as recoveryIrn from "./recovery/irn.ts";
import * as recoveryIrnRewind from "./recovery/irn-rewind.ts";
import * as recoverySelective from "./recovery/selective.ts";
import * as recoveryTcp from "./recovery/tcp.ts";
import * as routingConga from "./routing/conga.ts";
import * as routingCongaSampled from "./routing/conga-sampled.ts";
import * as routingConweave from "./routing/conweave.ts";
import * as routingDrill from "./routing/drill.ts";
import * as routingEcmp from "./routing/ecmp.ts";
import * as routingHermes from "./routing/hermes.ts";
import * as routingLetflow from "./routing/letflow.ts";
import * as routingPinned from "./routing/pinned.ts";
import * as routingPlb from "./routing/plb.ts";
import * as routingSpray from "./routing/spray.ts";
import * as schedulingDwrr from "./scheduling/dwrr.ts";
import * as schedulingRoundRobin from "./scheduling/round-robin.ts";
import * as schedulingStrict from "./scheduling/strict.ts";
import * as topologyChain from "./topology/chain.ts";
import * as topologyClos from "./topology/clos.ts";
import * as topologyDumbbell from "./topology/dumbbell.ts";
import * as topologyFatTree from "./topology/fat-tree.ts";
import * as topologyFile from "./topology/file.ts";
import * as topologyLeafSpine from "./topology/leaf-spine.ts";
import * as topologyMultiPlane from "./topology/multi-plane.ts";
import * as topologyRailOptimised from "./topology/rail-optimised.ts";
import * as topologyStar from "./topology/star.ts";
import * as topologyTwoDc from "./topology/two-dc.ts";
import * as trafficBursts from "./traffic/bursts.ts";
import * as trafficCollective from "./traffic/collective.ts";
import * as trafficTrace from "./traffic/trace.ts";
import * as transportEqds from "./transport/eqds.ts";
import * as transportNdp from "./transport/ndp.ts";
import * as transportNone from "./transport/none.ts";
import * as transportUec from "./transport/uec.ts";
import * as trafficFlows from "./traffic/flows.ts";
import * as trafficIncast from "./traffic/incast.ts";
import * as trafficLongLived from "./traffic/long-lived.ts";
import * as trafficPoisson from "./traffic/poisson.ts";

export const policies = {
  buffer: {
    st: bufferSt,
    dt: bufferDt,
    spfc: bufferSpfc,
    "ingress-egress": bufferIngressEgress,
    trim: bufferTrim,
  },
  headroom: {
    sih: headroomSih,
    shp: headroomShp,
    "one-counter": headroomOneCounter,
    dsh: headroomDsh,
    none: headroomNone,
  },
  link: {
    none: linkNone,
    pfc: linkPfc,
    bifrost: linkBifrost,
    bifrostx: linkBifrostx,
    cbfc: linkCbfc,
    swing: linkSwing,
  },
  detection: {
    none: detectionNone,
    red: detectionRed,
    tcd: detectionTcd,
    int: detectionInt,
  },
  congestion: {
    none: congestionNone,
    dcqcn: congestionDcqcn,
    hpcc: congestionHpcc,
    timely: congestionTimely,
    powertcp: congestionPowertcp,
    dctcp: congestionDctcp,
    newreno: congestionNewreno,
    scripted: congestionScripted,
    "max-min": congestionMaxMin,
    acc: congestionAcc,
  },
  recovery: {
    "go-back-n": recoveryGoBackN,
    selective: recoverySelective,
    irn: recoveryIrn,
    "irn-rewind": recoveryIrnRewind,
    tcp: recoveryTcp,
  },
  transport: {
    none: transportNone,
    eqds: transportEqds,
    ndp: transportNdp,
    uec: transportUec,
  },
  routing: {
    ecmp: routingEcmp,
    pinned: routingPinned,
    spray: routingSpray,
    letflow: routingLetflow,
    drill: routingDrill,
    conga: routingConga,
    "conga-sampled": routingCongaSampled,
    conweave: routingConweave,
    hermes: routingHermes,
    plb: routingPlb,
  },
  scheduling: {
    strict: schedulingStrict,
    dwrr: schedulingDwrr,
    "round-robin": schedulingRoundRobin,
  },
};

export const topologies = {
  star: topologyStar,
  dumbbell: topologyDumbbell,
  chain: topologyChain,
  "leaf-spine": topologyLeafSpine,
  "fat-tree": topologyFatTree,
  clos: topologyClos,
  "two-dc": topologyTwoDc,
  "rail-optimised": topologyRailOptimised,
  "multi-plane": topologyMultiPlane,
  file: topologyFile,
};

export const trafficKinds = {
  flows: trafficFlows,
  "long-lived": trafficLongLived,
  bursts: trafficBursts,
  incast: trafficIncast,
  poisson: trafficPoisson,
  collective: trafficCollective,
  trace: trafficTrace,
};

export const faultKinds = {
  "pause-storm": faultPauseStorm,
  "slow-receiver": faultSlowReceiver,
  "pfc-watchdog": faultPfcWatchdog,
  "link-down": faultLinkDown,
  "switch-down": faultSwitchDown,
  delay: faultDelay,
  "bit-errors": faultBitErrors,
  "lost-pauses": faultLostPauses,
};

export const probes = {
  memory: probeMemory,
  drops: probeDrops,
};

export type Policies = typeof policies;
export type Role = keyof Policies;
