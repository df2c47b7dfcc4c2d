import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { readFileSync } from "node:fs";
import { actions } from "./actions.ts";
import { readBody } from "./body.ts";
import { receiveBotEvent } from "./bot/endpoint.ts";
import { receive } from "./endpoint.ts";
import { receiveHookEvent } from "./hook/endpoint.ts";
import type { Register } from "./register.ts";
import type { LabState } from "./state.ts";

const files: Readonly<Record<string, { readonly type: string; readonly body: Buffer }>> = {
  "/": page("index.html", "text/html; charset=utf-8"),
  "/lab.js": page("lab.js", "text/javascript; charset=utf-8"),
  "/view.js": page("view.js", "text/javascript; charset=utf-8"),
  "/bot.js": page("bot.js", "text/javascript; charset=utf-8"),
  "/webhook.js": page("webhook.js", "text/javascript; charset=utf-8"),
  "/lab.css": page("lab.css", "text/css; charset=utf-8"),
};
const safe = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
};
const maxViewers = 16;

type Endpoint = (state: LabState, request: IncomingMessage, response: ServerResponse) => Promise<void>;
const endpoints: ReadonlyMap<string, Endpoint> = new Map([
  ["chat", receive],
  ["bot", receiveBotEvent],
  ["webhook", receiveHookEvent],
]);

/** Builds the lab's server: `/chat/…`, `/bot/…` and `/webhook` are the integrator's endpoints, the rest is the page, for this machine only. */
export function buildServer(state: LabState, register: Register, changed: () => void): Server {
  let viewers = 0;
  return createServer((request, response) => {
    void route(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
      process.stderr.write(`lab: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    });
  });

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    const endpoint = endpoints.get(path.split("/")[1] ?? "");
    if (endpoint !== undefined) {
      if (request.method !== "POST") {
        response.writeHead(405, { allow: "POST" }).end();
        return;
      }
      await endpoint(state, request, response);
      return;
    }
    if (!isLocal(request, state)) {
      response.writeHead(403, safe).end("The lab's page is for this machine only.");
      return;
    }
    const file = files[path];
    if (request.method === "GET" && file !== undefined) {
      response.writeHead(200, { ...safe, "content-type": file.type }).end(file.body);
      return;
    }
    if (request.method === "GET" && path === "/events") {
      events(response);
      return;
    }
    if (request.method === "POST" && path.startsWith("/do/")) {
      await act(path.slice(4), request, response);
      return;
    }
    response.writeHead(404, safe).end("Not found");
  }

  function events(response: ServerResponse): void {
    if (viewers >= maxViewers) {
      response.writeHead(503, safe).end();
      return;
    }
    viewers += 1;
    response.writeHead(200, { ...safe, "content-type": "text/event-stream" });
    const send = (change: unknown) => {
      // A page that does not read is cut off; it comes back and gets everything again.
      if (response.writableLength > 8_388_608) response.destroy();
      else response.write(`data: ${JSON.stringify(change)}\n\n`);
    };
    for (const change of state.snapshot()) send(change);
    const stop = state.subscribe(send);
    response.on("close", () => {
      viewers -= 1;
      stop();
    });
  }

  async function act(name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const reply = (status: number, body: unknown) => {
      response.writeHead(status, { ...safe, "content-type": "application/json" }).end(JSON.stringify(body));
    };
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (action === undefined) {
      reply(404, { fault: "Unknown action." });
      return;
    }
    if (request.headers["content-type"] !== "application/json") {
      reply(415, { fault: "The body must be JSON." });
      return;
    }
    const text = await readBody(request);
    let input: unknown;
    try {
      input = JSON.parse(text ?? "");
    } catch {
      input = null;
    }
    if (typeof input !== "object" || input === null) {
      reply(400, { fault: "The body must be a JSON object." });
      return;
    }
    const outcome = await action(state, { ...input }, register);
    if ("ok" in outcome) changed();
    reply("fault" in outcome ? 400 : 200, outcome);
  }
}

/** Pages of other sites and other machines must not write as customers: same machine, our own name, our own origin. */
function isLocal(request: IncomingMessage, state: LabState): boolean {
  const from = request.socket.remoteAddress ?? "";
  const port = request.socket.localPort;
  const names = [`127.0.0.1:${port}`, `localhost:${port}`, state.setup.address];
  const origin = request.headers.origin;
  const same = origin === undefined || names.some((name) => origin === `http://${name}`);
  return /^(?:127\.|::1$|::ffff:127\.)/.test(from) && names.includes(request.headers.host ?? "") && same;
}

function page(name: string, type: string): { type: string; body: Buffer } {
  return { type, body: readFileSync(new URL(`../page/${name}`, import.meta.url)) };
}
