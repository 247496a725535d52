/**
 * Defines the program `xoff`. Each command has its own file. Every error ends with one line on stderr and an exit code.
 *
 * A command's file is imported only when the command is called, so that short commands start at once. Help and unknown commands import all
 * files.
 */
import { Command, CommanderError } from "commander";
import { InputError } from "../../formats/hpcc/input-error.ts";
import { addCodeOptions } from "./files/code.ts";
import { EXIT, Failure } from "./terminal/exit.ts";
import { watchOutlets } from "./terminal/outlets.ts";
import { complain } from "./terminal/terminal.ts";
import { version } from "./terminal/version.ts";

type AddCommand = (program: Command, exit: (code: number) => void) => void;

const commands: Readonly<Record<string, () => Promise<AddCommand>>> = {
  demo: async () => (await import("./demo/command.ts")).addDemo,
  run: async () => (await import("./run/command.ts")).addRun,
  compare: async () => (await import("./compare/command.ts")).addCompare,
  whatif: async () => (await import("./whatif/command.ts")).addWhatIf,
  watchdog: async () => (await import("./watchdog/command.ts")).addWatchdog,
  tune: async () => (await import("./tune/command.ts")).addTune,
  sweep: async () => (await import("./sweep/command.ts")).addSweep,
  query: async () => (await import("./query/command.ts")).addQuery,
  new: async () => (await import("./new/command.ts")).addNew,
  list: async () => (await import("./list/command.ts")).addList,
  explain: async () => (await import("./explain/command.ts")).addExplain,
  import: async () => (await import("./import/command.ts")).addImport,
  test: async () => (await import("./test-policy/command.ts")).addTest,
  schema: async () => (await import("./schema/command.ts")).addSchema,
  check: async () => (await import("./check/command.ts")).addCheck,
  report: async () => (await import("./report/command.ts")).addReport,
  buffer: async () => (await import("./buffer/command.ts")).addBuffer,
  headroom: async () => (await import("./headroom/command.ts")).addHeadroom,
  sonic: async () => (await import("./sonic/command.ts")).addSonic,
  incident: async () => (await import("./incident/command.ts")).addIncident,
  why: async () => (await import("./why/command.ts")).addWhy,
  export: async () => (await import("./export/command.ts")).addExport,
  reproduce: async () => (await import("./reproduce/command.ts")).addReproduce,
  studio: async () => (await import("./studio/command.ts")).addStudio,
  trace: async () => (await import("./trace/command.ts")).addTrace,
  // Must be last: completion covers the commands before it.
  completion: async () => (await import("./completion/command.ts")).addCompletion,
};

const help = `
Examples:
  xoff demo                     a victim of PFC, in a few seconds
  xoff new my.yaml              write a first scenario, with comments
  xoff run my.yaml              run it
  xoff list                     policies, topologies, traffic
  xoff compare my.yaml --vary buffer=st,dt
                                run the same traffic under two policies
  xoff whatif my.yaml           failures, faster NICs, longer cables: one table
  xoff watchdog my.yaml         PFC watchdog times that cut no legitimate PAUSE
  xoff tune my.yaml             better ECN thresholds, alpha, DCQCN parameters
  xoff sweep plan my.yaml --vary buffer=st,dt --seeds 100
                                plan many runs, on one machine or a cluster
  xoff report results/my-1a2b   an HTML page of charts of a run or comparison
  xoff buffer --distance 600km --rate 400Gbps
                                the memory that a long link needs
  xoff headroom --speed 100Gbps --cable 40m
                                the headroom of a lossless class, by ASIC
  xoff sonic lint config_db.json
                                find mistakes in a switch's SONiC config
  xoff incident leaf0.txt --fabric my.yaml
                                the likely origin of a PFC incident
  xoff run --ns3 config.txt     run the input files of HPCC's ns-3 simulator
  xoff reproduce spfc/fig4      a figure of a paper, and its claims
  xoff studio                   the simulator in a browser
  xoff new policy congestion my-cc.ts
                                your own policy; xoff test my-cc.ts tests it
  xoff trace mix.tr | head      print the packet trace of such a run
  xoff run --help               explain one command

Exit codes:
  ${EXIT.done}    done; unfinished flows are named on stderr
  ${EXIT.differs}    xoff run --ns3 --verify found a difference; xoff run --fast-forward
       verify found an error beyond its bound; a trial of xoff test failed; xoff
       sonic lint found a mistake; xoff sweep status or xoff tune --plan found
       missing runs
  ${EXIT.input}    a mistake in a file or an option, with its place: nothing was run,
       nothing written. Or a lossless class lost a packet because of a setting
       or a policy of your own, which ended the run (onDrop: stop)
  ${EXIT.internal}   an internal error, such as a broken invariant: nothing was written;
       xoff compare omits only that row, and xoff run --fast-forward verify
       keeps the results of fast-forward
  ${EXIT.output}   results could not be written: the disk is full or the folder has
       vanished. Or memory ran out
  ${EXIT.busy}   another xoff is writing to that place: nothing was run, nothing written
  ${EXIT.interrupted}  ended by Ctrl-C, ${EXIT.terminated} by SIGTERM, ${EXIT.hungUp} by SIGHUP: the
       measurements so far are written
xoff overwrites only files that it wrote itself. Otherwise it names the file and
ends; --force continues.`;

function exit(code: number): void {
  process.exitCode = code;
}

/** System error codes that are caused by the machine rather than by xoff or its input. */
const MACHINE = /^(ENOSPC|EDQUOT|EIO|EROFS|EACCES|EPERM|EMFILE|ENFILE|ENOMEM|EAGAIN|EFBIG|ESTALE|ENXIO)$/;
const MEMORY = /^(ERR_WORKER_OUT_OF_MEMORY|ERR_WORKER_INIT_FAILED|ERR_MEMORY_ALLOCATION_FAILED|ERR_STRING_TOO_LONG)$/;

/** Whether an error is caused by the machine. `uv_cwd` fails if the current folder was deleted. */
const isMachine = ({ code = "", syscall }: NodeJS.ErrnoException): boolean =>
  MACHINE.test(code) || syscall === "uv_cwd";

const isMemory = (error: Error & { readonly code?: string }): boolean =>
  MEMORY.test(error.code ?? "") || (error instanceof RangeError && error.message === "Array buffer allocation failed");

async function main(args: readonly string[]): Promise<void> {
  const program = new Command("xoff")
    .description("A laboratory for lossless Ethernet: simulate a fabric packet by packet.")
    .version(version, "-V, --version")
    .addHelpText("after", help)
    .showHelpAfterError("(--help explains the command)")
    .exitOverride();
  const known = args.length > 0 && Object.hasOwn(commands, args[0]);
  const asksVersion = args[0] === "-V" || args[0] === "--version";
  const chosen = known ? [args[0]] : asksVersion ? [] : Object.keys(commands);
  for (const name of chosen) {
    (await commands[name]())(program, exit);
    addCodeOptions(program, name);
  }
  if (args.length === 0) program.outputHelp();
  else await program.parseAsync(args, { from: "user" });
}

function fail(error: unknown): void {
  if (error instanceof CommanderError) exit(error.exitCode === 0 ? EXIT.done : EXIT.input);
  else if (error instanceof InputError) {
    complain(error.message);
    exit(EXIT.input);
  } else if (error instanceof Error && error.name === "PolicyError") {
    complain(error.message);
    exit(EXIT.input);
  } else if (error instanceof Failure) {
    for (const line of [error.message, ...error.others]) complain(line);
    exit(error.code);
  } else if (error instanceof Error && isMemory(error)) {
    complain(`Out of memory: ${error.message}. Try a smaller run, or fewer --jobs or --threads.`);
    exit(EXIT.output);
  } else if (error instanceof Error && isMachine(error)) {
    complain(error.message);
    exit(EXIT.output);
  } else {
    complain(`internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    exit(EXIT.internal);
  }
}

const LEAVE_FILES = [
  "demo",
  "run",
  "compare",
  "tune",
  "sweep",
  "report",
  "reproduce",
  "new",
  "import",
  "sonic",
  "schema",
  "export",
];

const args = process.argv.slice(2);
watchOutlets(LEAVE_FILES.includes(args[0]));
process.on("uncaughtException", (error) => {
  fail(error);
  process.exit();
});
main(args).catch(fail);
