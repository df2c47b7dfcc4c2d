import { setTimeout as pause } from "node:timers/promises";
import type { WidgetChat, WidgetMessage, WidgetServerFrame } from "@parlour/protocol/widget";
import { retryDelayMs, type WorkdayFixture } from "./workday-fixture.ts";

/**
 * A visitor of the simulated working day. Half of them write through the chat API, half in a chat
 * window of the site.
 */
export interface WorkdayVisitor {
  readonly key: string;
  readonly name: string;
  readonly kind: "api" | "widget";
  /** Sends until the message is acknowledged; returns the start of the acknowledged attempt. */
  sendMessage(text: string): Promise<number>;
  /** Texts that the visitor received, each message id once, in order of arrival. */
  receivedTexts(): readonly string[];
  /** Whether the visitor's window shows the chat as closed. */
  hasEnded(): boolean;
  /** Sends another frame of the chat window: offline message, call, rating. */
  sendFrame(frame: { readonly type: string; readonly [field: string]: unknown }): Promise<void>;
  close(): void;
}

/** The chat of one visitor: the messages of both sides so far, and the next step. */
export interface WorkdayChat {
  readonly n: number;
  readonly visitor: WorkdayVisitor;
  readonly turns: number;
  /** Number of the assignee; null if nobody has accepted it yet, or during a transfer. */
  assignee: number | null;
  transferTo: number | null;
  turn: "visitor" | "operator" | "end" | "over";
  /** Messages of the visitor that were acknowledged; below, those of the operators. */
  readonly sentTexts: string[];
  readonly replies: string[];
  readonly notes: string[];
}

export function createApiVisitor(
  fixture: WorkdayFixture,
  key: string,
  name: string,
): WorkdayVisitor {
  let n = 0;
  return {
    key,
    name,
    kind: "api",
    async sendMessage(text) {
      const idempotency = `${key}-${++n}`;
      const message = text.startsWith("photo:")
        ? {
            type: "photo",
            file: `${fixture.integrator.url}/photo/${key}.png`,
            file_name: "photo.png",
            width: 640,
            height: 480,
            text: text.slice(6),
          }
        : { type: "text", text };
      for (;;) {
        const startedAt = Date.now();
        const status = await fetch(fixture.inboundUrl, {
          method: "POST",
          headers: { "content-type": "application/json", "idempotency-key": idempotency },
          body: JSON.stringify({ sender: { id: key, name }, message: message }),
          signal: AbortSignal.timeout(10_000),
        }).then(
          async (answer) => (await answer.text(), answer.status),
          () => 0,
        );
        if (status === 200) return startedAt;
        if (status >= 400 && status < 500 && status !== 429)
          throw new Error(`a visitor's message was answered with ${status}`);
        await pause(retryDelayMs);
      }
    },
    receivedTexts: () => getReceivedTexts(fixture, key),
    hasEnded: () => false,
    sendFrame: () => Promise.reject(new Error("the chat API has no such frame")),
    close: () => undefined,
  };
}

let readRequestCount = 0;
const textsByCustomer = new Map<string, Map<string, string>>();
/**
 * Returns the texts that the integrator received for a customer. A delivery may be repeated
 * (CH-081) with the same id.
 */
function getReceivedTexts({ integrator }: WorkdayFixture, key: string): readonly string[] {
  for (; readRequestCount < integrator.received.length; readRequestCount++) {
    const { method, body } = integrator.received[readRequestCount] ?? { method: "", body: "" };
    if (method !== "POST" || body === "") continue;
    const { recipient, message } = JSON.parse(body) as {
      recipient: { id: string };
      message: { id?: string; type: string; text?: string; file_name?: string };
    };
    if (message.id === undefined) continue;
    const texts = textsByCustomer.get(recipient.id) ?? new Map<string, string>();
    textsByCustomer.set(recipient.id, texts);
    if (!texts.has(message.id)) texts.set(message.id, message.text || message.file_name || "");
  }
  return [...(textsByCustomer.get(key)?.values() ?? [])];
}

export function openWidgetVisitor(
  fixture: WorkdayFixture,
  key: string,
  name: string,
): WorkdayVisitor {
  const messages = new Map<number, WidgetMessage>();
  let token: string | null = null;
  let chat: WidgetChat | null = null;
  let socket: WebSocket | null = null;
  let isClosed = false;
  let n = 0;
  const answers = new Map<string, (frame: WidgetServerFrame | null) => void>();
  let connection = connect();

  function connect(): Promise<WebSocket> {
    return new Promise((resolve) => {
      const ws = new WebSocket(`${fixture.url.replace("http", "ws")}/widget/socket`);
      socket = ws;
      ws.addEventListener("open", () => ws.send(JSON.stringify(hello())));
      ws.addEventListener("message", (event) => {
        const frame = JSON.parse(String(event.data)) as WidgetServerFrame;
        if (frame.type === "welcome") {
          token = frame.token ?? token;
          chat = frame.chat ?? chat;
          for (const message of frame.messages) messages.set(message.seq, message);
          ws.send(
            JSON.stringify({ type: "contacts", ref: `n${++n}`, contacts: { name }, by: "visitor" }),
          );
          resolve(ws);
        } else if (frame.type === "chat") chat = frame.chat;
        else if (frame.type === "message") messages.set(frame.message.seq, frame.message);
        else if ("ref" in frame) answers.get(frame.ref)?.(frame);
      });
      ws.addEventListener("close", () => {
        for (const answer of answers.values()) answer(null);
        if (!isClosed) void pause(retryDelayMs).then(() => resolve((connection = connect())));
      });
    });
  }
  function hello(): object {
    const last = [...messages.values()].at(-1);
    return {
      type: "hello",
      widget_id: fixture.widget,
      token,
      user_token: null,
      after:
        last === undefined ? null : { chat_id: last.chat_id, seq: Math.max(...messages.keys()) },
      page: {
        url: "https://shop.example/teapots",
        title: "Teapots",
        referrer: "",
        first: "https://shop.example/",
        visits: 1,
        pages: 2,
      },
      language: "en",
      origin: "https://shop.example",
    };
  }
  /** Sends a frame again with the same `ref` after each reconnect, as a chat window does. */
  async function sendUntilDone(frame: object, ref: string): Promise<number> {
    for (;;) {
      const ws = await connection;
      const startedAt = Date.now();
      // During a black hole the connection neither answers nor closes, so a chat window closes it
      // after a timeout.
      const idleTimer = setTimeout(() => ws.close(), 20_000);
      const answer = await new Promise<WidgetServerFrame | null>((resolve) => {
        answers.set(ref, resolve);
        if (ws.readyState === WebSocket.OPEN) ws.send(JSON.stringify({ ...frame, ref }));
        else resolve(null);
      });
      clearTimeout(idleTimer);
      answers.delete(ref);
      if (answer?.type === "done") {
        if (answer.message) messages.set(answer.message.seq, answer.message);
        return startedAt;
      }
      if (answer?.type === "failed" && answer.retry_after_s === null)
        throw new Error(`${JSON.stringify(frame)}: ${JSON.stringify(answer)}`);
      await pause(retryDelayMs);
    }
  }
  return {
    key,
    name,
    kind: "widget",
    sendMessage: (text) => sendUntilDone({ type: "say", text }, `${key}-${++n}`),
    receivedTexts: () =>
      [...messages.values()]
        .toSorted((a, b) => a.seq - b.seq)
        .filter(({ from }) => from === "operator" || from === "bot")
        .map(({ text, media }) => text || (media?.file_name ?? "")),
    hasEnded: () => chat?.state === "closed",
    sendFrame: async (frame) =>
      void (await sendUntilDone(
        { ...frame, ...(frame.type === "rate" && { chat_id: chat?.id }) },
        `${key}-${++n}`,
      )),
    close() {
      isClosed = true;
      socket?.close();
    },
  };
}
