import type { Channel, Chat, Message } from "@parlour/protocol";
import type { WidgetMessage, WidgetServerFrame, WidgetWelcome } from "@parlour/protocol/widget";
import type { WidgetSettingsPatch } from "@parlour/protocol/settings/widget-settings";
import {
  waitForPoll,
  testTimeoutMs,
  startTestParlour,
  type TestParlour,
  type TestParlourOptions,
} from "@parlour/testkit";
import { expect } from "vitest";
import { WebSocket, type ClientOptions } from "ws";

/** A Parlour with a widget. The chat windows of visitors are plain sockets without a browser. */
export interface WidgetFixture {
  readonly parlour: TestParlour;
  readonly widget: Channel;
  /** Creates another widget of the account. */
  createWidget(name: string, settings?: WidgetSettingsPatch): Promise<Channel>;
  /** Opens a socket, sends `hello` and waits for `welcome`. */
  openWindow(more?: HelloOptions): Promise<TestWindow>;
  /** Opens a socket without sending `hello`. */
  openSocket(options?: ClientOptions): Promise<TestWindow>;
  readChat(id: number): Promise<Chat>;
  /** Waits until the condition is true. Fails after `testTimeoutMs`. */
  waitUntil(condition: () => boolean | Promise<boolean>, description: string): Promise<void>;
  /** Terminates all sockets, as closed tabs do. */
  closeWindows(): void;
  close(): Promise<void>;
}
export type HelloOptions = Partial<ReturnType<typeof createHello>> & {
  readonly options?: ClientOptions;
  readonly cookies?: object;
  readonly call?: number;
};
type FrameOfType<T extends WidgetServerFrame["type"]> = Extract<WidgetServerFrame, { type: T }>;

export async function openWidgetFixture(options: TestParlourOptions = {}): Promise<WidgetFixture> {
  const parlour = await startTestParlour({
    ...options,
    env: { TRUST_PROXY: "127.0.0.1", ...options.env },
  });
  let nextAddress = 0;
  const openWindows = new Set<TestWindow>();
  const createWidget = async (
    name: string,
    settings: WidgetSettingsPatch = {},
  ): Promise<Channel> => {
    const created = await parlour.owner.call("POST", "channels", {
      kind: "widget",
      name,
      operators: [parlour.owner.id],
    });
    if (created.status !== 201) throw new Error(created.text);
    const channel = created.body as Channel;
    if (Object.keys(settings).length === 0) return channel;
    const updated = await parlour.owner.call("PATCH", `channels/${channel.id}`, {
      widget: settings,
    });
    if (updated.status !== 200) throw new Error(updated.text);
    return updated.body as Channel;
  };
  const widget = await createWidget("Site");
  const fixture: WidgetFixture = {
    parlour,
    widget,
    createWidget,
    async openSocket(clientOptions) {
      // Each socket has a different IP address, as the sockets of visitors do.
      const headers = {
        "x-forwarded-for": `10.0.${nextAddress >> 8}.${nextAddress++ & 255}`,
        ...clientOptions?.headers,
      };
      const win = new TestWindow(
        new WebSocket(`${parlour.url.replace("http", "ws")}/widget/socket`, {
          ...clientOptions,
          headers,
        }),
      );
      openWindows.add(win);
      await win.opened;
      return win;
    },
    async openWindow({ options: clientOptions, ...helloFields } = {}) {
      const win = await fixture.openSocket(clientOptions);
      win.send(createHello(widget.public_id, helloFields));
      await win.waitForWelcome();
      return win;
    },
    readChat: async (id) => (await parlour.owner.call("GET", `chats/${id}`)).body as Chat,
    async waitUntil(condition, description) {
      for (
        const endAt = performance.now() + testTimeoutMs;
        !(await condition());
        await waitForPoll()
      )
        if (performance.now() > endAt) throw new Error(`${description} never held`);
    },
    closeWindows() {
      for (const win of openWindows) win.ws.terminate();
      openWindows.clear();
    },
    async close() {
      fixture.closeWindows();
      await parlour.close();
    },
  };
  return fixture;
}

export function createHello(widgetId: string, overrides: object = {}) {
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
    ...overrides,
  };
}

/** A chat window: records every frame in order, and derives the messages that it shows. */
export class TestWindow {
  readonly ws: WebSocket;
  readonly frames: WidgetServerFrame[] = [];
  readonly opened: Promise<void>;
  readonly closed: Promise<{ code: number; reason: string }>;
  #isClosed = false;
  #waiters = new Set<() => void>();

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
        this.#wakeWaiters();
      });
    });
    ws.on("error", () => undefined);
    this.opened.catch(() => undefined);
    ws.on("message", (data: Buffer) => {
      this.frames.push(JSON.parse(data.toString("utf8")) as WidgetServerFrame);
      this.#wakeWaiters();
    });
  }
  send(frame: object | string): void {
    this.ws.send(typeof frame === "string" ? frame : JSON.stringify(frame));
  }
  /**
   * Returns the first frame of a type at index `from` or later that satisfies `test`. Waits for it.
   */
  async next<T extends WidgetServerFrame["type"]>(
    type: T,
    test: (frame: FrameOfType<T>) => boolean = () => true,
    from = 0,
  ): Promise<FrameOfType<T>> {
    for (;;) {
      const found = this.frames
        .slice(from)
        .find(
          (frame): frame is FrameOfType<T> => frame.type === type && test(frame as FrameOfType<T>),
        );
      if (found) return found;
      if (this.#isClosed) throw new Error(`the socket closed before ${type} came`);
      await new Promise<void>((resolve) => this.#waiters.add(resolve));
    }
  }
  waitForWelcome(): Promise<WidgetWelcome> {
    return this.next("welcome");
  }
  /** Sends a frame and returns the response with its `ref`: `done` or `failed`. */
  async request(frame: {
    readonly type: string;
    readonly ref: string;
    readonly [field: string]: unknown;
  }): Promise<FrameOfType<"done"> | FrameOfType<"failed">> {
    const from = this.frames.length;
    this.send(frame);
    for (;;) {
      const found = this.frames
        .slice(from)
        .find(
          (candidate) =>
            (candidate.type === "done" || candidate.type === "failed") &&
            candidate.ref === frame.ref,
        );
      if (found) return found as FrameOfType<"done"> | FrameOfType<"failed">;
      if (this.#isClosed) throw new Error(`the socket closed before ${frame.ref} was answered`);
      await new Promise<void>((resolve) => this.#waiters.add(resolve));
    }
  }
  /** Sends a message and returns it as stored. */
  async sendMessage(ref: string, text: string, fields: object = {}): Promise<WidgetMessage> {
    const answer = await this.request({ type: "say", ref, text, ...fields });
    if (answer.type === "failed" || answer.message === undefined)
      throw new Error(JSON.stringify(answer));
    return answer.message;
  }
  /**
   * Waits for one ping round trip. Then the server has handled all sent frames, and the window has
   * received all frames of the server.
   */
  async settle(): Promise<void> {
    const pong = new Promise<void>((resolve) => void this.ws.once("pong", () => resolve()));
    this.ws.ping();
    await pong;
  }
  framesOfType<T extends WidgetServerFrame["type"]>(type: T): FrameOfType<T>[] {
    return this.frames.filter((frame): frame is FrameOfType<T> => frame.type === type);
  }
  /** Returns the messages that the window would show, each once, in order. */
  getMessages(): WidgetMessage[] {
    const byId = new Map<number, WidgetMessage>();
    for (const frame of this.frames) {
      if (frame.type === "welcome") {
        if (frame.reset) byId.clear();
        for (const message of frame.messages) byId.set(message.id, message);
      } else if (frame.type === "message") byId.set(frame.message.id, frame.message);
      else if (frame.type === "done" && frame.message !== undefined)
        byId.set(frame.message.id, frame.message);
    }
    return [...byId.values()].toSorted((a, b) => a.seq - b.seq);
  }
  async close(): Promise<void> {
    this.ws.close();
    await this.closed;
  }
  #wakeWaiters(): void {
    for (const resolve of this.#waiters) resolve();
    this.#waiters.clear();
  }
}

/**
 * Returns functions that start chats and send operator replies. `fixture` is a function because
 * tests open the fixture later.
 */
export function useWindows(fixture: () => WidgetFixture) {
  let refs = 0;
  const nextRef = (): string => `r${refs++}`;
  const sendReply = async (chatId: number, text: string): Promise<Message> => {
    const created = await fixture().parlour.owner.call("POST", `chats/${chatId}/messages`, {
      kind: "text",
      text,
      client_id: nextRef(),
    });
    expect(created.status, created.text).toBe(201);
    return created.body as Message;
  };
  const startChat = async (
    options: object = {},
  ): Promise<{ win: TestWindow; token: string; chatId: number; number: number }> => {
    const win = await fixture().openWindow(options);
    const { token, number } = await win.waitForWelcome();
    const { chat_id: chatId } = await win.sendMessage(nextRef(), "Hello");
    return { win, token: token ?? "", chatId, number };
  };
  return { nextRef, sendReply, startChat };
}
