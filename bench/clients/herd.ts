import { connectSocket, type Connection, type SocketLike } from "@parlour/client";
import type { Cursor, ServerFrame } from "@parlour/protocol";
import type { WidgetClientFrame, WidgetServerFrame } from "@parlour/protocol/widget";
import { browserClock } from "../../packages/widget/src/clock.ts";
import { connect, type Connection as WindowConnection } from "../../packages/widget/src/frame/connection.ts";
import { answerQuestions } from "../harness/answer.ts";
import { dialRaw, type RawLine } from "../harness/raw-line.ts";
import { machineMicros } from "../harness/raw-socket.ts";

/**
 * Thousands of the product's own clients in one process: those of operators (`connectSocket`) and of visitors' windows, with their own cursors,
 * pauses and chance. Only the socket below them is the bench's. Told what to do over the control channel.
 */
export interface HerdOpen {
  readonly port: number;
  /** One per operator's socket: the account's number, the API key. */
  readonly operators: readonly { readonly account: number; readonly key: string }[];
  readonly windows: number;
  readonly widgetId: string;
}
/** What may not happen. */
export interface HerdFaults {
  /** Told to begin anew, although they had a cursor, or their chat. */
  readonly resets: number;
  /** Sockets that missed a message, or got one again. */
  readonly gaps: number;
  readonly twice: number;
}

interface Member {
  /** Microseconds of the machine at which it last became live; 0: it is not. */
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
  /** Opens all; answers when all are live. */
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
  /** Every window writes once, so that it has a chat; a few at a time. */
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
  /** All connections end at once, without a word. */
  cut() {
    for (const member of members()) member.cut();
  },
  /** Milliseconds after `since` at which each that is back was live again. */
  back: (since) => members().flatMap((member) => (member.liveAt() > Number(since) ? [(member.liveAt() - Number(since)) / 1000] : [])),
  /** Watchers that have not heard as many messages as their account was sent. */
  unequal: (sent) => watchers.filter(({ account, heard }) => heard !== (sent as readonly number[])[account]).length,
  faults: (): HerdFaults => ({ resets, gaps, twice }),
});
console.log("ready");

function members(): readonly Member[] {
  return [...watchers, ...windows];
}

/** An operator's socket, which counts the visitors' messages and holds them against their `seq`. */
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
    // Lists over HTTP are what a fresh page reads; here nothing shows them.
    onReset: () => Promise.resolve(),
  });
  void connection;
  return one;
}

let said = 0;
/** A visitor's window, which keeps its token and how far it has heard. */
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
