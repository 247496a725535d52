/** All experiments, in the order of docs/experiments.md. To add one, write its file in the folder of its paper and list it here. */
import type { Experiment } from "./experiment.ts";
import { fig2 as accFig2 } from "./acc/fig2.ts";
import { fig3 as accFig3 } from "./acc/fig3.ts";
import { fig4 as accFig4 } from "./acc/fig4.ts";
import { fig9 as accFig9 } from "./acc/fig9.ts";
import { fig10 as accFig10 } from "./acc/fig10.ts";
import { fig11 as accFig11 } from "./acc/fig11.ts";
import { fig13 as accFig13 } from "./acc/fig13.ts";
import { fig14 as accFig14 } from "./acc/fig14.ts";
import { fig15 as accFig15 } from "./acc/fig15.ts";
import { fig16 as accFig16 } from "./acc/fig16.ts";
import { fig17 as accFig17 } from "./acc/fig17.ts";
import { fig18 as accFig18 } from "./acc/fig18.ts";
import { fig19 as accFig19 } from "./acc/fig19.ts";
import { fig20 as accFig20 } from "./acc/fig20.ts";
import { tab2 as accTab2 } from "./acc/tab2.ts";
import { fig2 as bifrostFig2 } from "./bifrost/fig2.ts";
import { fig4 as bifrostFig4 } from "./bifrost/fig4.ts";
import { fig7 as bifrostFig7 } from "./bifrost/fig7.ts";
import { fig11 as bifrostFig11 } from "./bifrost/fig11.ts";
import { fig13 as bifrostFig13 } from "./bifrost/fig13.ts";
import { fig14 as bifrostFig14 } from "./bifrost/fig14.ts";
import { fig15 as bifrostFig15 } from "./bifrost/fig15.ts";
import { fig16 as bifrostFig16 } from "./bifrost/fig16.ts";
import { fig17 as bifrostFig17 } from "./bifrost/fig17.ts";
import { fig18 as bifrostFig18 } from "./bifrost/fig18.ts";
import { fig19 as bifrostFig19 } from "./bifrost/fig19.ts";
import { fig20 as bifrostFig20 } from "./bifrost/fig20.ts";
import { fig21 as bifrostFig21 } from "./bifrost/fig21.ts";
import { fig22 as bifrostFig22 } from "./bifrost/fig22.ts";
import { fig23 as bifrostFig23 } from "./bifrost/fig23.ts";
import { fig24 as bifrostFig24 } from "./bifrost/fig24.ts";
import { sec4c as bifrostSec4c } from "./bifrost/sec4c.ts";
import { sec4d as bifrostSec4d } from "./bifrost/sec4d.ts";
import { sec6a as bifrostSec6a } from "./bifrost/sec6a.ts";
import { tab1 as bifrostTab1 } from "./bifrost/tab1.ts";
import { tab2 as bifrostTab2 } from "./bifrost/tab2.ts";
import { best } from "./cross/best.ts";
import { bufferXCc } from "./cross/buffer-x-cc.ts";
import { allReduce, collectives } from "./cross/collectives.ts";
import { interDc } from "./cross/inter-dc.ts";
import { lbAsymmetry } from "./cross/lb-asymmetry.ts";
import { lbXCc } from "./cross/lb-x-cc.ts";
import { deadlocks } from "./cross/deadlocks.ts";
import { spfcXDcqcn } from "./cross/spfc-x-dcqcn.ts";
import { step } from "./cross/step.ts";
import { transports } from "./cross/transports.ts";
import { fig4 as dshFig4 } from "./dsh/fig4.ts";
import { fig5 as dshFig5 } from "./dsh/fig5.ts";
import { fig6 as dshFig6 } from "./dsh/fig6.ts";
import { fig10 as dshFig10 } from "./dsh/fig10.ts";
import { fig11 as dshFig11 } from "./dsh/fig11.ts";
import { fig12 as dshFig12 } from "./dsh/fig12.ts";
import { fig13 as dshFig13 } from "./dsh/fig13.ts";
import { fig14 as dshFig14 } from "./dsh/fig14.ts";
import { fig15 as dshFig15 } from "./dsh/fig15.ts";
import { fig2 as plbFig2 } from "./plb/fig2.ts";
import { fig3 as plbFig3 } from "./plb/fig3.ts";
import { fig4 as plbFig4 } from "./plb/fig4.ts";
import { fig5 as plbFig5 } from "./plb/fig5.ts";
import { fig7 as plbFig7 } from "./plb/fig7.ts";
import { fig2 as spfcFig2 } from "./spfc/fig2.ts";
import { fig4 as spfcFig4 } from "./spfc/fig4.ts";
import { fig5 as spfcFig5 } from "./spfc/fig5.ts";
import { fig6 as spfcFig6 } from "./spfc/fig6.ts";
import { fig9 as spfcFig9 } from "./spfc/fig9.ts";
import { fig11 as spfcFig11 } from "./spfc/fig11.ts";
import { fig12 as spfcFig12 } from "./spfc/fig12.ts";
import { fig13 as spfcFig13 } from "./spfc/fig13.ts";
import { fig14 as spfcFig14 } from "./spfc/fig14.ts";
import { fig15 as spfcFig15 } from "./spfc/fig15.ts";
import { fig16 as spfcFig16 } from "./spfc/fig16.ts";
import { fig17 as spfcFig17 } from "./spfc/fig17.ts";
import { fig18 as spfcFig18 } from "./spfc/fig18.ts";
import { sec4d as spfcSec4d } from "./spfc/sec4d.ts";
import { tab2 as spfcTab2 } from "./spfc/tab2.ts";
import { tab3 as spfcTab3 } from "./spfc/tab3.ts";

// prettier-ignore
const spfc = [
  spfcFig2, spfcFig4, spfcFig5, spfcFig6, spfcFig9, spfcSec4d, spfcTab2, spfcFig11,
  spfcFig12, spfcFig13, spfcFig14, spfcFig15, spfcFig16, spfcTab3, spfcFig17, spfcFig18,
];
// prettier-ignore
const acc = [
  accFig2, accFig3, accFig4, accFig9, accFig10, accFig11, accTab2, accFig13,
  accFig14, accFig15, accFig16, accFig17, accFig18, accFig19, accFig20,
];
const plb = [plbFig2, plbFig3, plbFig4, plbFig5, plbFig7];
const dsh = [dshFig4, dshFig5, dshFig6, dshFig10, dshFig11, dshFig12, dshFig13, dshFig14, dshFig15];
// prettier-ignore
const bifrost = [
  bifrostTab1, bifrostTab2, bifrostSec4c, bifrostSec4d, bifrostSec6a, bifrostFig2, bifrostFig4, bifrostFig7,
  bifrostFig11, bifrostFig13, bifrostFig14, bifrostFig15, bifrostFig16, bifrostFig17, bifrostFig18, bifrostFig19,
  bifrostFig20, bifrostFig21, bifrostFig22, bifrostFig23, bifrostFig24,
];
// prettier-ignore
const cross = [
  spfcXDcqcn, deadlocks, step, lbAsymmetry, bufferXCc, lbXCc, interDc, collectives,
  allReduce, best, transports,
];

/** Figures and tables of papers, in the order of docs/experiments.md. */
export const experiments: readonly Experiment[] = [...spfc, ...acc, ...plb, ...dsh, ...bifrost, ...cross];
