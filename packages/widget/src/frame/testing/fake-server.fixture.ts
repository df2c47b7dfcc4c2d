import type {
  WidgetCall,
  WidgetChat,
  WidgetClientFrame,
  WidgetMessage,
  WidgetServerFrame,
} from "@parlour/protocol/widget";
import { defaultWidgetSettings } from "@parlour/protocol/settings/widget-settings";
import type { WidgetScriptConfig } from "@parlour/protocol/settings/widget-settings";
import type { StartMessage, MessageToPage } from "../../bridge.ts";
import type { Clock } from "../../clock.ts";
import type { OpenSocket, Socket, SocketEvents } from "../transport/connection.ts";
import { createChatClient, type ChatClient } from "../transport/chat-client.ts";
import { isCallActive } from "../state/reducer.ts";
import { createMemoryStorage, type KeyValueStore } from "../storage/local-storage.ts";

/** Creates a test clock. Its time changes only through `advance`. */
export function createManualClock(random: () => number): Clock & { advance(ms: number): void } {
  let now = Date.parse("2026-11-20T10:00:00Z");
  let timers: { at: number; run: () => void }[] = [];
  return {
    now: () => now,
    random,
    after(ms, run) {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
    advance(ms) {
      const end = now + ms;
      for (;;) {
        const due = timers.filter((one) => one.at <= end).sort((a, b) => a.at - b.at)[0];
        if (due === undefined) break;
        timers = timers.filter((one) => one !== due);
        now = Math.max(now, due.at);
        due.run();
      }
      now = end;
    },
  };
}

/**
 * Returns a pseudo-random generator of numbers n with 0 ≤ n < 1. The same seed gives the same
 * numbers.
 */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const testWidgetSettings: WidgetScriptConfig = {
  ...defaultWidgetSettings,
  id: "Lk29fQw7Za",
  name: "Shop",
  on_accent: "#fff",
  base: "https://chat.example/widget",
  frame: "https://chat.example/widget/frame/Lk29fQw7Za",
  rules: [],
};

export class FakeServer {
  /** Messages of all chats. Those of the latest chat are at the end. */
  readonly messages: WidgetMessage[] = [];
  readonly receivedFrames: WidgetClientFrame[] = [];
  /** If set, the server sends this response to `say` instead of storing the message. */
  rejectWith: ((ref: string) => Extract<WidgetServerFrame, { type: "failed" }> | null) | null =
    null;
  chat: WidgetChat | null = null;
  /** The visitor's last call. Null if there was none. */
  call: WidgetCall | null = null;
  isDown = false;
  connections = 0;
  #chats = 0;
  readonly #clock: Clock;
  readonly #lines = new Set<{
    tell: (frame: WidgetServerFrame) => void;
    publish: (frame: WidgetServerFrame) => void;
    cut: () => void;
    die: () => void;
  }>();
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get openSocket(): OpenSocket {
    return (events) => this.#accept(events);
  }
  cut(): void {
    for (const line of this.#lines) line.cut();
  }
  /** Drops all frames without closing the sockets, as if the machine were asleep. */
  die(): void {
    for (const line of this.#lines) line.die();
  }
  sendOperatorMessage(text: string): void {
    this.#store({ from: "operator", name: "Sofia", text });
  }
  addSystemMessage(code: string, detail: string, photo = ""): void {
    this.#store({ from: "system", name: "", text: "", photo, code, detail });
    if (this.chat === null || (code !== "accepted" && code !== "joined")) return;
    this.chat = { ...this.chat, agents: [...this.chat.agents, { name: detail, photo }] };
    this.publish({ type: "chat", chat: this.chat });
  }
  /** Closes the chat. The visitor's next message starts another chat. */
  closeChat(): void {
    if (this.chat === null || this.chat.state === "closed") return;
    this.addSystemMessage("closed", "");
    this.chat = {
      ...this.chat,
      state: "closed",
      agents: [],
      closed_at: new Date(this.#clock.now()).toISOString(),
    };
    this.publish({ type: "chat", chat: this.chat });
  }
  /** Returns the messages of the current chat. */
  currentMessages(): readonly WidgetMessage[] {
    return this.messages.filter((one) => one.chat_id === this.chat?.id);
  }
  /**
   * Sends a published frame. It takes longer than a response, so that responses can arrive before
   * it.
   */
  publish(frame: WidgetServerFrame): void {
    for (const line of this.#lines) line.publish(frame);
  }
  tell(frame: WidgetServerFrame): void {
    for (const line of this.#lines) line.tell(frame);
  }
  #store(
    part: Pick<WidgetMessage, "from" | "name" | "text"> & Partial<WidgetMessage>,
  ): WidgetMessage {
    const isFirst = this.chat === null || this.chat.state === "closed";
    const chat = this.chat === null || isFirst ? { ...emptyChat, id: this.#chatId() } : this.chat;
    const seq = chat.seq + 1;
    const at = new Date(this.#clock.now()).toISOString();
    const id = 101 + this.messages.length;
    const message: WidgetMessage = {
      id,
      chat_id: chat.id,
      seq,
      at,
      photo: "",
      kind: "text",
      ...part,
    };
    this.messages.push(message);
    this.chat = { ...chat, seq };
    if (isFirst) this.publish({ type: "chat", chat: this.chat });
    this.publish({ type: "message", message });
    return message;
  }
  /**
   * Returns an id that is alternately above and below the previous one, because chat ids do not
   * show which chat is later (CORE-004).
   */
  #chatId(): number {
    const n = this.#chats++;
    return 1_000 + (n % 2 === 0 ? n : -n);
  }
  #accept(events: SocketEvents) {
    this.connections++;
    let isOpen = true;
    const later = (run: () => void, ms = 20): void => {
      this.#clock.after(ms, () => {
        if (isOpen) run();
      });
    };
    const die = (): void => {
      isOpen = false;
      this.#lines.delete(line);
    };
    const line = {
      // Responses and published frames have separate delays. Within each of the two, the order is
      // preserved, as on a socket.
      tell: (frame: WidgetServerFrame) => later(() => events.onMessage(JSON.stringify(frame))),
      publish: (frame: WidgetServerFrame) =>
        later(() => events.onMessage(JSON.stringify(frame)), 150),
      die,
      cut: () => {
        die();
        this.#clock.after(1, () => events.onClose(1006));
      },
    };
    if (this.isDown) {
      isOpen = false;
      this.#clock.after(20, () => events.onClose(1006));
    } else later(() => events.onOpen());
    const received = (frame: WidgetClientFrame): void => {
      this.receivedFrames.push(frame);
      if (frame.type === "hello") {
        line.tell(this.#welcome(frame));
        this.#lines.add(line);
      } else if (frame.type === "say") {
        const refusal = this.rejectWith?.(frame.ref) ?? null;
        if (refusal !== null) return line.tell(refusal);
        const known = this.messages.find((one) => one.client_id === frame.ref);
        const message =
          known ??
          this.#store({ from: "visitor", name: "", text: frame.text, client_id: frame.ref });
        line.tell({
          type: "done",
          ref: frame.ref,
          ...(message.chat_id === this.chat?.id ? { message } : {}),
        });
      } else if (frame.type === "older") {
        const before = this.messages
          .filter((one) => one.chat_id === frame.chat_id && one.seq < frame.before)
          .slice(-50);
        line.tell({
          type: "older",
          ref: frame.ref,
          messages: before,
          more: (before[0]?.seq ?? 1) > 1,
        });
      } else if (frame.type === "marks" && this.chat !== null)
        this.chat = { ...this.chat, read: Math.max(this.chat.read, frame.seen) };
      else if (frame.type === "ping") line.tell({ type: "pong" });
      else if ("ref" in frame) line.tell({ type: "done", ref: frame.ref });
    };
    return {
      send: (text: string) => later(() => received(JSON.parse(text) as WidgetClientFrame)),
      close: die,
    };
  }
  #welcome({
    token,
    after,
    call,
    sealed,
  }: Extract<WidgetClientFrame, { type: "hello" }>): WidgetServerFrame {
    const isSame = after !== null && after.chat_id === this.chat?.id;
    return {
      type: "welcome",
      token: token === null ? "t".repeat(43) : null,
      number: 412,
      contacts: { name: null, email: null, phone: null, description: null },
      signed: false,
      situation: {
        mode: "online",
        bot: false,
        opens_at: null,
        working_hours: true,
        operators_online: true,
        call: "disabled",
        departments: [],
      },
      chat: this.chat,
      reset: !isSame,
      messages: isSame
        ? this.currentMessages().filter((one) => one.seq > after.seq)
        : this.currentMessages().slice(-50),
      call:
        this.call !== null && (isCallActive(this.call) || this.call.id === call) ? this.call : null,
      invitation: null,
      quiet: false,
      has_written: this.messages.some((one) => one.from === "visitor"),
      ...(sealed === true ? { key: "k".repeat(43) } : {}),
    };
  }
}
const emptyChat: WidgetChat = {
  id: 1,
  state: "open",
  seq: 0,
  agents: [],
  buttons: null,
  rating: null,
  rating_asked: false,
  closed_at: null,
  queue: null,
  read: 0,
};

export interface TestWindow extends ChatClient {
  readonly posted: MessageToPage[];
  readonly playedSounds: number[];
  /** Leaves the page. No code of the page runs after this. */
  readonly stop: () => void;
}
/**
 * Opens a chat window that is connected to the fake server. Two windows share only the storage and
 * the token.
 */
export function openTestWindow(
  clock: Clock,
  server: FakeServer,
  more: Partial<StartMessage> & { readonly store?: KeyValueStore } = {},
): TestWindow {
  const posted: MessageToPage[] = [];
  const playedSounds: number[] = [];
  const { store = createMemoryStorage(), ...start } = more;
  let isOpen = true;
  const ifOpen =
    <A extends readonly unknown[]>(run: (...args: A) => void) =>
    (...args: A): void => {
      if (isOpen) run(...args);
    };
  const sockets: Socket[] = [];
  const client = createChatClient({
    start: {
      type: "start",
      face: testWidgetSettings,
      token: null,
      userToken: null,
      page: {
        url: "https://shop.example/",
        title: "Shop",
        referrer: "",
        first: "https://shop.example/",
        visits: 1,
        pages: 1,
      },
      language: "en",
      origin: "https://shop.example",
      state: "chat",
      dark: false,
      phone: false,
      kept: "always",
      situation: null,
      ...start,
    },
    origin: "https://shop.example",
    openSocket(events) {
      const socket = server.openSocket({
        onOpen: ifOpen(() => events.onOpen()),
        onMessage: ifOpen((text: string) => events.onMessage(text)),
        onClose: ifOpen((code: number) => events.onClose(code)),
      });
      sockets.push(socket);
      return socket;
    },
    clock: { ...clock, after: (ms, run) => clock.after(ms, ifOpen(run)) },
    store,
    post: (message) => posted.push(message),
    onChange: () => undefined,
    playSound: (id) => playedSounds.push(id),
  });
  const stop = (): void => {
    isOpen = false;
    for (const socket of sockets) socket.close();
  };
  return { ...client, posted, playedSounds, stop };
}
