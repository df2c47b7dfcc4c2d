import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { labPageActions } from "./actions.ts";
import { readBody } from "./endpoints/body.ts";
import { receiveBotEvent } from "./bot/endpoint.ts";
import { receiveChannelMessage } from "./channel/endpoint.ts";
import { receiveWebhookEvent } from "./hook/endpoint.ts";
import type { LabRegistration } from "./registration.ts";
import type { LabState } from "./state.ts";
import { readFileSync } from "node:fs";

/** Files of the lab's page, by path. */
const files: Readonly<Record<string, { readonly type: string; readonly body: Buffer }>> = {
  "/": loadPageFile("index.html", "text/html; charset=utf-8"),
  "/lab.js": loadPageFile("lab.js", "text/javascript; charset=utf-8"),
  "/view.js": loadPageFile("view.js", "text/javascript; charset=utf-8"),
  "/bot.js": loadPageFile("bot.js", "text/javascript; charset=utf-8"),
  "/webhook.js": loadPageFile("webhook.js", "text/javascript; charset=utf-8"),
  "/services.js": loadPageFile("services.js", "text/javascript; charset=utf-8"),
  "/lab.css": loadPageFile("lab.css", "text/css; charset=utf-8"),
};
/** Headers of all responses to the page. */
const securityHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
};

const maxViewers = 16;
/** Largest body of an action. A file in it is in base64. */
const maxActionBytes = 16_777_216;

type Endpoint = (
  state: LabState,
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<void>;
const endpoints: ReadonlyMap<string, Endpoint> = new Map([
  ["chat", receiveChannelMessage],
  ["bot", receiveBotEvent],
  ["webhook", receiveWebhookEvent],
]);

/** Context of a page action. `onChange` is called after a successful action. */
interface ActionContext {
  readonly state: LabState;
  readonly register: LabRegistration;
  readonly onChange: () => void;
}

/** Serves `/chat/…`, `/bot/…` and `/webhook`, and the page, to this machine only. */
export function serveLab(
  server: Server,
  state: LabState,
  register: LabRegistration,
  onChange: () => void,
): void {
  const addViewer = createPageUpdates(state);
  server.on("request", (request, response) => {
    void route(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
      process.stderr.write(
        `lab: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
      );
    });
  });

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    const endpoint = endpoints.get(path.split("/")[1] ?? "");
    const file = files[path];
    if (endpoint !== undefined) {
      if (request.method === "POST") await endpoint(state, request, response);
      else response.writeHead(405, { allow: "POST" }).end();
    } else if (!isLocal(request, state))
      response.writeHead(403, securityHeaders).end("The lab's page is for this machine only.");
    else if (request.method === "GET" && file !== undefined)
      response.writeHead(200, { ...securityHeaders, "content-type": file.type }).end(file.body);
    else if (request.method === "GET" && path === "/events") addViewer(response);
    else if (request.method === "POST" && path.startsWith("/do/")) {
      const { status, body } = await runAction(path.slice(4), request, {
        state,
        register,
        onChange,
      });
      response
        .writeHead(status, { ...securityHeaders, "content-type": "application/json" })
        .end(JSON.stringify(body));
    } else response.writeHead(404, securityHeaders).end("Not found");
  }
}

async function runAction(
  name: string,
  request: IncomingMessage,
  { state, register, onChange }: ActionContext,
): Promise<{ status: number; body: unknown }> {
  const fault = (status: number, text: string) => ({ status, body: { fault: text } });
  const action = Object.hasOwn(labPageActions, name) ? labPageActions[name] : undefined;
  if (action === undefined) return fault(404, "Unknown action.");
  if (request.headers["content-type"] !== "application/json")
    return fault(415, "The body must be JSON.");
  const input = jsonObject(await readBody(request, maxActionBytes));
  if (input === null) return fault(400, "The body must be a JSON object.");
  const outcome = await action(state, { ...input }, register);
  if ("ok" in outcome) onChange();
  return { status: "fault" in outcome ? 400 : 200, body: outcome };
}

function jsonObject(text: string | null): object | null {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

/** Pages of other sites and other machines must not write as customers. */
function isLocal(request: IncomingMessage, state: LabState): boolean {
  const remoteAddress = request.socket.remoteAddress ?? "";
  const port = request.socket.localPort;
  const allowedHosts = [`127.0.0.1:${port}`, `localhost:${port}`, state.setup.address];
  const origin = request.headers.origin;
  const isSameOrigin =
    origin === undefined || allowedHosts.some((name) => origin === `http://${name}`);
  return (
    /^(?:127\.|::1$|::ffff:127\.)/.test(remoteAddress) &&
    allowedHosts.includes(request.headers.host ?? "") &&
    isSameOrigin
  );
}

/** Creates the function that sends events to an open page: the state, then each change. */
function createPageUpdates(state: LabState): (response: ServerResponse) => void {
  let viewers = 0;
  return (response) => {
    if (viewers >= maxViewers) {
      response.writeHead(503, securityHeaders).end();
      return;
    }
    viewers += 1;
    response.writeHead(200, { ...securityHeaders, "content-type": "text/event-stream" });
    const send = (change: unknown) => {
      // Disconnect a page that does not read its events. After it reconnects, it receives the whole
      // state again.
      if (response.writableLength > 8_388_608) response.destroy();
      else response.write(`data: ${JSON.stringify(change)}\n\n`);
    };
    for (const change of state.snapshot()) send(change);
    const stop = state.subscribe(send);
    response.on("close", () => {
      viewers -= 1;
      stop();
    });
  };
}

function loadPageFile(name: string, type: string): { type: string; body: Buffer } {
  return { type, body: readFileSync(new URL(`../page/${name}`, import.meta.url)) };
}
