import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";

/**
 * A minimal WebSocket client, because thousands of them share two cores with the measured server.
 * Text frames only, uncompressed. Sent frames are masked with zeros, which the protocol permits and
 * which costs nothing.
 */
export interface RawSocket {
  send(text: string): void;
  close(): void;
}
export interface RawSocketOptions {
  readonly port: number;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Called for a text frame: `bytes` from `start` to `end`. Valid only during the call. */
  readonly onText: (bytes: Buffer, start: number, end: number) => void;
  readonly onClose?: (code: number) => void;
  /** Whether pings are answered. Default: true. */
  readonly answersPings?: () => boolean;
}

export function openRawSocket(options: RawSocketOptions): Promise<RawSocket> {
  const extra = Object.entries(options.headers ?? {})
    .map(([k, v]) => `${k}: ${v}\r\n`)
    .join("");
  return new Promise((resolve, reject) => {
    const socket = connect({ port: options.port, host: "127.0.0.1", noDelay: true });
    let unparsed: Buffer = Buffer.alloc(0);
    let isOpen = false;
    let code = 1006;
    socket.once("error", (error) => (isOpen ? socket.destroy() : reject(error)));
    socket.once("close", () =>
      isOpen ? options.onClose?.(code) : reject(new Error("closed in the handshake")),
    );
    socket.once("connect", () => {
      const key = randomBytes(16).toString("base64");
      socket.write(
        `GET ${options.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n${extra}\r\n`,
      );
    });
    socket.on("data", (chunk) => {
      let bytes = unparsed.length === 0 ? chunk : Buffer.concat([unparsed, chunk]);
      if (!isOpen) {
        const end = bytes.indexOf("\r\n\r\n");
        if (end < 0) {
          unparsed = bytes;
          return;
        }
        const status = bytes.toString("latin1", 9, 12);
        if (status !== "101") {
          socket.destroy(
            new Error(`the handshake was answered ${status}: ${bytes.toString("latin1", end + 4)}`),
          );
          return;
        }
        isOpen = true;
        bytes = bytes.subarray(end + 4);
        resolve({
          send: (text) => void socket.write(encodeFrame(0x81, Buffer.from(text))),
          close: () => socket.destroy(),
        });
      }
      unparsed = readFrames(bytes, (opcode, start, end) => {
        if (opcode === 1) options.onText(bytes, start, end);
        else if (opcode === 9) {
          if (options.answersPings?.() !== false)
            socket.write(encodeFrame(0x8a, bytes.subarray(start, end)));
        } else if (opcode === 8) {
          code = end - start >= 2 ? bytes.readUInt16BE(start) : 1005;
          answerClose(socket);
        }
      });
    });
  });
}

/** Calls back for each complete frame. Returns the remaining bytes. */
function readFrames(
  bytes: Buffer,
  each: (opcode: number, start: number, end: number) => void,
): Buffer {
  let at = 0;
  while (bytes.length - at >= 2) {
    let length = (bytes[at + 1] ?? 0) & 0x7f;
    let head = 2;
    if (length === 126) {
      if (bytes.length - at < 4) break;
      length = bytes.readUInt16BE(at + 2);
      head = 4;
    } else if (length === 127) {
      if (bytes.length - at < 10) break;
      length = Number(bytes.readBigUInt64BE(at + 2));
      head = 10;
    }
    if (bytes.length - at < head + length) break;
    each((bytes[at] ?? 0) & 0x0f, at + head, at + head + length);
    at += head + length;
  }
  return at === bytes.length ? Buffer.alloc(0) : Buffer.from(bytes.subarray(at));
}
function encodeFrame(first: number, payload: Buffer): Buffer {
  const isExtended = payload.length > 125;
  const head = Buffer.alloc(isExtended ? 8 : 6);
  head[0] = first;
  head[1] = 0x80 | (isExtended ? 126 : payload.length);
  if (isExtended) head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}
function answerClose(socket: Socket): void {
  socket.write(encodeFrame(0x88, Buffer.alloc(0)));
  socket.end();
}

/** Returns microseconds of the machine's monotonic clock, the same in all processes. */
export function getMachineMicros(): number {
  return Number(process.hrtime.bigint() / 1000n);
}
/**
 * Returns a mark with the time when a text was sent or due, so that a receiver in another process
 * can compute its age.
 */
export function createTimestampMark(micros = getMachineMicros()): string {
  return `@${micros}@`;
}
const markByte = "@".charCodeAt(0);
/**
 * Returns the time of the mark in a text, or 0. Searches backward, because other fields of frames
 * are only at the beginning or end.
 */
export function readTimestampMark(bytes: Buffer, start: number, end: number): number {
  const last = bytes.lastIndexOf(markByte, end - 1);
  if (last <= start) return 0;
  const first = bytes.lastIndexOf(markByte, last - 1);
  if (first < start) return 0;
  let value = 0;
  for (let i = first + 1; i < last; i++) {
    const digit = (bytes[i] ?? 0) - 48;
    if (digit < 0 || digit > 9) return 0;
    value = value * 10 + digit;
  }
  return value;
}
