import { connect, type Socket } from "node:net";
import { readTimestampMark } from "./raw-socket.ts";

/**
 * A minimal reader of the event feed, because hundreds of them share two cores with the measured
 * server. It parses only the timestamp marks of messages (`createTimestampMark`), and the cursor of
 * a long poll.
 */
export interface FeedReader {
  close(): void;
}
export interface FeedReaderOptions {
  readonly port: number;
  /** API key. */
  readonly key: string;
  readonly kind: FeedKind;
  /** Called for each message that arrives, with the time of its mark. */
  readonly onMark: (micros: number) => void;
  /** Called for each answer to a long poll after the first one. */
  readonly onAnswer: () => void;
  /** Called if the server ends the feed, or answers with an error. */
  readonly onEnd: (reason: string) => void;
}
/** Server-sent events, or a long poll that is repeated. */
export type FeedKind = "stream" | "poll";

const pollQuery = "wait=30&limit=1000";

/** Opens a reader. Resolves when it receives all later events. */
export function openFeedReader(options: FeedReaderOptions): Promise<FeedReader> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: options.port, host: "127.0.0.1", noDelay: true });
    let isOpen = false;
    let isClosed = false;
    const end = (reason: string): void => {
      socket.destroy();
      if (isClosed) return;
      isClosed = true;
      if (isOpen) options.onEnd(reason);
      else reject(new Error(`a feed was not opened: ${reason}`));
    };
    socket.once("error", (error) => end(error.message));
    socket.once("close", () => end("closed by the server"));
    const open = (): void => {
      isOpen = true;
      resolve({
        close() {
          isClosed = true;
          socket.destroy();
        },
      });
    };
    const read = options.kind === "stream" ? readStream : readPolls;
    read(socket, options, { open, end });
  });
}

interface ReaderEvents {
  readonly open: () => void;
  readonly end: (reason: string) => void;
}

function readStream(
  socket: Socket,
  { key, onMark }: FeedReaderOptions,
  { open, end }: ReaderEvents,
): void {
  const scan = createMarkScanner(onMark);
  let head: Buffer | null = Buffer.alloc(0);
  socket.on("data", (chunk) => {
    if (head === null) return scan(chunk);
    head = Buffer.concat([head, chunk]);
    const headEnd = head.indexOf("\r\n\r\n");
    if (headEnd < 0) return;
    const status = head.toString("latin1", 9, 12);
    if (status !== "200") return end(`status ${status}`);
    const rest = head.subarray(headEnd + 4);
    head = null;
    open();
    scan(rest);
  });
  socket.write(formatRequest(key, "", "Accept: text/event-stream\r\n"));
}

function readPolls(
  socket: Socket,
  { key, onMark, onAnswer }: FeedReaderOptions,
  { open, end }: ReaderEvents,
): void {
  const scan = createMarkScanner(onMark);
  let isFirst = true;
  const readAnswer = createAnswerReader(scan, (status, cursor) => {
    if (status !== "200" || cursor === "") return end(`status ${status}`);
    // The first answer says where to begin. What comes later is answered by the next ones.
    if (isFirst) open();
    else onAnswer();
    isFirst = false;
    socket.write(formatRequest(key, `?after=${cursor}&${pollQuery}`, ""));
  });
  socket.on("data", readAnswer);
  socket.write(formatRequest(key, "", ""));
}

const formatRequest = (key: string, query: string, headers: string): string =>
  `GET /api/v1/events${query} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n${headers}\r\n`;

/**
 * Returns a function that takes the bytes of HTTP answers with a Content-Length, as they arrive. It
 * passes on the bytes of the bodies, and at the end of each answer its status and its last
 * `"cursor":"…"`.
 */
export function createAnswerReader(
  onBody: (bytes: Buffer) => void,
  onAnswer: (status: string, cursor: string) => void,
): (bytes: Buffer) => void {
  let head: Buffer = Buffer.alloc(0);
  let status = "";
  /** Bytes of the body that are still to come. -1: the head is incomplete. */
  let left = -1;
  let end = "";
  const takeBody = (bytes: Buffer): void => {
    left -= bytes.length;
    // The cursor is at the end. It may be split.
    end = (end + bytes.toString("latin1", Math.max(0, bytes.length - endLength))).slice(-endLength);
    onBody(bytes);
    if (left > 0) return;
    left = -1;
    const cursor = /"cursor":"([^"]*)"[^{}]*\}$/.exec(end)?.[1] ?? "";
    end = "";
    onAnswer(status, cursor);
  };
  return (chunk) => {
    if (left >= 0) return takeBody(chunk);
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
    const headEnd = head.indexOf("\r\n\r\n");
    if (headEnd < 0) return;
    const text = head.toString("latin1", 0, headEnd);
    status = text.slice(9, 12);
    left = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
    const rest = head.subarray(headEnd + 4);
    head = Buffer.alloc(0);
    takeBody(rest);
  };
}
const endLength = 200;

const markByte = "@".charCodeAt(0);
/** A longer text after a `@` is no mark. */
const maxMarkLength = 24;

/**
 * Returns a function that takes bytes as they arrive, and calls `onMark` with the time of each
 * timestamp mark, also if it is split.
 */
export function createMarkScanner(onMark: (micros: number) => void): (bytes: Buffer) => void {
  let unfinished: Buffer = Buffer.alloc(0);
  return (chunk) => {
    const bytes = unfinished.length === 0 ? chunk : Buffer.concat([unfinished, chunk]);
    unfinished = Buffer.alloc(0);
    for (let first = bytes.indexOf(markByte); first >= 0;) {
      const last = bytes.indexOf(markByte, first + 1);
      if (last < 0) {
        if (bytes.length - first < maxMarkLength) unfinished = Buffer.from(bytes.subarray(first));
        return;
      }
      const micros = readTimestampMark(bytes, first - 1, last + 1);
      if (micros > 0) onMark(micros);
      // The second sign of a mark begins no other one.
      first = micros > 0 ? bytes.indexOf(markByte, last + 1) : last;
    }
  };
}
