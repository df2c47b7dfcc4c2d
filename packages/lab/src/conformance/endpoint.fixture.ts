import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { conformance } from "./main.ts";
import type { Finding, Report } from "./report.ts";

/** One request to an endpoint under test. */
export interface Got {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
}
/** Its response. `cut` breaks the connection. */
export interface Answered {
  readonly status?: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly afterMs?: number;
  readonly cut?: true;
}
export const ok: Answered = { body: '{"result":"ok"}' };

/** Starts a server on 127.0.0.1 that answers POST requests with `answer`. */
export async function serve(
  answer: (got: Got) => Answered | Promise<Answered>,
): Promise<{ url: string; got: Got[]; close: () => Promise<void> }> {
  const got: Got[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const server = createServer((request, response) => {
    void (async () => {
      const one = await gotOf(request);
      got.push(one);
      const { status = 200, body = "", headers = {}, afterMs = 0, cut } = await answer(one);
      const send = () => response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
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
    got,
    close: () => {
      for (const timer of timers) clearTimeout(timer);
      server.closeAllConnections();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

async function gotOf(request: IncomingMessage): Promise<Got> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  const text = Buffer.concat(parts).toString();
  return { path: request.url ?? "", headers: request.headers, text, json: JSON.parse(text) as Record<string, unknown> };
}

/** Runs `parlour conformance` as a user would. Returns its report and exit code. */
export const run = (...argv: string[]): Promise<Ran> => runHearing(() => undefined, ...argv);

export interface Ran {
  readonly code: number;
  readonly report: Report;
  /** Rules that failed. */
  readonly broken: readonly string[];
}
/** Runs it and passes its progress output to `onLine`. */
export async function runHearing(hear: (line: string) => void, ...argv: string[]): Promise<Ran> {
  const lines: string[] = [];
  const code = await conformance({ argv: [...argv, "--json"], env: {}, out: (line) => void lines.push(line), err: hear });
  const report = JSON.parse(lines.join("\n")) as Report;
  return { code, report, broken: report.findings.filter(isFailed).map((finding) => finding.rule) };
}
const isFailed = (finding: Finding): boolean => finding.outcome === "failed";
