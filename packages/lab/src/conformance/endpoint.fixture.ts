import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { runConformanceCommand } from "./main.ts";
import type { ConformanceWaits } from "./options.ts";
import type { Finding, Report } from "./report.ts";

/** One request to an endpoint under test. */
export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
}
/** The response of an endpoint under test. `cut` breaks the connection instead. */
export interface ScriptedResponse {
  readonly status?: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly afterMs?: number;
  readonly cut?: true;
}
export const okResponse: ScriptedResponse = { body: '{"result":"ok"}' };

/** Starts a server on 127.0.0.1 that responds to POST requests with the result of `answer`. */
export async function startEndpoint(
  answer: (received: ReceivedRequest) => ScriptedResponse | Promise<ScriptedResponse>,
): Promise<{ url: string; got: ReceivedRequest[]; close: () => Promise<void> }> {
  const received: ReceivedRequest[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const server = createServer((request, response) => {
    void (async () => {
      const entry = await readRequest(request);
      received.push(entry);
      const { status = 200, body = "", headers = {}, afterMs = 0, cut } = await answer(entry);
      const send = () =>
        response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
      if (cut === true) request.socket.destroy();
      else if (afterMs === 0) send();
      else timers.add(setTimeout(send, afterMs));
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    got: received,
    close: () => {
      for (const timer of timers) clearTimeout(timer);
      server.closeAllConnections();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

async function readRequest(request: IncomingMessage): Promise<ReceivedRequest> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  const text = Buffer.concat(parts).toString();
  return {
    path: request.url ?? "",
    headers: request.headers,
    text,
    json: JSON.parse(text) as Record<string, unknown>,
  };
}

/** Runs `parlour conformance` as a user would. Returns the report and the exit code. */
export const runConformance = (...argv: string[]): Promise<ConformanceRun> =>
  runConformanceWithOutput({}, ...argv);

export interface ConformanceRun {
  readonly code: number;
  readonly report: Report;
  /** Ids of the rules that failed. */
  readonly broken: readonly string[];
}
/** Runs `parlour conformance` and passes its progress output to `onLine`. */
export async function runConformanceWithOutput(
  {
    onLine = () => undefined,
    waits = {},
  }: { onLine?: (line: string) => void; waits?: Partial<ConformanceWaits> },
  ...argv: string[]
): Promise<ConformanceRun> {
  const lines: string[] = [];
  // A machine under load needs more than 3 s for a response.
  const longWaits = { responseMs: 50_000, ...waits };
  const code = await runConformanceCommand({
    argv: [...argv, "--json"],
    env: {},
    out: (line) => void lines.push(line),
    err: onLine,
    waits: longWaits,
  });
  const report = JSON.parse(lines.join("\n")) as Report;
  return { code, report, broken: report.findings.filter(isFailed).map((finding) => finding.rule) };
}
const isFailed = (finding: Finding): boolean => finding.outcome === "failed";
