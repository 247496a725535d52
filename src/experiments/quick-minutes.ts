/**
 * How long each experiment takes at quick scale, so that whoever starts one knows: minutes of one core, rounded up; 0: it is computed.
 *
 * A new experiment is measured once, by hand: the `seconds` of the rows that `xoff reproduce` keeps of it, added up.
 */
export const quickMinutes: Readonly<Record<string, number>> = {
  "spfc/fig2": 1,
  "spfc/fig4": 1,
  "spfc/fig5": 1,
  "spfc/fig6": 1,
  "spfc/fig9": 0,
  "spfc/tab2": 0,
  "spfc/fig11": 1,
  "spfc/fig12": 1,
  "spfc/fig13": 1,
  "spfc/fig14": 1,
  "spfc/fig17": 2,
  "spfc/fig18": 1,
  "acc/fig2": 1,
  "acc/fig3": 1,
  "acc/fig4": 1,
  "acc/fig9": 1,
  "acc/fig10": 1,
  "acc/fig11": 1,
  "acc/tab2": 2,
  "acc/fig17": 0,
  "acc/fig20": 1,
  "plb/fig2": 1,
  "plb/fig3": 2,
  "plb/fig4": 1,
  "plb/fig5": 2,
  "plb/fig7": 2,
  "dsh/fig4": 0,
  "dsh/fig6": 1,
  "dsh/fig10": 1,
  "dsh/fig11": 1,
  "dsh/fig12": 4,
  "dsh/fig13": 1,
  "bifrost/tab1": 0,
  "bifrost/tab2": 0,
  "bifrost/sec4c": 0,
  "bifrost/sec6a": 1,
  "bifrost/fig2": 1,
  "bifrost/fig4": 1,
  "bifrost/fig7": 1,
  "bifrost/fig11": 1,
  "bifrost/fig13": 1,
  "bifrost/fig14": 2,
  "bifrost/fig15": 2,
  "bifrost/fig16": 3,
  "bifrost/fig17": 2,
  "bifrost/fig18": 2,
  "bifrost/fig19": 3,
  "bifrost/fig20": 2,
  "bifrost/fig21": 1,
  "bifrost/fig22": 2,
  "bifrost/fig23": 2,
  "bifrost/fig24": 1,
  "cross/spfc-x-dcqcn": 1,
  "cross/spfc-readings": 1,
  "cross/step": 1,
  "cross/lb-asymmetry": 2,
};

/** "4 min". */
export function quickTime(id: string): string {
  const minutes = quickMinutes[id];
  return minutes === 0 ? "at once" : `${minutes} min`;
}
