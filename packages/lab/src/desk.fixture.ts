import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lab } from "./main.ts";

/** Signing secret of everything that the stand-in makes. */
export const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const ends: (() => Promise<unknown> | void)[] = [];
/** Ends what a test has started, the latest first. */
export async function endAll(): Promise<void> {
  for (const end of ends.splice(0).toReversed()) await end();
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Record<string, unknown>;
}
/** A stand-in for the service API: what is in it, by path, and what was asked. */
export async function standIn(): Promise<{
  url: string;
  calls: Call[];
  things: Map<string, Record<string, unknown>>;
  answer: (status: number) => void;
}> {
  const calls: Call[] = [];
  const things = new Map<string, Record<string, unknown>>();
  let botAnswer = 200;
  let made = 0;
  const server = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
      const [path = ""] = (request.url ?? "").split("?");
      const body = parts.length === 0 ? {} : (JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>);
      calls.push({ method: request.method ?? "", path, headers: request.headers, body });
      const send = (status: number, value: unknown) =>
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
      if (path.startsWith("/bot/")) {
        send(
          botAnswer,
          botAnswer === 200 ? { result: "ok" } : { error: { code: "invalid_request", message: "No", reason: "chat_handed_over" } },
        );
        return;
      }
      if (request.headers.authorization !== "Bearer pk_owner") {
        send(403, { error: { code: "forbidden", message: "No" } });
        return;
      }
      const name = path.replace("/api/v1", "");
      if (request.method === "DELETE") {
        send(things.delete(name) ? 200 : 404, {});
        return;
      }
      if (request.method === "POST" && /^\/(?:bot-providers|bots|webhooks)$/.test(name)) {
        made += 1;
        const id = name === "/bot-providers" ? `provider${made}` : made;
        const address = `${url()}/bot/webhooks/${String(body["provider_id"])}/${String(body["token"])}`;
        const thing = { ...body, id, ...(name === "/bots" ? { address } : {}) };
        things.set(`${name}/${id}`, thing);
        send(201, { ...thing, signing_secret: secret });
        return;
      }
      if (request.method === "GET") {
        send(200, { items: [...things].filter(([key]) => key.startsWith(`${name}/`)).map(([, thing]) => thing), egress_allow: [] });
        return;
      }
      send(200, { egress_allow: [] });
    })();
  });
  const url = await listen(server);
  return { url: url(), calls, things, answer: (status) => (botAnswer = status) };
}

async function listen(server: Server): Promise<() => string> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  ends.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  return () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The lab on a free port, ready. */
export async function startLab(...args: string[]): Promise<{ base: string; lines: string[]; stop: () => Promise<number> }> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  const lines: string[] = [];
  const stopping = new AbortController();
  let code: Promise<number> = Promise.resolve(0);
  await new Promise<void>((resolve) => {
    const put = (line: string) => {
      lines.push(line);
      if (line.startsWith("Ctrl+C")) resolve();
    };
    code = lab({
      argv: ["--port", String(port), ...args],
      env: { XDG_CONFIG_HOME: mkdtempSync(join(tmpdir(), "lab-")) },
      out: put,
      err: put,
      signal: stopping.signal,
    });
  });
  const stop = () => {
    stopping.abort();
    return code;
  };
  ends.push(stop);
  return { base: `http://127.0.0.1:${port}`, lines, stop };
}
