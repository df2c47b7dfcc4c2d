import type { Browser, Page } from "playwright-core";

/**
 * CPU of a page's main thread in milliseconds, from the browser's trace. Independent of other load
 * on the machine.
 */
export interface Trace {
  /**
   * Returns the time for compiling, running and calling scripts whose URL matches. Nested events
   * count once.
   */
  scriptMs(address: RegExp): number;
  readonly longestTaskMs: number;
}
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  /** Duration by the thread's own clock. */
  readonly tdur?: number;
  readonly args?: {
    readonly name?: string;
    readonly fileName?: string;
    readonly data?: {
      readonly url?: string;
      readonly fileName?: string;
      readonly frames?: readonly { readonly url: string; readonly processId?: number }[];
    };
  };
}

/** Traces the page during `run`. A tracing browser is slightly slower. */
export async function traceMainThread(
  browser: Browser,
  page: Page,
  run: () => Promise<void>,
): Promise<Trace> {
  await browser.startTracing(page, {
    categories: ["toplevel", "devtools.timeline", "v8", "disabled-by-default-v8.compile"],
  });
  let text: string;
  try {
    await run();
  } finally {
    text = (await browser.stopTracing()).toString("utf8");
  }
  const { traceEvents } = JSON.parse(text) as { traceEvents: TraceEvent[] };
  return readTrace(traceEvents, page.url());
}

function readTrace(events: readonly TraceEvent[], url: string): Trace {
  // The process of the page. An iframe of another site has its own process.
  const processIds = new Set(
    events
      .filter(
        ({ name, args }) =>
          name === "CommitLoad" &&
          (args?.data as { readonly url?: string } | undefined)?.url === url,
      )
      .map(({ pid }) => pid),
  );
  const main = new Set(
    events
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const mainThreadEvents = events.filter(
    ({ ph, pid, tid }) => ph === "X" && processIds.has(pid) && main.has(`${pid} ${tid}`),
  );
  if (mainThreadEvents.length === 0) throw new Error(`the trace has no main thread of ${url}`);
  return {
    scriptMs: (address) =>
      sumCpuMicros(
        mainThreadEvents.filter(({ args }) => {
          const scriptUrl = args?.data?.url ?? args?.data?.fileName ?? args?.fileName;
          return scriptUrl !== undefined && address.test(scriptUrl);
        }),
      ) / 1000,
    longestTaskMs:
      Math.max(
        0,
        ...mainThreadEvents
          .filter(({ name }) => name.endsWith("RunTask"))
          .map(({ dur = 0, tdur = dur }) => tdur),
      ) / 1000,
  };
}

/** Returns the microseconds of the events that are not nested in another one. */
function sumCpuMicros(events: readonly TraceEvent[]): number {
  let [sum, end] = [0, 0];
  for (const { ts, dur = 0, tdur = dur } of events.toSorted((a, b) => a.ts - b.ts)) {
    if (ts < end) continue;
    sum += tdur;
    end = ts + dur;
  }
  return sum;
}
