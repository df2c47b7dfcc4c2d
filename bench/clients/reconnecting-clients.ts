import { setTimeout as pause } from "node:timers/promises";
import { createConnection, type Connection, type SocketLike } from "@parlour/client";
import type { Cursor, ServerFrame } from "@parlour/protocol";
import type { WidgetClientFrame, WidgetMessage, WidgetServerFrame } from "@parlour/protocol/widget";
import { browserClock } from "../../packages/widget/src/clock.ts";
import {
  openChatWindowConnection,
  type ChatWindowConnection as WindowConnection,
} from "../../packages/widget/src/frame/transport/connection.ts";
import { serveControlChannel } from "../harness/control-channel.ts";
import { createLineRecord, type LineLosses, type LineRecord } from "../harness/line-record.ts";
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
  /** Widgets of the windows, in turn. */
  readonly widgetIds: readonly string[];
  /**
   * Whether the clients are of a release that does not know the frame `move`, and ignores it.
   * Default: false.
   */
  readonly ignoresMoves?: boolean;
}
/** A chat of a window. `widget`: index of its widget in the job. */
export interface WindowChat {
  readonly id: number;
  readonly widget: number;
}
/** Messages since `mark` that each client must have received. */
export interface SentMessages {
  /** Number of visitors' messages by account, for operator sockets. */
  readonly accounts: readonly number[];
  /** Number of operators' messages by id of the chat, for windows. Absent: windows do not count. */
  readonly chats?: Readonly<Record<number, number>>;
}
/** Faults that must not occur. */
export interface ClientFaults {
  /** Resets of clients that had a cursor or a chat. */
  readonly resets: number;
  /** Messages that an operator's client missed, and events that one socket received twice. */
  readonly gaps: number;
  readonly twice: number;
}

interface TestClient {
  readonly line: LineRecord;
  /** Messages since `mark`: for an operator those of visitors, for a window those of operators. */
  receivedCount: number;
  cut(): void;
}
interface OperatorClient extends TestClient {
  readonly account: number;
}
interface VisitorClient extends TestClient {
  readonly widget: number;
  say(): void;
  /** Returns the id of its chat. null: none yet. */
  chatId(): number | null;
}

const maxConcurrentOpens = 32;
const operatorClients: OperatorClient[] = [];
const visitorClients: VisitorClient[] = [];
let resets = 0;
let gaps = 0;
let duplicates = 0;

serveControlChannel({
  /** Opens all clients. Returns when all are live. */
  async open(value) {
    const job = value as ClientsJob;
    const makers = [
      ...job.operators.map(
        (operator) => () => operatorClients.push(openOperatorClient(job, operator)),
      ),
      ...Array.from(
        { length: job.windows },
        (_, n) => () => visitorClients.push(openVisitorClient(job, n % job.widgetIds.length)),
      ),
    ];
    for (let i = 0; i < makers.length; i += maxConcurrentOpens) {
      for (const make of makers.slice(i, i + maxConcurrentOpens)) make();
      await waitUntil(() => listClients().every(({ line }) => line.liveAt() > 0));
    }
  },
  /** Each chat window sends one message to start its chat, a few windows at a time. */
  async converse() {
    for (let i = 0; i < visitorClients.length; i += maxConcurrentOpens) {
      const batch = visitorClients.slice(i, i + maxConcurrentOpens);
      for (const visitorClient of batch) visitorClient.say();
      await waitUntil(() => batch.every((visitorClient) => visitorClient.chatId() !== null));
    }
  },
  mark() {
    for (const member of listClients()) {
      member.receivedCount = 0;
      member.line.reset();
    }
    [resets, gaps, duplicates] = [0, 0, 0];
  },
  /** Closes all connections at once without a close frame. */
  cut() {
    for (const member of listClients()) member.cut();
  },
  /** Returns the milliseconds after `since` at which each reconnected client was live. */
  back: (since) =>
    listClients().flatMap(({ line }) =>
      line.liveAt() > Number(since) ? [(line.liveAt() - Number(since)) / 1000] : [],
    ),
  /** Returns the windows' chats. */
  chats: (): WindowChat[] =>
    visitorClients.map(({ widget, ...member }) => ({ id: member.chatId() ?? 0, widget })),
  /** Returns the number of clients that received fewer or more messages than were sent to them. */
  unequal(value) {
    const { accounts, chats } = value as SentMessages;
    const operators = operatorClients.filter(
      ({ account, receivedCount }) => receivedCount !== accounts[account],
    );
    const windows = visitorClients.filter(
      (member) =>
        chats !== undefined && member.receivedCount !== (chats[member.chatId() ?? 0] ?? 0),
    );
    return operators.length + windows.length;
  },
  /** Returns the times without a live connection since `mark`, one entry per client. */
  losses: (): LineLosses[] => {
    const now = getMachineMicros();
    return listClients().map(({ line }) => line.sum(now));
  },
  faults: (): ClientFaults => ({ resets, gaps, twice: duplicates }),
});
console.log("ready");

function listClients(): readonly TestClient[] {
  return [...operatorClients, ...visitorClients];
}

/** Opens an operator connection that counts visitor messages and checks their `seq`. */
function openOperatorClient(
  job: ClientsJob,
  { account, key }: ClientsJob["operators"][number],
): OperatorClient {
  const lastSeqs = new Map<number, number>();
  let cursor: Cursor | null = null;
  let rawSocket: RawClientSocket | null = null;
  const line = createLineRecord();
  const count = (frame: Extract<ServerFrame, { type: "event" }>): void => {
    if (frame.name !== "message_created") return;
    const { message } = frame.data;
    const previousSeq = lastSeqs.get(message.chat_id);
    if (previousSeq !== undefined && message.seq > previousSeq + 1) gaps++;
    lastSeqs.set(message.chat_id, message.seq);
    if (message.author.kind === "visitor") operatorClient.receivedCount++;
  };
  const operatorClient: OperatorClient = {
    account,
    line,
    receivedCount: 0,
    cut: () => rawSocket?.cut(),
  };
  const connection: Connection = createConnection({
    open: (): SocketLike =>
      (rawSocket = openRawClientSocket({
        ...getSocketOptions(job),
        path: "/api/v1/socket",
        headers: { authorization: `Bearer ${key}` },
        onText: createDuplicateCheck(),
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
      // While a client moves, both sockets send events. Its state ignores what it has.
      if (frame.type !== "event" || frame.position <= (cursor?.position ?? 0)) return;
      cursor = { epoch: cursor?.epoch ?? "", position: frame.position };
      count(frame);
    },
    onState(state) {
      if (state.kind === "live") line.live(getMachineMicros());
      else line.lose(getMachineMicros());
    },
    // A new page would read lists over HTTP. Here nothing shows them.
    onReset: () => Promise.resolve(),
  });
  void connection;
  return operatorClient;
}

/** Returns the check of one socket: no event comes twice. */
function createDuplicateCheck(): (text: string) => void {
  let last = 0;
  return (text) => {
    const { type, position } = JSON.parse(text) as { type: string; position: number };
    if (type !== "event") return;
    if (position <= last) duplicates++;
    last = position;
  };
}

let nextRef = 0;
/** Opens a visitor's chat window that stores its token and the last received message. */
function openVisitorClient(job: ClientsJob, widget: number): VisitorClient {
  let token: string | null = null;
  let lastMessage: { chat_id: number; seq: number } | null = null;
  let rawSocket: RawClientSocket | null = null;
  const line = createLineRecord();
  const noteMessage = ({ chat_id, seq, from }: WidgetMessage): void => {
    if (lastMessage?.chat_id === chat_id && seq <= lastMessage.seq) return;
    lastMessage = { chat_id, seq };
    if (from === "operator") visitorClient.receivedCount++;
  };
  const connection: WindowConnection = openChatWindowConnection({
    clock: browserClock,
    openSocket: openRawWindowSocket(getSocketOptions(job), (opened) => (rawSocket = opened)),
    hello: () => createHello(job.widgetIds[widget] ?? "", token, lastMessage),
    onFrame(frame: WidgetServerFrame) {
      if (frame.type === "welcome") {
        line.live(getMachineMicros());
        token = frame.token ?? token;
        if (lastMessage !== null && (frame.reset || frame.chat?.id !== lastMessage.chat_id))
          resets++;
        frame.messages.forEach(noteMessage);
      } else if (frame.type === "message") noteMessage(frame.message);
      else if (frame.type === "done" && frame.message) noteMessage(frame.message);
    },
    // null: another socket has replaced the connection, without a time between them.
    onLost: (isRefused) => void (isRefused !== null && line.lose(getMachineMicros())),
  });
  const visitorClient: VisitorClient = {
    widget,
    line,
    receivedCount: 0,
    cut: () => rawSocket?.cut(),
    chatId: () => lastMessage?.chat_id ?? null,
    say: () =>
      void connection.send({
        type: "say",
        ref: `h${process.pid}-${nextRef++}`,
        text: "Is size 42 back in stock?",
      }),
  };
  return visitorClient;
}

/** Returns the options of all sockets of the job. */
const getSocketOptions = ({ port, ignoresMoves = false }: ClientsJob) => ({
  port,
  accepts: (text: string) => !ignoresMoves || !text.startsWith('{"type":"move"'),
});

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
  while (!test()) await pause(5);
}
