import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { getQuantile } from "./stats.ts";

/**
 * HTTP load over raw sockets: `senders` keep-alive connections in a closed loop, or in an open loop
 * at a fixed rate. Parses only the status line and Content-Length.
 */
export interface LoadOptions {
  readonly port: number;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly senders: number;
  readonly durationMs: number;
  readonly warmupMs?: number;
  /** Open loop: total requests per second. Absent: closed loop. */
  readonly rate?: number;
  /**
   * Also counts requests that were due in the measured time but answered after it. Otherwise a
   * server that falls behind would look fast.
   */
  readonly countsLate?: boolean;
  /** Ends after this many requests of each sender. */
  readonly requests?: number;
  /**
   * Whether a request whose connection was closed counts as refused, with status 0, and the sender
   * opens another connection. Default: false, so that the load ends with an error.
   */
  readonly reconnects?: boolean;
  /** Ends the load early. */
  readonly signal?: AbortSignal;
  /** Returns the body of the n-th request of a sender. Called right before it is written. */
  readonly body: (sender: number, n: number) => string;
  /** Called when a request is written, and when its response arrived. */
  readonly onSent?: (sender: number, n: number, at: number) => void;
  readonly onResponse?: (sender: number, n: number, status: number, at: number) => void;
  /** Port for a sender, if senders use several servers. */
  readonly portOf?: (sender: number) => number;
  /** Path of the n-th request of a sender, if requests go to different channels. */
  readonly pathOf?: (sender: number, n: number) => string;
  /** Further headers of the n-th request of a sender. */
  readonly headersOf?: (sender: number, n: number) => Record<string, string>;
}
/** Figures of a load that all load generators measure. */
export interface LoadFigures {
  /** All written requests, including those of the warm-up. */
  readonly sent: number;
  /** Accepted within the measured time. */
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}
export interface LoadResult extends LoadFigures {
  /** Requests sent and accepted (status 2xx) within the measured time. */
  readonly count: number;
  readonly refused: number;
  /** Responses by status, except 2xx. */
  readonly statuses: Readonly<Record<number, number>>;
  readonly seconds: number;
  readonly latencies: Float64Array;
}

export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const latencies: number[] = [];
  const statuses: Record<number, number> = {};
  let sent = 0;
  const start = performance.now();
  const measureFrom = start + (options.warmupMs ?? 0);
  const end = measureFrom + options.durationMs;
  const senders = Array.from({ length: options.senders }, (_, i) =>
    runSender(options, i, start, end, (startedAt, status) => {
      const now = performance.now();
      sent++;
      if (status < 200 || status > 299) statuses[status] = (statuses[status] ?? 0) + 1;
      else if (startedAt >= measureFrom && (now <= end || options.countsLate === true))
        latencies.push(now - startedAt);
    }),
  );
  await Promise.all(senders);
  return toLoadResult(latencies, { sent, statuses, durationMs: options.durationMs });
}

/** Computes the figures of a load from its latencies in ms. */
export function toLoadResult(
  latencies: readonly number[],
  { sent, statuses, durationMs }: Pick<LoadResult, "sent" | "statuses"> & { durationMs: number },
): LoadResult {
  const sorted = Float64Array.from(latencies).sort();
  const seconds = durationMs / 1000;
  return {
    count: sorted.length,
    sent,
    refused: Object.values(statuses).reduce((sum, n) => sum + n, 0),
    statuses,
    seconds,
    perSecond: sorted.length / seconds,
    p50: getQuantile(sorted, 0.5),
    p99: getQuantile(sorted, 0.99),
    latencies: sorted,
  };
}

async function runSender(
  options: LoadOptions,
  sender: number,
  start: number,
  end: number,
  onDone: (startedAt: number, status: number) => void,
): Promise<void> {
  const fixedHeaders = formatHeaders(options.headers ?? {});
  const open = (): Promise<Socket> => openSocket(options.portOf?.(sender) ?? options.port);
  let socket = await open();
  let reader = createResponseReader(socket);
  const reopen = async (): Promise<void> => {
    socket = await open();
    reader = createResponseReader(socket);
  };
  const gap = options.rate === undefined ? 0 : (options.senders / options.rate) * 1000;
  let due = start + (gap * sender) / options.senders;
  try {
    for (let n = 0; n < (options.requests ?? Number.POSITIVE_INFINITY); n++) {
      if (gap > 0) {
        const wait = due - performance.now();
        if (wait > 0) await pause(wait);
      }
      if (performance.now() >= end || options.signal?.aborted === true) return;
      if (options.reconnects === true && socket.closed) await reopen();
      const body = options.body(sender, n);
      const path = options.pathOf?.(sender, n) ?? options.path;
      const extra =
        options.headersOf === undefined
          ? fixedHeaders
          : fixedHeaders + formatHeaders(options.headersOf(sender, n));
      // In the open loop, latency counts from when the request was due.
      const startedAt = gap > 0 ? due : performance.now();
      due += gap;
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n${extra}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
      options.onSent?.(sender, n, performance.now());
      let status = 0;
      try {
        status = await reader();
      } catch (error) {
        if (options.reconnects !== true) throw error;
        await reopen();
      }
      options.onResponse?.(sender, n, status, performance.now());
      onDone(startedAt, status);
    }
  } finally {
    socket.destroy();
  }
}

const formatHeaders = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([k, v]) => `${k}: ${v}\r\n`)
    .join("");

/**
 * Throws if requests were rejected, because figures of a server that returns errors are
 * meaningless.
 */
export function assertAllAccepted(result: LoadResult, label: string): LoadResult {
  if (result.refused > 0)
    throw new Error(
      `${label}: ${result.refused} requests were not accepted: ${JSON.stringify(result.statuses)}`,
    );
  if (result.count === 0) throw new Error(`${label}: nothing was answered`);
  return result;
}

function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true }, () => resolve(socket));
    socket.once("error", reject);
  });
}

/** Returns a function that resolves with the status of the next response on the connection. */
function createResponseReader(socket: Socket): () => Promise<number> {
  let buffered = "";
  let pendingRead: { resolve: (status: number) => void; reject: (error: Error) => void } | null =
    null;
  const tryRead = (): void => {
    if (pendingRead === null) return;
    const head = buffered.indexOf("\r\n\r\n");
    if (head < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(buffered.slice(0, head))?.[1] ?? 0);
    if (buffered.length < head + 4 + length) return;
    const status = Number(buffered.slice(9, 12));
    buffered = buffered.slice(head + 4 + length);
    const { resolve } = pendingRead;
    pendingRead = null;
    resolve(status);
  };
  socket.on("data", (chunk) => {
    buffered += chunk.toString("latin1");
    tryRead();
  });
  const handleClose = (): void => pendingRead?.reject(new Error("connection closed by the server"));
  socket.on("close", handleClose);
  socket.on("error", handleClose);
  return () =>
    new Promise((resolve, reject) => {
      pendingRead = { resolve, reject };
      if (socket.closed) handleClose();
      else tryRead();
    });
}
