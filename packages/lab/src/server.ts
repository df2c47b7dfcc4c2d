import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { actions } from "./actions.ts";
import { readBody } from "./body.ts";
import { receiveBotEvent } from "./bot/endpoint.ts";
import { receive } from "./endpoint.ts";
import { receiveHookEvent } from "./hook/endpoint.ts";
import { files, safe } from "./page.ts";
import type { Register } from "./register.ts";
import type { LabState } from "./state.ts";
import { openViewers } from "./viewers.ts";

type Endpoint = (state: LabState, request: IncomingMessage, response: ServerResponse) => Promise<void>;
const endpoints: ReadonlyMap<string, Endpoint> = new Map([
  ["chat", receive],
  ["bot", receiveBotEvent],
  ["webhook", receiveHookEvent],
]);

/** Context of a page action. `onChange` is called after an action succeeded. */
interface Acting {
  readonly state: LabState;
  readonly register: Register;
  readonly changed: () => void;
}

/**
 * Adds the routes to `server`: `/chat/…`, `/bot/…` and `/webhook` are the integrator's endpoints.
 * The rest is the page, for this machine only.
 */
export function serveLab(server: Server, state: LabState, register: Register, changed: () => void): void {
  const view = openViewers(state);
  server.on("request", (request, response) => {
    void route(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
      process.stderr.write(`lab: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    });
  });

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    const endpoint = endpoints.get(path.split("/")[1] ?? "");
    const file = files[path];
    if (endpoint !== undefined) {
      if (request.method === "POST") await endpoint(state, request, response);
      else response.writeHead(405, { allow: "POST" }).end();
    } else if (!isLocal(request, state)) response.writeHead(403, safe).end("The lab's page is for this machine only.");
    else if (request.method === "GET" && file !== undefined) response.writeHead(200, { ...safe, "content-type": file.type }).end(file.body);
    else if (request.method === "GET" && path === "/events") view(response);
    else if (request.method === "POST" && path.startsWith("/do/")) {
      const { status, body } = await act(path.slice(4), request, { state, register, changed });
      response.writeHead(status, { ...safe, "content-type": "application/json" }).end(JSON.stringify(body));
    } else response.writeHead(404, safe).end("Not found");
  }
}

async function act(
  name: string,
  request: IncomingMessage,
  { state, register, changed }: Acting,
): Promise<{ status: number; body: unknown }> {
  const fault = (status: number, text: string) => ({ status, body: { fault: text } });
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action === undefined) return fault(404, "Unknown action.");
  if (request.headers["content-type"] !== "application/json") return fault(415, "The body must be JSON.");
  const input = jsonObject(await readBody(request));
  if (input === null) return fault(400, "The body must be a JSON object.");
  const outcome = await action(state, { ...input }, register);
  if ("ok" in outcome) changed();
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

/**
 * Pages of other sites and other machines must not write as customers. So remote address, host and
 * origin must be local.
 */
function isLocal(request: IncomingMessage, state: LabState): boolean {
  const from = request.socket.remoteAddress ?? "";
  const port = request.socket.localPort;
  const names = [`127.0.0.1:${port}`, `localhost:${port}`, state.setup.address];
  const origin = request.headers.origin;
  const same = origin === undefined || names.some((name) => origin === `http://${name}`);
  return /^(?:127\.|::1$|::ffff:127\.)/.test(from) && names.includes(request.headers.host ?? "") && same;
}
