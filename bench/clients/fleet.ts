import { answerQuestions } from "../harness/answer.ts";
import { machineMicros, openRawSocket, stamp, stampIn, type RawSocket } from "../harness/raw-socket.ts";
import { quantile } from "../harness/stats.ts";

/**
 * A process with many client sockets, so that their memory and CPU are separate from the server's.
 * Controlled over the control channel.
 */

export interface FleetOpen {
  readonly kind: "product" | "widget" | "ws" | "socket.io";
  readonly port: number;
  /**
   * One entry per socket: the API key, the public id of a widget, or the room of a baseline's
   * socket.
   */
  readonly names: readonly string[];
}
export interface FleetCounts {
  readonly frames: number;
  readonly closed: number;
  readonly p50: number;
  readonly p99: number;
  readonly cpuMicros: number;
  /** Delay of the slowest 1 % of the messages of `say`, ms. 0 if it sent none. */
  readonly lateP99: number;
}

const atOnce = 32;
const sockets: RawSocket[] = [];
let frames = 0;
let closed = 0;
let delays: number[] = [];
let sample = "";
let said = 0;
let lates: number[] = [];
let isMute = false;
const answersPings = (): boolean => !isMute;

answerQuestions({
  /** Opens and greets all sockets. Returns the seconds it took. */
  async open(value) {
    const { kind, port, names } = value as FleetOpen;
    const began = performance.now();
    let next = 0;
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let i = next++; i < names.length; i = next++) sockets.push(await openers[kind](port, names[i] ?? ""));
      }),
    );
    return (performance.now() - began) / 1000;
  },
  /** Returns the marked frames since the last `reset`, and their age on arrival, ms. */
  counts(): FleetCounts {
    const sorted = Float64Array.from(delays).sort();
    const { user, system } = process.cpuUsage();
    const lateP99 = lates.length === 0 ? 0 : quantile(Float64Array.from(lates).sort(), 0.99);
    return { frames, closed, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), cpuMicros: user + system, lateP99 };
  },
  /**
   * Sends messages of visitors in turn, `rate` per second in total. Returns their number. The age
   * of a message counts from when it was due, so delays of the sender count.
   */
  async say(value) {
    const { rate, ms } = value as { rate: number; ms: number };
    const began = machineMicros();
    let sent = 0;
    for (let at = 0; at < ms; at = (machineMicros() - began) / 1000) {
      for (; sent < (at * rate) / 1000; sent++) {
        const due = Math.round(began + (sent * 1e6) / rate);
        lates.push((machineMicros() - due) / 1000);
        sockets[sent % sockets.length]?.send(
          `{"type":"say","ref":"b${process.pid}-${said++}","text":"Is size 42 back in stock? ${stamp(due)}"}`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    return sent;
  },
  /** Stops answering pings. */
  hush() {
    isMute = true;
  },
  frames: () => frames,
  delays: () => delays,
  /** Returns the first marked frame as text, so that baselines can send the same bytes. */
  sample: () => sample,
  reset() {
    frames = 0;
    delays = [];
    lates = [];
  },
});
console.log("ready");

const openers = { product, widget, ws, "socket.io": socketIo };

function onText(bytes: Buffer, start: number, end: number): void {
  const at = stampIn(bytes, start, end);
  if (at === 0) return;
  if (frames === 0) sample = bytes.toString("utf8", start, end);
  frames++;
  delays.push((machineMicros() - at) / 1000);
}
function onClose(): void {
  closed++;
}

async function product(port: number, key: string): Promise<RawSocket> {
  const greeted = gate();
  const socket = await openRawSocket({
    port,
    path: "/api/v1/socket",
    headers: { authorization: `Bearer ${key}` },
    onClose,
    answersPings,
    onText(bytes, start, end) {
      if (!greeted.isOpen) greeted.open();
      else onText(bytes, start, end);
    },
  });
  socket.send('{"type":"hello","after":null}');
  await greeted.opened;
  return socket;
}
/** Opens the socket of a new visitor's chat window. */
async function widget(port: number, widgetId: string): Promise<RawSocket> {
  const greeted = gate();
  const socket = await openRawSocket({
    port,
    path: "/widget/socket",
    onClose,
    answersPings,
    onText(bytes, start, end) {
      if (!greeted.isOpen) greeted.open();
      else onText(bytes, start, end);
    },
  });
  const page = '{"url":"https://shop.example/","title":"Shop","referrer":"","first":"https://shop.example/","visits":1,"pages":1}';
  socket.send(
    `{"type":"hello","widget_id":"${widgetId}","token":null,"user_token":null,"after":null,"page":${page},"language":"en","origin":"https://shop.example"}`,
  );
  await greeted.opened;
  return socket;
}
async function ws(port: number, room: string): Promise<RawSocket> {
  return openRawSocket({ port, path: `/?room=${room}`, onText, onClose });
}
/**
 * Opens an Engine.IO connection over WebSocket: open packet, connect packet, then pings that need a
 * pong.
 */
async function socketIo(port: number, room: string): Promise<RawSocket> {
  const connected = gate();
  const socket: RawSocket = await openRawSocket({
    port,
    path: `/socket.io/?EIO=4&transport=websocket&room=${room}`,
    onClose,
    answersPings,
    onText(bytes, start, end) {
      const type = bytes[start];
      if (type === 0x30) setImmediate(() => socket.send("40"));
      else if (type === 0x32) socket.send("3");
      else if (!connected.isOpen && bytes[start + 1] === 0x30) connected.open();
      else onText(bytes, start, end);
    },
  });
  await connected.opened;
  return socket;
}
function gate(): { isOpen: boolean; open(): void; opened: Promise<void> } {
  let done = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    done = resolve;
  });
  const made = {
    isOpen: false,
    opened,
    open() {
      made.isOpen = true;
      done();
    },
  };
  return made;
}
