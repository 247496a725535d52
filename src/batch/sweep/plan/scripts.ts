/**
 * Writes scripts for cluster schedulers. Each script starts all tasks of a sweep. A task finds its runs by its index, in a folder that all nodes
 * share (docs/cluster.md).
 */

export type Scheduler = "slurm" | "parallel" | "hyperqueue" | "kubernetes";

export interface Script {
  /** Folder of the sweep, on every node. */
  readonly folder: string;
  /** Name of the scenario. */
  readonly name: string;
  /** The shell command that starts xoff on a node. */
  readonly xoff: string;
  readonly tasks: number;
  /** Number of cores of a task. The task makes as many runs at once. */
  readonly cores: number;
  /** Expected duration of a task, minutes. */
  readonly minutes: number;
  /** Further options of the command, each preceded by a blank. */
  readonly given: string;
}

/** Returns the text of a scheduler's script. `folder` and `xoff` are quoted for a shell already. */
export const scriptOf = (scheduler: Scheduler, script: Script): string => WRITE[scheduler](script);

const WRITE: Readonly<Record<Scheduler, (script: Script) => string>> = {
  slurm: (script) => `#!/bin/bash
#SBATCH --job-name=${jobName(script)}
#SBATCH --array=1-${script.tasks}
#SBATCH --cpus-per-task=${script.cores}
#SBATCH --time=${script.minutes * 4}
#SBATCH --requeue
#SBATCH --open-mode=append
# A task makes only its missing runs, also after a kill or a requeue. The whole array may be submitted again.
exec ${taskOf(script, '"$SLURM_ARRAY_TASK_ID"')}
`,
  parallel: (script) => `#!/bin/sh
# This runs on one machine, or with --sshlogin on several machines that share the folder.
seq ${script.tasks} | parallel --max-args 1 --jobs "\${JOBS:-100%}" ${taskOf(script, "{}")} --quiet
`,
  hyperqueue: (script) => `#!/bin/bash
exec hq submit --name ${jobName(script)} --array 1-${script.tasks} --cpus ${script.cores} --time-limit ${script.minutes * 4}m --crash-limit 5 -- \\
  bash -c ${quoted(`exec ${taskOf(script, '"$HQ_TASK_ID"')}`)}
`,
  kubernetes: (
    script,
  ) => `# The volume "sweep" contains the sweep's folder, and the image contains xoff. Insert both, then: kubectl apply -f this-file
apiVersion: batch/v1
kind: Job
metadata:
  name: ${jobName(script)}
spec:
  completionMode: Indexed
  completions: ${script.tasks}
  parallelism: ${Math.min(script.tasks, 50)}
  backoffLimitPerIndex: 3
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: xoff
          image: registry.example/xoff:latest
          command: [sh, -c, 'exec xoff sweep run /sweep --task "$((JOB_COMPLETION_INDEX + 1))/${script.tasks}" --jobs ${script.cores}${script.given}']
          resources:
            requests: { cpu: "${script.cores}" }
          volumeMounts:
            - { name: sweep, mountPath: /sweep }
      volumes:
        - name: sweep
          persistentVolumeClaim: { claimName: sweep }
`,
};

/** Returns the command of one task. `index` is the shell expression of its index. */
const taskOf = ({ xoff, folder, tasks, cores, given }: Script, index: string): string =>
  `${xoff} sweep run ${folder} --task ${index}/${tasks} --jobs ${cores}${given}`;

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Returns a name that all schedulers accept: lower-case letters, digits and dashes, at most 63 characters. */
function jobName({ name }: Script): string {
  const plain = `xoff-${name}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  return plain.slice(0, 60).replace(/-$/, "");
}
