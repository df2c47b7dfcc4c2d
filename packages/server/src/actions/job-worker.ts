import type { Clock } from "../core/command.ts";

export interface JobWorkerDeps {
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
  readonly journal: {
    readonly node: number;
    readonly onOtherNodesChange: (listener: (nodes: readonly number[]) => void) => void;
  };
}
/** Where jobs of one kind are processed. `node`: id of this node. */
export interface JobPort {
  readonly node: number;
  /** Processes jobs that are waiting. Returns at once. */
  readonly wake: () => void;
}
/** Processes jobs that a request has stored, in the background. */
export interface JobWorker extends JobPort {
  /** Resolves when no job of this node is left. For tests. */
  settle(): Promise<void>;
  close(): Promise<void>;
}
interface Jobs {
  /** Takes over the jobs of nodes that have ended. `nodes`: those that run, with this one. */
  readonly claim: (nodes: readonly number[]) => Promise<void>;
  /** Processes the next part of a job of this node. Returns false if there is none. */
  readonly processNext: (isClosed: () => boolean) => Promise<boolean>;
  /** Returns the pause after a part, which bounds what jobs take from the live traffic. */
  readonly pauseMs: number | (() => number);
}

const retryMs = 5_000;

/** Runs jobs of one kind. After an error it claims again: another node can have the job. */
export function startJobWorker({ clock, journal, onFault }: JobWorkerDeps, jobs: Jobs): JobWorker {
  let nodes: readonly number[] = [journal.node];
  let running: Promise<void> | null = null;
  let isClaimDue = true;
  let isWorkDue = true;
  let hasFailed = false;
  let isClosed = false;
  let cancelAlarm = (): void => undefined;

  const setAlarm = (delayMs: number): void => {
    cancelAlarm();
    if (!isClosed) cancelAlarm = clock.scheduleAt(clock.now() + delayMs, start);
  };
  const getPause = (): number => (typeof jobs.pauseMs === "number" ? jobs.pauseMs : jobs.pauseMs());
  const processNext = async (): Promise<void> => {
    if (isClaimDue) {
      isClaimDue = false;
      await jobs.claim(nodes);
    }
    isWorkDue = false;
    if (await jobs.processNext(() => isClosed)) isWorkDue = true;
  };
  function start(): void {
    if (isClosed || running !== null) return;
    running = processNext()
      .then(() => void (hasFailed = false))
      .catch((error: unknown) => {
        [hasFailed, isClaimDue, isWorkDue] = [true, true, true];
        if (!isClosed) onFault(error);
      })
      .finally(() => {
        running = null;
        if (isWorkDue || isClaimDue) setAlarm(hasFailed ? retryMs : getPause());
      });
  }
  journal.onOtherNodesChange((others) => {
    nodes = [journal.node, ...others];
    isClaimDue = true;
    start();
  });
  return {
    node: journal.node,
    wake() {
      isWorkDue = true;
      start();
    },
    async settle() {
      while (!isClosed && (running !== null || isWorkDue || isClaimDue)) {
        cancelAlarm();
        start();
        await running;
        // After a failure the alarm starts the next try.
        if (hasFailed) return;
      }
    },
    async close() {
      isClosed = true;
      cancelAlarm();
      await running;
    },
  };
}
