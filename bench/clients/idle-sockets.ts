import { setTimeout as pause } from "node:timers/promises";
import { serveControlChannel } from "../harness/control-channel.ts";
import {
  getMachineMicros,
  openRawSocket,
  createTimestampMark,
  readTimestampMark,
  type RawSocket,
} from "../harness/raw-socket.ts";
import { getQuantile } from "../harness/stats.ts";

/**
 * A process with many client sockets, so that their memory and CPU are separate from the server's.
 * Controlled over the control channel.
 */

export interface IdleSocketsJob {
  readonly kind: "product" | "widget" | "ws" | "socket.io";
  readonly port: number;
  /**
   * One entry per socket: the API key, the public id of a widget, or the room of a baseline's
   * socket.
   */
  readonly names: readonly string[];
}
export interface SocketCounts {
  readonly frames: number;
  readonly closed: number;
  readonly p50: number;
  readonly p99: number;
  readonly cpuMicros: number;
  /** Delay of the slowest 1 % of the messages of `say`, ms. 0 if it sent none. */
  readonly lateP99: number;
}

const maxConcurrentOpens = 32;
const sockets: RawSocket[] = [];
let frames = 0;
let closed = 0;
let delays: number[] = [];
let sample = "";
let nextRef = 0;
let sendDelays: number[] = [];
let isPongDisabled = false;
const answersPings = (): boolean => !isPongDisabled;

serveControlChannel({
  /** Opens and greets all sockets. Returns the seconds it took. */
  async open(value) {
    const { kind, port, names } = value as IdleSocketsJob;
    const startedAt = performance.now();
    let next = 0;
    await Promise.all(
      Array.from({ length: maxConcurrentOpens }, async () => {
        for (let i = next++; i < names.length; i = next++)
          sockets.push(await openers[kind](port, names[i] ?? ""));
      }),
    );
    return (performance.now() - startedAt) / 1000;
  },
  /** Returns the marked frames since the last `reset`, and their age on arrival, ms. */
  counts(): SocketCounts {
    const sorted = Float64Array.from(delays).sort();
    const { user, system } = process.cpuUsage();
    const lateP99 =
      sendDelays.length === 0 ? 0 : getQuantile(Float64Array.from(sendDelays).sort(), 0.99);
    return {
      frames,
      closed,
      p50: getQuantile(sorted, 0.5),
      p99: getQuantile(sorted, 0.99),
      cpuMicros: user + system,
      lateP99,
    };
  },
  /**
   * Sends messages of visitors in turn, `rate` per second in total. Returns their number. The age
   * of a message counts from when it was due, so delays of the sender count.
   */
  async say(value) {
    const { rate, ms } = value as { rate: number; ms: number };
    const startedAt = getMachineMicros();
    let sent = 0;
    for (let at = 0; at < ms; at = (getMachineMicros() - startedAt) / 1000) {
      for (; sent < (at * rate) / 1000; sent++) {
        const due = Math.round(startedAt + (sent * 1e6) / rate);
        sendDelays.push((getMachineMicros() - due) / 1000);
        sockets[sent % sockets.length]?.send(
          `{"type":"say","ref":"b${process.pid}-${nextRef++}","text":"Is size 42 back in stock? ${createTimestampMark(due)}"}`,
        );
      }
      await pause(2);
    }
    return sent;
  },
  /** Stops answering pings. */
  hush() {
    isPongDisabled = true;
  },
  frames: () => frames,
  delays: () => delays,
  /** Returns the first marked frame as text, so that baselines can send the same bytes. */
  sample: () => sample,
  reset() {
    frames = 0;
    delays = [];
    sendDelays = [];
  },
});
console.log("ready");

const openers = {
  product: openOperatorSocket,
  widget: openVisitorSocket,
  ws: openWsSocket,
  "socket.io": openSocketIoSocket,
};

function handleText(bytes: Buffer, start: number, end: number): void {
  const at = readTimestampMark(bytes, start, end);
  if (at === 0) return;
  if (frames === 0) sample = bytes.toString("utf8", start, end);
  frames++;
  delays.push((getMachineMicros() - at) / 1000);
}
function handleClose(): void {
  closed++;
}

async function openOperatorSocket(port: number, key: string): Promise<RawSocket> {
  const welcome = createGate();
  const socket = await openRawSocket({
    port,
    path: "/api/v1/socket",
    headers: { authorization: `Bearer ${key}` },
    onClose: handleClose,
    answersPings,
    onText(bytes, start, end) {
      if (!welcome.isOpen) welcome.open();
      else handleText(bytes, start, end);
    },
  });
  socket.send('{"type":"hello","after":null}');
  await welcome.opened;
  return socket;
}
/** Opens the socket of a new visitor's chat window. */
async function openVisitorSocket(port: number, widgetId: string): Promise<RawSocket> {
  const welcome = createGate();
  const socket = await openRawSocket({
    port,
    path: "/widget/socket",
    onClose: handleClose,
    answersPings,
    onText(bytes, start, end) {
      if (!welcome.isOpen) welcome.open();
      else handleText(bytes, start, end);
    },
  });
  const page =
    '{"url":"https://shop.example/","title":"Shop","referrer":"","first":"https://shop.example/","visits":1,"pages":1}';
  socket.send(
    `{"type":"hello","widget_id":"${widgetId}","token":null,"user_token":null,"after":null,"page":${page},"language":"en","origin":"https://shop.example"}`,
  );
  await welcome.opened;
  return socket;
}
async function openWsSocket(port: number, room: string): Promise<RawSocket> {
  return openRawSocket({ port, path: `/?room=${room}`, onText: handleText, onClose: handleClose });
}
/**
 * Opens an Engine.IO connection over WebSocket: open packet, connect packet, then pings that need a
 * pong.
 */
async function openSocketIoSocket(port: number, room: string): Promise<RawSocket> {
  const connected = createGate();
  const socket: RawSocket = await openRawSocket({
    port,
    path: `/socket.io/?EIO=4&transport=websocket&room=${room}`,
    onClose: handleClose,
    answersPings,
    onText(bytes, start, end) {
      const type = bytes[start];
      if (type === 0x30) setImmediate(() => socket.send("40"));
      else if (type === 0x32) socket.send("3");
      else if (!connected.isOpen && bytes[start + 1] === 0x30) connected.open();
      else handleText(bytes, start, end);
    },
  });
  await connected.opened;
  return socket;
}
function createGate(): { isOpen: boolean; open(): void; opened: Promise<void> } {
  let resolveOpened = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    resolveOpened = resolve;
  });
  const result = {
    isOpen: false,
    opened,
    open() {
      result.isOpen = true;
      resolveOpened();
    },
  };
  return result;
}
