import type { Browser, Page } from "playwright-core";

/** What the browser's own trace says of a page's main thread: its CPU in milliseconds, which says the same on a busy machine. */
export interface Trace {
  /** Compiling, running and calling scripts whose address matches. What one causes inside another counts once. */
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
  /** Of the thread's own clock. */
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

/** Traces the page while `run` goes on; a tracing browser is a little slower than another. */
export async function traced(browser: Browser, page: Page, run: () => Promise<void>): Promise<Trace> {
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline", "v8", "disabled-by-default-v8.compile"] });
  let text: string;
  try {
    await run();
  } finally {
    text = (await browser.stopTracing()).toString("utf8");
  }
  const { traceEvents } = JSON.parse(text) as { traceEvents: TraceEvent[] };
  return read(traceEvents, page.url());
}

function read(events: readonly TraceEvent[], url: string): Trace {
  // The process that ran most for the page: a window of another site has one of its own.
  const own = new Set(
    events
      .filter(({ name, args }) => name === "CommitLoad" && (args?.data as { readonly url?: string } | undefined)?.url === url)
      .map(({ pid }) => pid),
  );
  const main = new Set(
    events.filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain").map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const onMain = events.filter(({ ph, pid, tid }) => ph === "X" && own.has(pid) && main.has(`${pid} ${tid}`));
  if (onMain.length === 0) throw new Error(`the trace has no main thread of ${url}`);
  return {
    scriptMs: (address) =>
      cpu(
        onMain.filter(({ args }) => {
          const of = args?.data?.url ?? args?.data?.fileName ?? args?.fileName;
          return of !== undefined && address.test(of);
        }),
      ) / 1000,
    longestTaskMs: Math.max(0, ...onMain.filter(({ name }) => name.endsWith("RunTask")).map(({ dur = 0, tdur = dur }) => tdur)) / 1000,
  };
}

/** Microseconds of those that stand in no other of them. */
function cpu(events: readonly TraceEvent[]): number {
  let [sum, end] = [0, 0];
  for (const { ts, dur = 0, tdur = dur } of events.toSorted((a, b) => a.ts - b.ts)) {
    if (ts < end) continue;
    sum += tdur;
    end = ts + dur;
  }
  return sum;
}
