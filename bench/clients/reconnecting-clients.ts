import { createConnection, type Connection, type SocketLike } from "@parlour/client";
import type { Cursor, ServerFrame } from "@parlour/protocol";
import type { WidgetClientFrame, WidgetServerFrame } from "@parlour/protocol/widget";
import { browserClock } from "../../packages/widget/src/clock.ts";
import {
  openChatWindowConnection,
  type ChatWindowConnection as WindowConnection,
} from "../../packages/widget/src/frame/transport/connection.ts";
import { serveControlChannel } from "../harness/control-channel.ts";
import {
  openRawClientSocket,
  openRawWindowSocket,
  type RawClientSocket,
} from "../harness/raw-client-socket.ts";
import { getMachineMicros } from "../harness/raw-socket.ts";

/**
 * Thousands of the real clients in one process: those of operators (`createConnection`) and of chat
 * windows, with their own cursors, delays and jitter. Only the underlying socket is the
 * benchmark's. Controlled over the control channel.
 */
export interface ClientsJob {
  readonly port: number;
  /** One entry per operator socket: number of the account, and API key. */
  readonly operators: readonly { readonly account: number; readonly key: string }[];
  readonly windows: number;
  readonly widgetId: string;
}
/** Faults that must not occur. */
export interface ClientFaults {
  /** Resets of clients that had a cursor or a chat. */
  readonly resets: number;
  /** Sockets that missed a message, or received one twice. */
  readonly gaps: number;
  readonly twice: number;
}

interface TestClient {
  /** Returns when it last became live, in machine microseconds. 0: not live. */
  liveAt(): number;
  cut(): void;
}
interface OperatorClient extends TestClient {
  readonly account: number;
  /** Messages since `mark`. */
  receivedCount: number;
}

const maxConcurrentOpens = 32;
const operatorClients: OperatorClient[] = [];
const visitorClients: (TestClient & { say(): void; hasChat(): boolean })[] = [];
let resets = 0;
let gaps = 0;
let duplicates = 0;

serveControlChannel({
  /** Opens all clients. Returns when all are live. */
  async open(value) {
    const { port, operators, windows: count, widgetId } = value as ClientsJob;
    const makers = [
      ...operators.map(
        (operator) => () =>
          operatorClients.push(openOperatorClient(port, operator.account, operator.key)),
      ),
      ...Array.from(
        { length: count },
        () => () => visitorClients.push(openVisitorClient(port, widgetId)),
      ),
    ];
    for (let i = 0; i < makers.length; i += maxConcurrentOpens) {
      for (const make of makers.slice(i, i + maxConcurrentOpens)) make();
      await waitUntil(() => listClients().every((member) => member.liveAt() > 0));
    }
  },
  /** Each chat window sends one message to start its chat, a few windows at a time. */
  async converse() {
    for (let i = 0; i < visitorClients.length; i += maxConcurrentOpens) {
      const batch = visitorClients.slice(i, i + maxConcurrentOpens);
      for (const visitorClient of batch) visitorClient.say();
      await waitUntil(() => batch.every((visitorClient) => visitorClient.hasChat()));
    }
  },
  mark() {
    for (const operatorClient of operatorClients) operatorClient.receivedCount = 0;
    [resets, gaps, duplicates] = [0, 0, 0];
  },
  /** Closes all connections at once without a close frame. */
  cut() {
    for (const member of listClients()) member.cut();
  },
  /** Returns the milliseconds after `since` at which each reconnected client was live. */
  back: (since) =>
    listClients().flatMap((member) =>
      member.liveAt() > Number(since) ? [(member.liveAt() - Number(since)) / 1000] : [],
    ),
  /**
   * Returns the number of operator clients that received fewer or more messages than were sent to
   * their account.
   */
  unequal: (sent) =>
    operatorClients.filter(
      ({ account, receivedCount: heard }) => heard !== (sent as readonly number[])[account],
    ).length,
  faults: (): ClientFaults => ({ resets, gaps, twice: duplicates }),
});
console.log("ready");

function listClients(): readonly TestClient[] {
  return [...operatorClients, ...visitorClients];
}

/** Opens an operator connection that counts visitor messages and checks their `seq`. */
function openOperatorClient(port: number, account: number, key: string): OperatorClient {
  const lastSeqs = new Map<number, number>();
  let cursor: Cursor | null = null;
  let rawSocket: RawClientSocket | null = null;
  let liveAt = 0;
  const count = (frame: Extract<ServerFrame, { type: "event" }>): void => {
    if (frame.name !== "message_created") return;
    const { message } = frame.data;
    const previousSeq = lastSeqs.get(message.chat_id);
    if (previousSeq !== undefined && message.seq > previousSeq + 1) gaps++;
    if (previousSeq !== undefined && message.seq <= previousSeq) duplicates++;
    lastSeqs.set(message.chat_id, message.seq);
    if (message.author.kind === "visitor") operatorClient.receivedCount++;
  };
  const operatorClient: OperatorClient = {
    account,
    receivedCount: 0,
    liveAt: () => liveAt,
    cut: () => rawSocket?.cut(),
  };
  const connection: Connection = createConnection({
    open: (): SocketLike =>
      (rawSocket = openRawClientSocket({
        port,
        path: "/api/v1/socket",
        headers: { authorization: `Bearer ${key}` },
      })),
    timers: {
      now: () => Date.now(),
      set: (run, ms) => setTimeout(run, ms),
      clear: (timer) => clearTimeout(timer as NodeJS.Timeout),
    },
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
      else if (liveAt === 0) liveAt = getMachineMicros();
    },
    // A new page would read lists over HTTP. Here nothing shows them.
    onReset: () => Promise.resolve(),
  });
  void connection;
  return operatorClient;
}

let nextRef = 0;
/** Opens a visitor's chat window that stores its token and the last received message. */
function openVisitorClient(port: number, widgetId: string): (typeof visitorClients)[number] {
  let token: string | null = null;
  let lastMessage: { chat_id: number; seq: number } | null = null;
  let rawSocket: RawClientSocket | null = null;
  let liveAt = 0;
  const noteMessage = (message: { readonly chat_id: number; readonly seq: number }): void => {
    lastMessage = {
      chat_id: message.chat_id,
      seq: Math.max(message.seq, lastMessage?.chat_id === message.chat_id ? lastMessage.seq : 0),
    };
  };
  const connection: WindowConnection = openChatWindowConnection({
    clock: browserClock,
    openSocket: openRawWindowSocket(port, (opened) => (rawSocket = opened)),
    hello: () => createHello(widgetId, token, lastMessage),
    onFrame(frame: WidgetServerFrame) {
      if (frame.type === "welcome") {
        liveAt = getMachineMicros();
        token = frame.token ?? token;
        if (lastMessage !== null && (frame.reset || frame.chat?.id !== lastMessage.chat_id))
          resets++;
        frame.messages.forEach(noteMessage);
      } else if (frame.type === "message") noteMessage(frame.message);
      else if (frame.type === "done" && frame.message) noteMessage(frame.message);
    },
    onLost: () => void (liveAt = 0),
  });
  return {
    liveAt: () => liveAt,
    cut: () => rawSocket?.cut(),
    hasChat: () => lastMessage !== null,
    say: () =>
      void connection.send({
        type: "say",
        ref: `h${process.pid}-${nextRef++}`,
        text: "Is size 42 back in stock?",
      }),
  };
}

function createHello(
  widgetId: string,
  token: string | null,
  lastMessage: { chat_id: number; seq: number } | null,
): WidgetClientFrame {
  const url = "https://shop.example/";
  return {
    type: "hello",
    widget_id: widgetId,
    token,
    user_token: null,
    after: lastMessage,
    page: { url, title: "Shop", referrer: "", first: url, visits: 1, pages: 1 },
    language: "en",
    origin: "https://shop.example",
  };
}

async function waitUntil(test: () => boolean): Promise<void> {
  while (!test()) await new Promise((resolve) => setTimeout(resolve, 5));
}
