import { hash } from "node:crypto";
import { connect } from "node:net";
import type { FastifyInstance } from "fastify";
import { ManualClock } from "../src/clock.ts";
import type { ChatDraft, MessageDraft, VisitorDraft } from "../src/core/event.ts";
import { isFailure, Refusal } from "../src/core/failure.ts";
import type { AccountConfig, ChannelConfig, Command, OperatorConfig, VisitorState, Written } from "../src/core/ports.ts";
import { channelEdge, type ChannelAddress, type ChannelEdge, type CustomerTyping } from "../src/edges/channel/index.ts";
import { buildHttp, type HttpDeps } from "../src/http/index.ts";
import { openLimits, type LimitValues } from "../src/limits/index.ts";
import { openMetrics } from "../src/metrics.ts";

/** The HTTP server with the channel edge in front of a journal in memory that runs the real verbs. */

export const random = "k3yk3yk3yk3yk3yk3yk3yk3y";
export const publicId = "AbCdEf1234";
export const other = { random: "0th3r0th3r0th3r0th3r0th3", publicId: "OtHeR12345" };

export interface Line { readonly fields: Record<string, unknown>; readonly message: string; readonly level: string }
export interface Answer { readonly status: number; readonly headers: Headers; readonly body: string; readonly json: { result?: string; error?: { code: string; message: string } } }

/** What the in-memory journal holds. */
export interface Store {
  readonly visitors: Map<string, VisitorState>;
  readonly chats: ChatDraft[];
  readonly messages: MessageDraft[];
  /** Messages of customers only, as `[customer, text]`. */
  texts(): readonly (readonly [string, string])[];
  visitor(customer: string): VisitorDraft;
  recipient(customer: string): string;
}

export interface Bed {
  readonly base: string;
  readonly url: string;
  readonly app: FastifyInstance;
  readonly edge: ChannelEdge;
  readonly clock: ManualClock;
  readonly store: Store;
  readonly typing: CustomerTyping[];
  readonly lines: Line[];
  readonly online: Set<number>;
  readonly commands: Command[];
  channels: Map<string, ChannelAddress>;
  config: AccountConfig;
  changeChannel(patch: Partial<ChannelConfig>): void;
  /** What the next writes do before they count: a promise to wait for, or something to throw. */
  beforeWrite: (() => Promise<void>) | null;
  post(body: unknown, headers?: Record<string, string>): Promise<Answer>;
  ask(path: string, init?: RequestInit): Promise<Answer>;
  say(text: string, customer?: unknown): Promise<Answer>;
  close(): Promise<void>;
}

export async function openBed(options: { limits?: LimitValues; http?: Partial<HttpDeps>; webhookBaseUrl?: string; support?: string } = {}): Promise<Bed> {
  const clock = new ManualClock();
  const limits = openLimits({ clock, ...(options.limits === undefined ? {} : { values: options.limits }) });
  const metrics = openMetrics();
  const lines: Line[] = [];
  const at = (level: string) => (fields: object, message: string) => void lines.push({ fields: fields as Record<string, unknown>, message, level });
  const log = { info: at("info"), warn: at("warn"), error: at("error") };
  const supportContact = () => options.support ?? null;
  const { store, write } = memory(clock, () => bed.config);
  const typing: CustomerTyping[] = [];
  const online = new Set<number>();
  const commands: Command[] = [];

  const app = buildHttp({
    clock, log, publicUrl: "http://localhost:3000", trustProxy: [], supportContact, bodyLimit: () => 256 * 1024, appDir: null,
    checks: () => Promise.resolve({ database: "ok" }), metrics, metricsToken: null, ...options.http,
  });
  const edge = channelEdge({
    webhookBaseUrl: options.webhookBaseUrl ?? "http://localhost:3000/channel", limits, clock, log, metrics, supportContact,
    findChannel: async (id) => bed.channels.get(id) ?? null,
    config: () => Promise.resolve(bed.config),
    isOnline: (_account, id) => online.has(id),
    onTyping: (signal) => void typing.push(signal),
    write: async (command) => {
      commands.push(command);
      await bed.beforeWrite?.();
      return write(command);
    },
  });
  void app.register(edge.routes);
  const bed: Bed = {
    base: "", url: "", app, edge, clock, store, typing, lines, online, commands,
    channels: new Map([[publicId, address(5, random)], [other.publicId, address(6, other.random)]]),
    config: { accountId: 1, version: 1, suspended: false, operators: new Map([1, 2, 3].map((id) => [id, operator(id)])), channels: new Map([[5, channel(5)], [6, channel(6)]]) },
    changeChannel(patch) {
      bed.config = { ...bed.config, channels: new Map(bed.config.channels).set(5, { ...channel(5), ...patch }) };
    },
    beforeWrite: null,
    async ask(path, init) {
      const reply = await fetch(path.startsWith("http") ? path : bed.base + path, init);
      const body = await reply.text();
      return { status: reply.status, headers: reply.headers, body, json: body.startsWith("{") ? (JSON.parse(body) as Answer["json"]) : {} };
    },
    post: (body, headers = {}) =>
      bed.ask(bed.url, { method: "POST", headers: { "content-type": "application/json", ...headers }, body: typeof body === "string" || body instanceof Uint8Array ? (body as string) : JSON.stringify(body) }),
    say: (text, customer = 7) => bed.post({ sender: { id: customer }, message: { type: "text", text } }),
    async close() {
      edge.close();
      await app.close();
    },
  };
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as { port: number };
  Object.assign(bed, { base: `http://127.0.0.1:${port}`, url: `http://127.0.0.1:${port}/channel/${random}/${publicId}` });
  return bed;
}

function address(channelId: number, text: string): ChannelAddress {
  return { account: 1, channelId, secrets: [{ hash: hash("sha256", text, "buffer"), until: null }] };
}
function channel(id: number): ChannelConfig {
  return { id, kind: "api", name: "Mobile app", publicId, enabled: true, deleted: false, endpointId: 1, mediaAs: "media objects", operators: new Set([1, 2]) };
}
function operator(id: number): OperatorConfig {
  return { id, name: `Op ${id}`, photo: "", role: "operator", active: true, chatLimit: 0 };
}

/** One command after another, state in maps; idempotency keys as the journal keeps them. */
function memory(clock: ManualClock, config: () => AccountConfig): { store: Store; write: (command: Command) => Promise<Written> } {
  let ids = 0;
  const next = (): number => ++ids;
  const visitors = new Map<string, VisitorState>();
  const chats: ChatDraft[] = [];
  const messages: MessageDraft[] = [];
  const keys = new Map<string, { hash: string; answer: string }>();
  const store: Store = {
    visitors, chats, messages,
    texts: () => messages.filter((m) => m.author.kind === "visitor").map((m) => [customerOf(m), m.text]),
    visitor: (customer) => (visitors.get(`5:${customer}`) as VisitorState).entity,
    recipient: (customer) => (visitors.get(`5:${customer}`) as VisitorState).recipient,
  };
  const owners = new Map<number, string>();
  const customerOf = (message: MessageDraft): string => (owners.get(message.chat_id) ?? "").replace(/^\d+:/, "");
  const write = (command: Command): Promise<Written> => {
    if (!("customer" in command.subject)) return Promise.reject(new Error("customers only"));
    const { idempotency, subject } = command;
    const key = `${subject.customer.channelId}:${subject.customer.key}`;
    const kept = idempotency && keys.get(`${idempotency.scope} ${idempotency.key}`);
    if (kept && idempotency) {
      if (kept.hash !== Buffer.from(idempotency.hash).toString("hex")) return Promise.reject(new Refusal({ failure: "idempotency_conflict", message: "This key was used for another body." }));
      return Promise.resolve({ answer: kept.answer, replayed: true, position: 0 });
    }
    const running = chats.find((c) => c.state !== "closed" && owners.get(c.id) === key) ?? null;
    const decision = command.verb({
      config: config(), visitor: visitors.get(key) ?? null, running: running && { id: running.id, channelId: subject.customer.channelId, entity: running },
      chat: null, openChats: null, now: clock.now(), ids: { chat: next, visitor: next, message: next, delivery: next },
    });
    if (isFailure(decision)) return Promise.reject(new Refusal(decision));
    for (const event of decision.events) {
      if (event.name === "visitor_created" || event.name === "visitor_updated") {
        const before = visitors.get(key) ?? { id: event.visitor.id, channelId: subject.customer.channelId, customer: subject.customer.key, recipient: "", invite: null, entity: event.visitor };
        visitors.set(key, { ...before, entity: event.visitor });
      } else if (event.name === "chat_created") {
        owners.set(event.chat.id, key);
        chats.push(event.chat);
      } else if (event.name === "chat_updated") chats[chats.findIndex((c) => c.id === event.chat.id)] = event.chat;
      else if (event.name === "message_created") messages.push(event.message);
    }
    const visitor = visitors.get(key);
    if (visitor) visitors.set(key, { ...visitor, ...decision.visitor });
    if (idempotency) keys.set(`${idempotency.scope} ${idempotency.key}`, { hash: Buffer.from(idempotency.hash).toString("hex"), answer: decision.answer });
    return Promise.resolve({ answer: decision.answer, replayed: false, position: messages.length });
  };
  return { store, write };
}

/** Bytes on a TCP socket; what came back until the peer closed or `waitMs` passed. */
export function raw(base: string, bytes: string | readonly string[], options: { waitMs?: number; end?: boolean; delayMs?: number } = {}): Promise<{ text: string; closed: boolean; ms: number }> {
  const { waitMs = 2_000, end = false, delayMs = 0 } = options;
  return new Promise((resolve) => {
    const started = performance.now();
    const socket = connect(Number(new URL(base).port), "127.0.0.1");
    let text = "";
    let finished = false;
    const finish = (closed: boolean): void => {
      if (finished) return;
      finished = true;
      clearTimeout(timer);
      socket.destroy();
      resolve({ text, closed, ms: performance.now() - started });
    };
    const timer = setTimeout(() => finish(false), waitMs);
    socket.on("data", (chunk) => (text += chunk.toString("latin1")));
    socket.on("error", () => finish(true));
    socket.on("close", () => finish(true));
    const parts = typeof bytes === "string" ? [bytes] : [...bytes];
    const send = (): void => {
      const part = parts.shift();
      if (part === undefined || finished) {
        if (end) socket.end();
        return;
      }
      socket.write(part);
      if (delayMs > 0) setTimeout(send, delayMs);
      else send();
    };
    socket.on("connect", send);
  });
}
