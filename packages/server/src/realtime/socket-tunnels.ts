import { randomBytes } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import { duplexPair, type Duplex } from "node:stream";
import type { SocketAnswer, SocketRequest } from "@parlour/protocol/socket/by-requests";
import { closeCodes } from "@parlour/protocol";
import { WebSocket } from "ws";
import type { ClientAddress } from "../core/client/address.ts";
import type { Clock } from "../core/command.ts";
import { fail, failureCodes, Refusal, type FailureCode } from "../core/failure.ts";
import type { Limits } from "../limits/index.ts";

/** Maximum wait for frames. Proxies keep an idle connection for 30 s (docs/operate/proxy.md). */
const maxWaitMs = 20_000;
/** A socket without a request for this long is closed, because its page is gone. */
const maxIdleMs = 45_000;
/** Headers of the first request that the handshake needs: credentials and proof of the origin. */
const handshakeHeaders = [
  "host",
  "origin",
  "sec-fetch-site",
  "cookie",
  "authorization",
  "user-agent",
  "accept-language",
] as const;

export interface SocketTunnelsDeps {
  readonly clock: Clock;
  readonly limits: { readonly value: Limits["value"] };
  readonly readClientAddress: (request: IncomingMessage) => ClientAddress;
}
/**
 * Sockets by requests (CORE-490). Each is a WebSocket inside this process, over a stream without a
 * network, to the server's own upgrade handlers. So authentication, limits, frames, pings and the
 * order of shutdown are those of every other socket.
 */
export interface SocketTunnels {
  /** Starts to accept sockets for a server. */
  attach(server: Server): void;
  /** Handles a request. Throws the Refusal of the handshake. */
  exchange(request: IncomingMessage, path: string, body: SocketRequest): Promise<SocketAnswer>;
  /** Answers all waiting requests, so that the server can close. */
  release(): void;
}

/** Creates the sockets by requests of this node. Another node does not know them. */
export function createSocketTunnels(deps: SocketTunnelsDeps): SocketTunnels {
  const { clock, limits } = deps;
  const tunnels = new Map<string, Tunnel>();
  let server: Server | null = null;
  let isReleased = false;
  const open = async (request: IncomingMessage, path: string): Promise<Tunnel> => {
    if (server === null || isReleased)
      throw new Refusal(fail("temporarily_unavailable", "The server is starting or stopping."));
    const stream = connectInside(server, deps.readClientAddress(request));
    const ws = await openSocket(stream, path, request);
    const tunnel: Tunnel = new Tunnel(ws, {
      clock,
      maxBytes: () => limits.value("unsent_kib") * 1024,
      onEnd: () => tunnels.delete(tunnel.id),
    });
    tunnels.set(tunnel.id, tunnel);
    return tunnel;
  };
  return {
    attach: (next) => void (server = next),
    async exchange(request, path, { id, frames, mode }) {
      const tunnel = id === null ? await open(request, path) : tunnels.get(id);
      // The node has restarted, or the request went to another one. The client connects anew.
      if (tunnel === undefined) return { id: id ?? "", frames: [], closed: closeCodes.restarting };
      tunnel.send(frames);
      if (mode === "close") tunnel.close();
      if (mode === "wait" && !isReleased) await tunnel.wait(request);
      return mode === "wait" ? tunnel.takeFrames() : { id: tunnel.id, frames: [], closed: null };
    },
    release() {
      isReleased = true;
      for (const tunnel of tunnels.values()) tunnel.wake();
    },
  };
}

/** Connects to the server of this process. Returns the client's end. */
function connectInside(server: Server, address: ClientAddress): Duplex {
  const [near, far] = duplexPair();
  Object.defineProperty(far, "remoteAddress", { value: address });
  near.once("close", () => far.destroy());
  far.once("close", () => near.destroy());
  server.emit("connection", far);
  return near;
}

/** Opens a WebSocket over the stream. Throws the Refusal with which the server answers. */
function openSocket(
  stream: Duplex,
  path: string,
  { headers }: IncomingMessage,
): Promise<WebSocket> {
  const ws = new WebSocket(`ws://parlour${path}`, {
    createConnection: () => stream,
    perMessageDeflate: false,
    headers: Object.fromEntries(
      handshakeHeaders.flatMap((name) => {
        const value = headers[name];
        return value === undefined ? [] : [[name, value]];
      }),
    ),
  } as ConstructorParameters<typeof WebSocket>[2]);
  return new Promise((resolve, reject) => {
    ws.once("open", () => resolve(ws));
    ws.on("error", reject);
    ws.once("unexpected-response", (_sent, response: IncomingMessage) => {
      let text = "";
      response.on("data", (data: Buffer) => (text += data.toString()));
      response.on("end", () => {
        stream.destroy();
        reject(new Refusal(parseFailure(text)));
      });
    });
  });
}

/** Reads the error of `refuseUpgrade`. */
function parseFailure(text: string): Refusal["failure"] {
  const { code, message, location } = (
    JSON.parse(text) as { error: { code: string; message: string; location?: string } }
  ).error;
  const known = failureCodes.find((item): item is FailureCode => item === code);
  return fail(
    known ?? "temporarily_unavailable",
    message,
    location === undefined ? {} : { location },
  );
}

interface TunnelDeps {
  readonly clock: Clock;
  /** Returns the maximum size of frames that wait. A client that is slower is closed (API-105). */
  readonly maxBytes: () => number;
  readonly onEnd: () => void;
}
/** A socket by requests, with the frames that its client has not fetched yet. */
class Tunnel {
  readonly id = randomBytes(24).toString("base64url");
  readonly #ws: WebSocket;
  readonly #deps: TunnelDeps;
  #frames: string[] = [];
  #bytes = 0;
  #closed: number | null = null;
  #wake: (() => void) | null = null;
  #cancelIdle: () => void = () => undefined;

  constructor(ws: WebSocket, deps: TunnelDeps) {
    const { clock, maxBytes, onEnd } = deps;
    this.#ws = ws;
    this.#deps = deps;
    ws.on("message", (data: Buffer) => {
      const text = data.toString();
      this.#frames.push(text);
      this.#bytes += text.length;
      if (this.#bytes > maxBytes()) ws.close(closeCodes.tooSlow);
      this.wake();
    });
    ws.once("close", (code) => {
      this.#closed = code;
      this.wake();
      // The client fetches the code with its next request, or is gone.
      this.#cancelIdle();
      this.#cancelIdle = clock.scheduleAt(clock.now() + maxIdleMs, onEnd);
    });
    this.#restartIdle();
  }
  send(frames: readonly string[]): void {
    this.#restartIdle();
    if (this.#ws.readyState === WebSocket.OPEN) for (const frame of frames) this.#ws.send(frame);
  }
  close(): void {
    this.#ws.close();
  }
  wake(): void {
    this.#wake?.();
  }
  /** Resolves when there is something to answer, a newer request waits, or the client is gone. */
  async wait(request: IncomingMessage): Promise<void> {
    this.wake();
    if (this.#frames.length > 0 || this.#closed !== null) return;
    const { clock } = this.#deps;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        cancel();
        request.socket.off("close", end);
        if (this.#wake === end) this.#wake = null;
        resolve();
      };
      const cancel = clock.scheduleAt(clock.now() + maxWaitMs, end);
      request.socket.once("close", end);
      this.#wake = end;
    });
    this.#restartIdle();
  }
  /** Returns what waits for the client. */
  takeFrames(): SocketAnswer {
    const frames = this.#frames;
    this.#frames = [];
    this.#bytes = 0;
    return { id: this.id, frames, closed: this.#closed };
  }
  #restartIdle(): void {
    if (this.#closed !== null) return;
    this.#cancelIdle();
    const { clock } = this.#deps;
    this.#cancelIdle = clock.scheduleAt(clock.now() + maxIdleMs, () => this.#ws.terminate());
  }
}
