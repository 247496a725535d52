/**
 * The time of each experiment at quick scale, in minutes of one core, rounded up. 0: a computed experiment without runs.
 *
 * To measure a new experiment, run it with `xoff reproduce`. This command stores a file for each run, with the run's duration in the
 * field `seconds`. Add up these durations.
 */
const TABLE = `
spfc: fig2=1 fig4=2 fig5=1 fig6=1 fig9=0 tab2=0 fig11=3 fig12=1 fig13=2 fig14=1 sec4d=1 fig15=3 fig16=3 tab3=3 fig17=1 fig18=2
acc: fig2=1 fig3=1 fig4=1 fig9=1 fig10=1 fig11=1 tab2=2 fig13=8 fig14=8 fig15=8 fig16=1 fig17=0 fig18=1 fig19=1 fig20=1
plb: fig2=1 fig3=1 fig4=1 fig5=1 fig7=5
dsh: fig4=0 fig5=1 fig6=1 fig10=1 fig11=1 fig12=2 fig13=1 fig14=1 fig15=4
bifrost: tab1=1 tab2=0 sec4c=0 sec4d=1 sec6a=1 fig2=1 fig4=1 fig7=1 fig11=1 fig13=2 fig14=3 fig15=3 fig16=3 fig17=3 fig18=2 fig19=1 fig20=2 fig21=1 fig22=1 fig23=1 fig24=1
cross: spfc-x-dcqcn=1 deadlocks=2 step=1 lb-asymmetry=2 buffer-x-cc=2 lb-x-cc=3 inter-dc=2 collectives=4 all-reduce=4 best=4 transports=4
`;

export const quickMinutes: Readonly<Record<string, number>> = Object.fromEntries(
  TABLE.trim()
    .split("\n")
    .flatMap((line) => {
      const [paper, figures] = line.split(": ");
      return figures.split(" ").map((figure) => {
        const [name, minutes] = figure.split("=");
        return [`${paper}/${name}`, Number(minutes)];
      });
    }),
);

/** "4 min". */
export function quickTime(id: string): string {
  const minutes = quickMinutes[id];
  return minutes === 0 ? "at once" : `${minutes} min`;
}
