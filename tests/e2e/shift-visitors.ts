import { setTimeout as pause } from "node:timers/promises";
import type { WidgetChat, WidgetMessage, WidgetServerFrame } from "@parlour/protocol/widget";
import { againMs, type ShiftBed } from "./shift-bed.ts";

/**
 * A visitor of the simulated working day. Half of them write through the chat API, half in a chat
 * window of the site.
 */
export interface Visitor {
  readonly key: string;
  readonly name: string;
  readonly kind: "api" | "widget";
  /** Sends until the message is acknowledged; returns the start of the acknowledged attempt. */
  say(text: string): Promise<number>;
  /** Texts that the visitor received, each message id once, in order of arrival. */
  heard(): readonly string[];
  /** Whether the visitor's window shows the chat as closed. */
  ended(): boolean;
  /** Sends another frame of the chat window: offline message, call, rating. */
  ask(frame: { readonly type: string; readonly [field: string]: unknown }): Promise<void>;
  close(): void;
}

/** The chat of one visitor: the messages of both sides so far, and the next step. */
export interface Visit {
  readonly n: number;
  readonly visitor: Visitor;
  readonly turns: number;
  /** Number of the assignee; null if nobody has accepted it yet, or during a transfer. */
  owner: number | null;
  handedTo: number | null;
  turn: "visitor" | "operator" | "end" | "over";
  /** Messages of the visitor that were acknowledged; below, those of the operators. */
  readonly said: string[];
  readonly replies: string[];
  readonly notes: string[];
}

export function apiVisitor(bed: ShiftBed, key: string, name: string): Visitor {
  let n = 0;
  return {
    key,
    name,
    kind: "api",
    async say(text) {
      const idempotency = `${key}-${++n}`;
      const said = text.startsWith("photo:")
        ? {
            type: "photo",
            file: `${bed.integrator.url}/photo/${key}.png`,
            file_name: "photo.png",
            width: 640,
            height: 480,
            text: text.slice(6),
          }
        : { type: "text", text };
      for (;;) {
        const began = Date.now();
        const status = await fetch(bed.inbound, {
          method: "POST",
          headers: { "content-type": "application/json", "idempotency-key": idempotency },
          body: JSON.stringify({ sender: { id: key, name }, message: said }),
          signal: AbortSignal.timeout(10_000),
        }).then(
          async (answer) => (await answer.text(), answer.status),
          () => 0,
        );
        if (status === 200) return began;
        if (status >= 400 && status < 500 && status !== 429) throw new Error(`a visitor's message was answered with ${status}`);
        await pause(againMs);
      }
    },
    heard: () => receivedBy(bed, key),
    ended: () => false,
    ask: () => Promise.reject(new Error("the chat API has no such frame")),
    close: () => undefined,
  };
}

let read = 0;
const received = new Map<string, Map<string, string>>();
/**
 * Returns the texts that the integrator received for a customer. A delivery may be repeated
 * (CH-081) with the same id.
 */
function receivedBy({ integrator }: ShiftBed, key: string): readonly string[] {
  for (; read < integrator.received.length; read++) {
    const { method, body } = integrator.received[read] ?? { method: "", body: "" };
    if (method !== "POST" || body === "") continue;
    const { recipient, message } = JSON.parse(body) as {
      recipient: { id: string };
      message: { id?: string; type: string; text?: string; file_name?: string };
    };
    if (message.id === undefined) continue;
    const of = received.get(recipient.id) ?? new Map<string, string>();
    received.set(recipient.id, of);
    if (!of.has(message.id)) of.set(message.id, message.text || message.file_name || "");
  }
  return [...(received.get(key)?.values() ?? [])];
}

export function widgetVisitor(bed: ShiftBed, key: string, name: string): Visitor {
  const messages = new Map<number, WidgetMessage>();
  let token: string | null = null;
  let chat: WidgetChat | null = null;
  let socket: WebSocket | null = null;
  let over = false;
  let n = 0;
  const answers = new Map<string, (frame: WidgetServerFrame | null) => void>();
  let live = connect();

  function connect(): Promise<WebSocket> {
    return new Promise((resolve) => {
      const ws = new WebSocket(`${bed.url.replace("http", "ws")}/widget/socket`);
      socket = ws;
      ws.addEventListener("open", () => ws.send(JSON.stringify(hello())));
      ws.addEventListener("message", (event) => {
        const frame = JSON.parse(String(event.data)) as WidgetServerFrame;
        if (frame.type === "welcome") {
          token = frame.token ?? token;
          chat = frame.chat ?? chat;
          for (const message of frame.messages) messages.set(message.seq, message);
          ws.send(JSON.stringify({ type: "contacts", ref: `n${++n}`, contacts: { name }, by: "visitor" }));
          resolve(ws);
        } else if (frame.type === "chat") chat = frame.chat;
        else if (frame.type === "message") messages.set(frame.message.seq, frame.message);
        else if ("ref" in frame) answers.get(frame.ref)?.(frame);
      });
      ws.addEventListener("close", () => {
        for (const answer of answers.values()) answer(null);
        if (!over) void pause(againMs).then(() => resolve((live = connect())));
      });
    });
  }
  function hello(): object {
    const last = [...messages.values()].at(-1);
    return {
      type: "hello",
      widget_id: bed.widget,
      token,
      user_token: null,
      after: last === undefined ? null : { chat_id: last.chat_id, seq: Math.max(...messages.keys()) },
      page: { url: "https://shop.example/teapots", title: "Teapots", referrer: "", first: "https://shop.example/", visits: 1, pages: 2 },
      language: "en",
      origin: "https://shop.example",
    };
  }
  /** Sends a frame again with the same `ref` after each reconnect, as a chat window does. */
  async function until(frame: object, ref: string): Promise<number> {
    for (;;) {
      const ws = await live;
      const began = Date.now();
      // During a black hole the connection neither answers nor closes, so a chat window closes it
      // after a timeout.
      const deaf = setTimeout(() => ws.close(), 20_000);
      const answer = await new Promise<WidgetServerFrame | null>((resolve) => {
        answers.set(ref, resolve);
        if (ws.readyState === WebSocket.OPEN) ws.send(JSON.stringify({ ...frame, ref }));
        else resolve(null);
      });
      clearTimeout(deaf);
      answers.delete(ref);
      if (answer?.type === "done") {
        if (answer.message) messages.set(answer.message.seq, answer.message);
        return began;
      }
      if (answer?.type === "failed" && answer.retry_after_s === null)
        throw new Error(`${JSON.stringify(frame)}: ${JSON.stringify(answer)}`);
      await pause(againMs);
    }
  }
  return {
    key,
    name,
    kind: "widget",
    say: (text) => until({ type: "say", text }, `${key}-${++n}`),
    heard: () =>
      [...messages.values()]
        .toSorted((a, b) => a.seq - b.seq)
        .filter(({ from }) => from === "operator" || from === "bot")
        .map(({ text, media }) => text || (media?.file_name ?? "")),
    ended: () => chat?.state === "closed",
    ask: async (frame) => void (await until({ ...frame, ...(frame.type === "rate" && { chat_id: chat?.id }) }, `${key}-${++n}`)),
    close() {
      over = true;
      socket?.close();
    },
  };
}
