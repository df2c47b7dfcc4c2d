import type { TestOperator, TestParlour } from "@parlour/testkit";
import { WebSocket, type ClientOptions } from "ws";
import type { Presence } from "../src/core/entity.ts";

export type Frame = Record<string, unknown>;
/** A WebSocket client that records all frames. */
export class RealtimeClient {
  readonly ws: WebSocket;
  readonly frames: Frame[] = [];
  readonly opened: Promise<void>;
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly #waiters = new Set<() => void>();
  isClosed = false;

  constructor(url: string, options: ClientOptions = {}) {
    this.ws = new WebSocket(url, { perMessageDeflate: false, ...options });
    this.ws.on("message", (data: Buffer) => {
      this.frames.push(JSON.parse(data.toString()) as Frame);
      this.#wakeWaiters();
    });
    this.opened = new Promise((resolve, reject) => {
      this.ws.once("open", resolve);
      this.ws.once("error", reject);
    });
    this.closed = new Promise((resolve) => {
      this.ws.on("close", (code, reason) => {
        this.isClosed = true;
        resolve({ code, reason: reason.toString() });
        this.#wakeWaiters();
      });
    });
    this.ws.on("error", () => undefined);
    this.opened.catch(() => undefined);
  }
  send(frame: object | string): void {
    this.ws.send(typeof frame === "string" ? frame : JSON.stringify(frame));
  }
  /** Returns the first frame at index `from` or later that satisfies `test`. Waits for it. */
  async next(test: (frame: Frame) => boolean, from = 0): Promise<Frame> {
    for (;;) {
      const found = this.frames.slice(from).find(test);
      if (found) return found;
      if (this.isClosed) throw new Error("the socket closed before the frame came");
      await new Promise<void>((resolve) => this.#waiters.add(resolve));
    }
  }
  /**
   * Waits for one ping round trip. Then the server has read all sent frames, and the client has
   * received all frames of the server. An event may still wait until the server has read
   * permissions. Use `next` for such an event.
   */
  async settle(): Promise<void> {
    const pong = new Promise<void>((resolve) => void this.ws.once("pong", () => resolve()));
    this.ws.ping();
    await pong;
  }
  getPositions(): number[] {
    return this.frames
      .filter((frame) => frame["type"] === "event")
      .map((frame) => frame["position"] as number);
  }
  framesOfType(type: string): Frame[] {
    return this.frames.filter((frame) => frame["type"] === type);
  }
  #wakeWaiters(): void {
    for (const resolve of this.#waiters) resolve();
    this.#waiters.clear();
  }
}
export function getPresence(frame: Frame): { operator_id: number; status: Presence }[] {
  return frame["presence"] as { operator_id: number; status: Presence }[];
}

/** Opens a socket of an operator with their key. Resolves after its handshake. */
export async function openSocket(
  { url }: Pick<TestParlour, "url">,
  { key }: Pick<TestOperator, "key">,
  after: { readonly epoch: string; readonly position: number } | null = null,
): Promise<RealtimeClient> {
  const client = new RealtimeClient(`${url.replace("http", "ws")}/api/v1/socket`, {
    headers: { authorization: `Bearer ${key}` },
  });
  await client.opened;
  client.send({ type: "hello", after });
  await client.next(({ type }) => type === "live" || type === "ready");
  return client;
}
