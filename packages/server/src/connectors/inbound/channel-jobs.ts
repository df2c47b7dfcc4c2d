/** Lasting work for one channel, such as polling its service. */
export interface ChannelJob {
  readonly channelId: number;
  /** The work is ended and started again if this changes, for example to other settings. */
  readonly key: string;
  readonly start: () => StartedJob;
}
interface StartedJob {
  /** Ends the work. A promise resolves when what it does now is done. */
  readonly close: () => Promise<void> | void;
}

interface ChannelJobs {
  /** Starts the jobs that do not run yet, and ends those that are not listed or have changed. */
  synchronize(jobs: readonly ChannelJob[]): void;
  close(): Promise<void>;
}

/** Creates the jobs of a connector, at most one per channel. */
export function createChannelJobs(onFault: (error: unknown) => void): ChannelJobs {
  const running = new Map<number, { readonly key: string; readonly job: StartedJob }>();
  const closing = new Set<Promise<void>>();
  const stop = (id: number): void => {
    const job = running.get(id)?.job;
    running.delete(id);
    const closed = (async () => job?.close())().catch(onFault);
    closing.add(closed);
    void closed.then(() => closing.delete(closed));
  };
  return {
    synchronize(jobs) {
      const keys = new Map(jobs.map(({ channelId, key }) => [channelId, key]));
      for (const [id, { key }] of running) if (keys.get(id) !== key) stop(id);
      for (const { channelId, key, start } of jobs)
        if (!running.has(channelId)) running.set(channelId, { key, job: start() });
    },
    async close() {
      for (const id of running.keys()) stop(id);
      await Promise.all(closing);
    },
  };
}
