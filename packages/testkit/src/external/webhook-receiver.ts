import { startIntegrator, type ReceivedRequest, type ScriptedResponse } from "./integrator.ts";

/** How the fake webhook (interface C) handles a request. */
export type ReceiverMode =
  /** 200 `{"result":"ok"}`. */
  | "ok"
  /** The connection is cut. */
  | "down"
  /** No response. */
  | "hang"
  /** 410. */
  | "gone"
  /** 503 with this Retry-After. */
  | { readonly busy: string }
  | {
      readonly status: number;
      readonly body?: string | Buffer;
      readonly headers?: Record<string, string>;
      readonly byteDelayMs?: number;
    }
  /** 200 with this object as JSON. */
  | { readonly reply: unknown };

export interface ReceivedEvent {
  readonly id: string;
  readonly event: string;
  readonly chatId: number | null;
  /** Value of the header `Parlour-Seq`. */
  readonly seq: number;
  readonly path: string;
  /** The body as text, and parsed. */
  readonly text: string;
  readonly body: any;
  readonly headers: ReceivedRequest["headers"];
  /** Time of arrival in Unix milliseconds of the system clock. */
  readonly at: number;
}

/** An HTTP server that acts as an account's webhook. */
export interface FakeWebhook {
  readonly url: string;
  readonly port: number;
  /** All received requests, including repeats. */
  readonly requests: readonly ReceivedEvent[];
  /**
   * Returns the events that got a 2xx response, in the order of arrival. Each id is listed once.
   */
  accepted(): readonly ReceivedEvent[];
  setMode(mode: ReceiverMode | ((event: ReceivedEvent) => ReceiverMode)): void;
  /** Resolves when `count` requests in total have arrived. */
  waitForRequests(count: number, withinMs?: number): Promise<readonly ReceivedEvent[]>;
  close(): Promise<void>;
}

export async function startWebhookReceiver(port = 0): Promise<FakeWebhook> {
  const integrator = await startIntegrator(port);
  const requests: ReceivedEvent[] = [];
  const accepted = new Map<string, ReceivedEvent>();
  let chooseMode: (event: ReceivedEvent) => ReceiverMode = () => "ok";
  integrator.respondWith((request) => {
    const event = toReceivedEvent(request);
    requests.push(event);
    const mode = chooseMode(event);
    const reply = toResponse(mode);
    const status =
      reply === "ok"
        ? 200
        : typeof reply === "object" && "status" in reply
          ? (reply.status ?? 200)
          : 0;
    if (status >= 200 && status <= 299 && !accepted.has(event.id)) accepted.set(event.id, event);
    return reply;
  });
  return {
    url: integrator.url,
    port: integrator.port,
    requests,
    accepted: () => [...accepted.values()],
    setMode(mode) {
      chooseMode = typeof mode === "function" ? mode : () => mode;
    },
    async waitForRequests(count, withinMs) {
      await integrator.waitForRequests(count, withinMs);
      return requests;
    },
    close: () => integrator.close(),
  };
}

function toResponse(mode: ReceiverMode): ScriptedResponse {
  if (mode === "ok" || mode === "hang") return mode;
  if (mode === "down") return "reset";
  if (mode === "gone") return { status: 410, body: "" };
  if ("busy" in mode) return { status: 503, headers: { "retry-after": mode.busy }, body: "" };
  if ("reply" in mode) return { status: 200, body: JSON.stringify(mode.reply) };
  return mode;
}

function toReceivedEvent(request: ReceivedRequest): ReceivedEvent {
  const body = JSON.parse(request.body) as { chat_id?: number };
  const header = (name: string): string => String(request.headers[name] ?? "");
  return {
    id: header("webhook-id"),
    event: header("parlour-event"),
    chatId: body.chat_id ?? null,
    seq: Number(header("parlour-seq")),
    path: request.path,
    text: request.body,
    body,
    headers: request.headers,
    at: request.at,
  };
}
