import type { Clock } from "../../core/command.ts";

export interface WorkLoop {
  readonly isStopped: boolean;
  /** Resolves after `ms` milliseconds, or as soon as the loop is stopped. */
  sleep(ms: number): Promise<void>;
  stop(): void;
}

export function createWorkLoop(clock: Clock): WorkLoop {
  let isStopped = false;
  let wake: (() => void) | null = null;
  return {
    get isStopped() {
      return isStopped;
    },
    sleep: (ms) =>
      new Promise((resolve) => {
        if (isStopped) return resolve();
        const cancel = clock.scheduleAt(clock.now() + ms, resolve);
        wake = () => {
          cancel();
          resolve();
        };
      }),
    stop() {
      isStopped = true;
      wake?.();
    },
  };
}
