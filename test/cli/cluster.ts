/** A Slurm with one node in a temporary folder. A test starts and stops slurmctld, slurmd and munged of Debian's slurm-wlm. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { ran } from "./xoff.ts";

const PATH = [process.env.PATH, "/usr/sbin", "/sbin"].join(delimiter);
export const has = (program: string): boolean =>
  PATH.split(delimiter).some((folder) => existsSync(join(folder, program)));

/** By default, the daemons of Slurm and munge start only as root. */
export const hasSlurm =
  process.getuid?.() === 0 && ["slurmctld", "slurmd", "munged", "sbatch"].every((program) => has(program));

export class Slurm {
  private readonly path = mkdtempSync(join(tmpdir(), "xoff-slurm-"));
  private readonly env = { ...process.env, PATH, SLURM_CONF: join(this.path, "slurm.conf") };

  async start(): Promise<void> {
    const { path } = this;
    for (const name of ["state", "spool", "munge"]) mkdirSync(join(path, name), { mode: 0o700 });
    writeFileSync(join(path, "munge", "key"), randomBytes(128), { mode: 0o600 });
    const munge = ["key-file=key", "socket=sock", "pid-file=pid", "log-file=log", "seed-file=seed"].map((option) =>
      `--${option}`.replace("=", `=${join(path, "munge")}/`),
    );
    this.call("munged", "--force", ...munge);
    writeFileSync(join(path, "slurm.conf"), this.config());
    this.call("slurmctld", "-c");
    this.call("slurmd", "-c");
    for (let k = 0; k < 200; k++) {
      if (/ idle/.test(this.call("sinfo", "-h"))) return;
      await delay(100);
    }
    throw new Error(`its node is not idle: ${this.call("sinfo")}`);
  }

  private config(): string {
    const { path } = this;
    const [host] = hostname().split(".");
    const port = 20_000 + (process.pid % 20_000) * 2;
    return `ClusterName=xoff
SlurmctldHost=${host}(127.0.0.1)
SlurmUser=root
SlurmctldPort=${port}
SlurmdPort=${port + 1}
AuthType=auth/munge
AuthInfo=socket=${path}/munge/sock
CredType=cred/munge
StateSaveLocation=${path}/state
SlurmdSpoolDir=${path}/spool
SlurmctldPidFile=${path}/slurmctld.pid
SlurmdPidFile=${path}/slurmd.pid
SlurmctldLogFile=${path}/slurmctld.log
SlurmdLogFile=${path}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SchedulerType=sched/builtin
SchedulerParameters=batch_sched_delay=0,sched_interval=1
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
KillWait=1
NodeName=${host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=${host} Default=YES MaxTime=60 State=UP
`;
  }

  /** Returns the output of a Slurm command. */
  call(program: string, ...args: readonly string[]): string {
    return this.told(program, args);
  }

  /** Submits a script and returns its job number. */
  submit(script: string, folder: string): string {
    const told = this.told("sbatch", ["--parsable", `--chdir=${folder}`, "--output=/dev/null"], script);
    return told.trim();
  }

  private told(program: string, args: readonly string[], input?: string): string {
    const { status, stdout, stderr } = ran(program, args, { env: this.env, input });
    if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr}`);
    return stdout;
  }

  /** Unfinished tasks of an array job: number, abbreviated state, and the reason for which they wait. */
  private tasks(job: string): { readonly task: string; readonly state: string; readonly why: string }[] {
    const lines = this.told("squeue", ["-h", "-r", "-t", "all", "-o", "%K %t %r", "-j", job]).split("\n");
    const all = lines.filter((line) => line !== "").map((line) => line.split(" "));
    const open = all.filter(([, state]) => !["CD", "CA", "F", "TO", "NF", "OOM"].includes(state));
    return open.map(([task, state, why]) => ({ task, state, why }));
  }

  isThere(job: string): boolean {
    return this.tasks(job).length > 0;
  }

  /** The tasks of the array job that are running. */
  running(job: string): string[] {
    return this.tasks(job).flatMap(({ task, state }) => (state === "R" ? [task] : []));
  }

  /** Kills a task and returns it to the queue. */
  requeue(job: string, task: string): void {
    this.call("scontrol", "requeue", `${job}_${task}`);
  }

  /** Starts requeued tasks at once. By default Slurm starts them after two minutes. */
  hasten(job: string): void {
    for (const { task, why } of this.tasks(job))
      if (why === "BeginTime") this.call("scontrol", "update", `jobid=${job}_${task}`, "StartTime=now");
  }

  /** Stops the daemons by their process ids and removes their files. */
  async stop(): Promise<void> {
    for (const pid of ["slurmd.pid", "slurmctld.pid", "munge/pid"]) {
      const file = join(this.path, pid);
      if (existsSync(file)) process.kill(Number(readFileSync(file, "utf8")));
      for (let k = 0; k < 50 && existsSync(file); k++) await delay(50);
    }
    rmSync(this.path, { recursive: true, force: true });
  }
}
