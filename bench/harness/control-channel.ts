import { setTimeout as pause } from "node:timers/promises";
/**
 * Control channel of a measured process: the benchmark sends questions over Node's IPC channel, so
 * that no port, inspector or route is needed. Every process answers `memory`, after two garbage
 * collections if it runs with --expose-gc.
 */
export interface MemoryUsage {
  readonly rss: number;
  readonly heapUsed: number;
  readonly external: number;
}

export function serveControlChannel(
  extraHandlers: Readonly<Record<string, (value: unknown) => unknown>> = {},
): void {
  const handlers: Readonly<Record<string, (value: unknown) => unknown>> = {
    memory: measureMemory,
    ...extraHandlers,
  };
  process.on("message", (message: { id: number; question: string; value: unknown }) => {
    const run = handlers[message.question];
    Promise.resolve()
      .then(() => (run ? run(message.value) : Promise.reject(new Error("is not known"))))
      .then(
        (answer) => process.send?.({ id: message.id, answer }),
        (error: unknown) => process.send?.({ id: message.id, error: String(error) }),
      );
  });
  // The benchmark has ended, so no process would end this one.
  process.on("disconnect", () => process.exit(0));
}

async function measureMemory(): Promise<MemoryUsage> {
  for (let i = 0; i < 2; i++) {
    globalThis.gc?.();
    await pause(100);
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, heapUsed, external };
}
