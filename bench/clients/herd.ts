import { connectSocket, type Connection, type SocketLike } from "@parlour/client";
import type { Cursor, ServerFrame } from "@parlour/protocol";
import type { WidgetClientFrame, WidgetServerFrame } from "@parlour/protocol/widget";
import { browserClock } from "../../packages/widget/src/clock.ts";
import { connect, type Connection as WindowConnection } from "../../packages/widget/src/frame/connection.ts";
import { answerQuestions } from "../harness/answer.ts";
import { dialRaw, type RawLine } from "../harness/raw-line.ts";
import { machineMicros } from "../harness/raw-socket.ts";

/**
 * Thousands of the real clients in one process: those of operators (`createConnection`) and of chat
 * windows, with their own cursors, delays and jitter. Only the underlying socket is the
 * benchmark's. Controlled over the control channel.
 */
export interface HerdOpen {
  readonly port: number;
  /** One entry per operator socket: number of the account, and API key. */
  readonly operators: readonly { readonly account: number; readonly key: string }[];
  readonly windows: number;
  readonly widgetId: string;
}
/** Faults that must not occur. */
export interface HerdFaults {
  /** Resets of clients that had a cursor or a chat. */
  readonly resets: number;
  /** Sockets that missed a message, or received one twice. */
  readonly gaps: number;
  readonly twice: number;
}

interface Member {
  /** Returns when it last became live, in machine microseconds. 0: not live. */
  liveAt(): number;
  cut(): void;
}
interface Watcher extends Member {
  readonly account: number;
  /** Messages since `mark`. */
  heard: number;
}

const atOnce = 32;
const watchers: Watcher[] = [];
const windows: (Member & { say(): void; hasChat(): boolean })[] = [];
let resets = 0;
let gaps = 0;
let twice = 0;

answerQuestions({
  /** Opens all clients. Returns when all are live. */
  async open(value) {
    const { port, operators, windows: count, widgetId } = value as HerdOpen;
    const makers = [
      ...operators.map((one) => () => watchers.push(watch(port, one.account, one.key))),
      ...Array.from({ length: count }, () => () => windows.push(look(port, widgetId))),
    ];
    for (let i = 0; i < makers.length; i += atOnce) {
      for (const make of makers.slice(i, i + atOnce)) make();
      await until(() => members().every((member) => member.liveAt() > 0));
    }
  },
  /** Each chat window sends one message to start its chat, a few windows at a time. */
  async converse() {
    for (let i = 0; i < windows.length; i += atOnce) {
      const some = windows.slice(i, i + atOnce);
      for (const one of some) one.say();
      await until(() => some.every((one) => one.hasChat()));
    }
  },
  mark() {
    for (const one of watchers) one.heard = 0;
    [resets, gaps, twice] = [0, 0, 0];
  },
  /** Closes all connections at once without a close frame. */
  cut() {
    for (const member of members()) member.cut();
  },
  /** Returns the milliseconds after `since` at which each reconnected client was live. */
  back: (since) => members().flatMap((member) => (member.liveAt() > Number(since) ? [(member.liveAt() - Number(since)) / 1000] : [])),
  /**
   * Returns the number of operator clients that received fewer or more messages than were sent to
   * their account.
   */
  unequal: (sent) => watchers.filter(({ account, heard }) => heard !== (sent as readonly number[])[account]).length,
  faults: (): HerdFaults => ({ resets, gaps, twice }),
});
console.log("ready");

function members(): readonly Member[] {
  return [...watchers, ...windows];
}

/** Opens an operator connection that counts visitor messages and checks their `seq`. */
function watch(port: number, account: number, key: string): Watcher {
  const last = new Map<number, number>();
  let cursor: Cursor | null = null;
  let line: RawLine | null = null;
  let liveAt = 0;
  const count = (frame: Extract<ServerFrame, { type: "event" }>): void => {
    if (frame.name !== "message_created") return;
    const { message } = frame.data;
    const before = last.get(message.chat_id);
    if (before !== undefined && message.seq > before + 1) gaps++;
    if (before !== undefined && message.seq <= before) twice++;
    last.set(message.chat_id, message.seq);
    if (message.author.kind === "visitor") one.heard++;
  };
  const one: Watcher = { account, heard: 0, liveAt: () => liveAt, cut: () => line?.cut() };
  const connection: Connection = connectSocket({
    open: (): SocketLike => (line = dialRaw({ port, path: "/api/v1/socket", headers: { authorization: `Bearer ${key}` } })),
    timers: { now: () => Date.now(), set: (run, ms) => setTimeout(run, ms), clear: (timer) => clearTimeout(timer as NodeJS.Timeout) },
    random: Math.random,
    cursor: () => cursor,
    onFrame(frame) {
      if (frame.type === "ready") cursor ??= { epoch: frame.epoch, position: frame.position };
      if (frame.type === "reset") {
        resets++;
        cursor = { epoch: frame.epoch, position: frame.position };
      }
      if (frame.type !== "event") return;
      cursor = { epoch: cursor?.epoch ?? "", position: frame.position };
      count(frame);
    },
    onState(state) {
      if (state.kind !== "live") liveAt = 0;
      else if (liveAt === 0) liveAt = machineMicros();
    },
    // A new page would read lists over HTTP. Here nothing shows them.
    onReset: () => Promise.resolve(),
  });
  void connection;
  return one;
}

let said = 0;
/** Opens a visitor's chat window that stores its token and the last received message. */
function look(port: number, widgetId: string): (typeof windows)[number] {
  let token: string | null = null;
  let after: { chat_id: number; seq: number } | null = null;
  let line: RawLine | null = null;
  let liveAt = 0;
  const hear = (message: { readonly chat_id: number; readonly seq: number }): void => {
    after = { chat_id: message.chat_id, seq: Math.max(message.seq, after?.chat_id === message.chat_id ? after.seq : 0) };
  };
  const connection: WindowConnection = connect({
    clock: browserClock,
    dial(events) {
      const dialled = dialRaw({ port, path: "/widget/socket" });
      dialled.onopen = () => events.opened();
      dialled.onmessage = ({ data }) => events.said(String(data));
      dialled.onclose = ({ code }) => events.closed(code);
      line = dialled;
      return dialled;
    },
    hello: () => hello(widgetId, token, after),
    onFrame(frame: WidgetServerFrame) {
      if (frame.type === "welcome") {
        liveAt = machineMicros();
        token = frame.token ?? token;
        if (after !== null && (frame.reset || frame.chat?.id !== after.chat_id)) resets++;
        frame.messages.forEach(hear);
      } else if (frame.type === "message") hear(frame.message);
      else if (frame.type === "done" && frame.message) hear(frame.message);
    },
    onLost: () => void (liveAt = 0),
  });
  return {
    liveAt: () => liveAt,
    cut: () => line?.cut(),
    hasChat: () => after !== null,
    say: () => void connection.send({ type: "say", ref: `h${process.pid}-${said++}`, text: "Is size 42 back in stock?" }),
  };
}

function hello(widgetId: string, token: string | null, after: { chat_id: number; seq: number } | null): WidgetClientFrame {
  const url = "https://shop.example/";
  return {
    type: "hello",
    widget_id: widgetId,
    token,
    user_token: null,
    after,
    page: { url, title: "Shop", referrer: "", first: url, visits: 1, pages: 1 },
    language: "en",
    origin: "https://shop.example",
  };
}

async function until(test: () => boolean): Promise<void> {
  while (!test()) await new Promise((resolve) => setTimeout(resolve, 5));
}
