import type { Channel, Chat, Message } from "@parlour/protocol";
import type { WidgetMessage, WidgetServerFrame, WidgetWelcome } from "@parlour/protocol/widget";
import type { WidgetSettingsPatch } from "@parlour/protocol/widget-settings";
import { waitForPoll, testTimeoutMs, startTestParlour, type TestParlour, type TestParlourOptions } from "@parlour/testkit";
import { expect } from "vitest";
import { WebSocket, type ClientOptions } from "ws";

/** A Parlour with a widget. Chat windows of visitors are plain sockets, without a browser. */
export interface WidgetBed {
  readonly parlour: TestParlour;
  readonly widget: Channel;
  /** Creates another widget of the account. */
  newWidget(name: string, settings?: WidgetSettingsPatch): Promise<Channel>;
  /** Opens a socket, sends `hello` and waits for `welcome`. */
  window(more?: HelloMore): Promise<Win>;
  /** Opens a socket without sending `hello`. */
  socket(options?: ClientOptions): Promise<Win>;
  chat(id: number): Promise<Chat>;
  /** Waits until the condition is true. Fails after `testTimeoutMs`. */
  until(holds: () => boolean | Promise<boolean>, what: string): Promise<void>;
  /** Terminates all sockets, as closed tabs do. */
  leave(): void;
  close(): Promise<void>;
}
export type HelloMore = Partial<ReturnType<typeof hello>> & {
  readonly options?: ClientOptions;
  readonly cookies?: object;
  readonly call?: number;
};
type Frame<T extends WidgetServerFrame["type"]> = Extract<WidgetServerFrame, { type: T }>;

export async function openWidgetBed(options: TestParlourOptions = {}): Promise<WidgetBed> {
  const parlour = await startTestParlour({ ...options, env: { TRUST_PROXY: "127.0.0.1", ...options.env } });
  let addresses = 0;
  const open = new Set<Win>();
  const newWidget = async (name: string, settings: WidgetSettingsPatch = {}): Promise<Channel> => {
    const made = await parlour.owner.call("POST", "channels", { kind: "widget", name, operators: [parlour.owner.id] });
    if (made.status !== 201) throw new Error(made.text);
    const channel = made.body as Channel;
    if (Object.keys(settings).length === 0) return channel;
    const changed = await parlour.owner.call("PATCH", `channels/${channel.id}`, { widget: settings });
    if (changed.status !== 200) throw new Error(changed.text);
    return changed.body as Channel;
  };
  const widget = await newWidget("Site");
  const bed: WidgetBed = {
    parlour,
    widget,
    newWidget,
    async socket(more) {
      // Each socket has its own address, as visitors do.
      const headers = { "x-forwarded-for": `10.0.${addresses >> 8}.${addresses++ & 255}`, ...more?.headers };
      const win = new Win(new WebSocket(`${parlour.url.replace("http", "ws")}/widget/socket`, { ...more, headers }));
      open.add(win);
      await win.opened;
      return win;
    },
    async window({ options: more, ...said } = {}) {
      const win = await bed.socket(more);
      win.send(hello(widget.public_id, said));
      await win.welcomed();
      return win;
    },
    chat: async (id) => (await parlour.owner.call("GET", `chats/${id}`)).body as Chat,
    async until(holds, what) {
      for (const endAt = performance.now() + testTimeoutMs; !(await holds()); await waitForPoll())
        if (performance.now() > endAt) throw new Error(`${what} never held`);
    },
    leave() {
      for (const win of open) win.ws.terminate();
      open.clear();
    },
    async close() {
      bed.leave();
      await parlour.close();
    },
  };
  return bed;
}

export function hello(widgetId: string, more: object = {}) {
  return {
    type: "hello" as const,
    widget_id: widgetId,
    token: null as string | null,
    user_token: null as string | null,
    after: null as { chat_id: number; seq: number } | null,
    page: {
      url: "https://shop.example/",
      title: "Shop",
      referrer: "",
      first: "https://shop.example/?utm_source=news",
      visits: 1,
      pages: 1,
    },
    language: "en",
    origin: "https://shop.example",
    ...more,
  };
}

/** A chat window: records every frame in order, and derives the messages that it shows. */
export class Win {
  readonly ws: WebSocket;
  readonly frames: WidgetServerFrame[] = [];
  readonly opened: Promise<void>;
  readonly closed: Promise<{ code: number; reason: string }>;
  #isClosed = false;
  #wake = new Set<() => void>();

  constructor(ws: WebSocket) {
    this.ws = ws;
    this.opened = new Promise((resolve, reject) => {
      ws.once("open", () => resolve());
      ws.once("error", reject);
    });
    this.closed = new Promise((resolve) => {
      ws.once("close", (code, reason) => {
        this.#isClosed = true;
        resolve({ code, reason: reason.toString() });
        this.#turn();
      });
    });
    ws.on("error", () => undefined);
    this.opened.catch(() => undefined);
    ws.on("message", (data: Buffer) => {
      this.frames.push(JSON.parse(data.toString("utf8")) as WidgetServerFrame);
      this.#turn();
    });
  }
  send(frame: object | string): void {
    this.ws.send(typeof frame === "string" ? frame : JSON.stringify(frame));
  }
  /**
   * Returns the first frame of a type at index `from` or later that satisfies `test`. Waits for it.
   */
  async next<T extends WidgetServerFrame["type"]>(type: T, test: (frame: Frame<T>) => boolean = () => true, from = 0): Promise<Frame<T>> {
    for (;;) {
      const found = this.frames.slice(from).find((frame): frame is Frame<T> => frame.type === type && test(frame as Frame<T>));
      if (found) return found;
      if (this.#isClosed) throw new Error(`the socket closed before ${type} came`);
      await new Promise<void>((resolve) => this.#wake.add(resolve));
    }
  }
  welcomed(): Promise<WidgetWelcome> {
    return this.next("welcome");
  }
  /** Sends a frame and returns the response with its `ref`: `done` or `failed`. */
  async ask(frame: {
    readonly type: string;
    readonly ref: string;
    readonly [field: string]: unknown;
  }): Promise<Frame<"done"> | Frame<"failed">> {
    const from = this.frames.length;
    this.send(frame);
    for (;;) {
      const found = this.frames.slice(from).find((one) => (one.type === "done" || one.type === "failed") && one.ref === frame.ref);
      if (found) return found as Frame<"done"> | Frame<"failed">;
      if (this.#isClosed) throw new Error(`the socket closed before ${frame.ref} was answered`);
      await new Promise<void>((resolve) => this.#wake.add(resolve));
    }
  }
  /** Sends a message and returns it as stored. */
  async say(ref: string, text: string, more: object = {}): Promise<WidgetMessage> {
    const answer = await this.ask({ type: "say", ref, text, ...more });
    if (answer.type === "failed" || answer.message === undefined) throw new Error(JSON.stringify(answer));
    return answer.message;
  }
  /**
   * Waits for one ping round trip: all sent frames are handled, and all frames of the server are
   * here.
   */
  async settled(): Promise<void> {
    const pong = new Promise<void>((resolve) => void this.ws.once("pong", () => resolve()));
    this.ws.ping();
    await pong;
  }
  of<T extends WidgetServerFrame["type"]>(type: T): Frame<T>[] {
    return this.frames.filter((frame): frame is Frame<T> => frame.type === type);
  }
  /** Returns the messages that the window shows after all frames, each once, in order. */
  messages(): WidgetMessage[] {
    const byId = new Map<number, WidgetMessage>();
    for (const frame of this.frames) {
      if (frame.type === "welcome") {
        if (frame.reset) byId.clear();
        for (const message of frame.messages) byId.set(message.id, message);
      } else if (frame.type === "message") byId.set(frame.message.id, frame.message);
      else if (frame.type === "done" && frame.message !== undefined) byId.set(frame.message.id, frame.message);
    }
    return [...byId.values()].toSorted((a, b) => a.seq - b.seq);
  }
  async end(): Promise<void> {
    this.ws.close();
    await this.closed;
  }
  #turn(): void {
    for (const resolve of this.#wake) resolve();
    this.#wake.clear();
  }
}

/**
 * Returns functions that start chats and send operator replies. `fixture` is a function because
 * tests open the fixture later.
 */
export function talksIn(bed: () => WidgetBed) {
  let refs = 0;
  const ref = (): string => `r${refs++}`;
  const answer = async (chatId: number, text: string): Promise<Message> => {
    const made = await bed().parlour.owner.call("POST", `chats/${chatId}/messages`, { kind: "text", text, client_id: ref() });
    expect(made.status, made.text).toBe(201);
    return made.body as Message;
  };
  const begin = async (more: object = {}): Promise<{ win: Win; token: string; chatId: number; number: number }> => {
    const win = await bed().window(more);
    const { token, number } = await win.welcomed();
    const { chat_id: chatId } = await win.say(ref(), "Hello");
    return { win, token: token ?? "", chatId, number };
  };
  return { ref, answer, begin };
}
