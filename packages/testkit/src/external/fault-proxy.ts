import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/**
 * Proxy that injects connection faults (reliability.md 4.3). It forwards bytes until a test sets
 * another mode.
 */
export interface FaultProxy {
  readonly port: number;
  /**
   * Sets the mode. `pass`: forwards everything. `cut`: ends all connections and refuses new ones.
   * `black-hole`: keeps connections open, but forwards nothing. `deaf`: forwards requests and drops
   * responses. `slow`: forwards responses in order, each delayed by `responseDelayMs`.
   * `hold`, `hold-requests`, `hold-responses`: forward the bytes of both directions or of one only
   * when the mode ends, as a network does that was interrupted.
   */
  setMode(mode: ProxyMode): void;
  /**
   * Drops all further responses of the open connections on which the client has sent this text. New
   * connections work.
   */
  deafen(sent: string): void;
  /** Cuts all connections once, right after the next bytes to the target. */
  cutAfterNextRequest(): void;
  close(): Promise<void>;
}
export type ProxyMode =
  | "pass"
  | "cut"
  | "black-hole"
  | "deaf"
  | "slow"
  | "hold"
  | "hold-requests"
  | "hold-responses";
/** Delay in milliseconds, as of a distant or overloaded target. */
const responseDelayMs = 150;
/** Length after which the requests of a connection are not stored further. */
const maxRequestLength = 4_096;

/** Starts a proxy. `target` is a TCP port on 127.0.0.1 or the path of a Unix socket. */
export async function startFaultProxy(target: number | string): Promise<FaultProxy> {
  let mode: ProxyMode = "pass";
  let cutNext = false;
  const pairs = new Set<[Socket, Socket]>();
  /** Beginning of what the client has sent on each connection. */
  const requests = new WeakMap<[Socket, Socket], string>();
  const deafPairs = new WeakSet<[Socket, Socket]>();
  const cutAll = (): void => {
    for (const [a, b] of pairs) {
      a.destroy();
      b.destroy();
    }
    pairs.clear();
  };
  /** Reads from a socket, or leaves its bytes waiting in the operating system. */
  const setReading = (side: Socket, isReading: boolean): void =>
    void (isReading ? side.resume() : side.pause());
  const applyMode = ([inner, outer]: readonly [Socket, Socket]): void => {
    setReading(inner, mode !== "hold" && mode !== "hold-requests");
    setReading(outer, mode !== "hold" && mode !== "hold-responses");
  };
  const server = createServer({ noDelay: true }, (inner) => {
    if (mode === "cut") {
      inner.destroy();
      return;
    }
    const outer = typeof target === "number" ? connect(target, "127.0.0.1") : connect(target);
    outer.setNoDelay();
    const pair: [Socket, Socket] = [inner, outer];
    pairs.add(pair);
    inner.on("data", (chunk) => {
      const sent = requests.get(pair) ?? "";
      if (sent.length < maxRequestLength) requests.set(pair, sent + chunk.toString("latin1"));
      if (mode === "black-hole") return;
      outer.write(chunk, () => {
        if (!cutNext) return;
        cutNext = false;
        setImmediate(cutAll);
      });
    });
    let delivered = Promise.resolve();
    outer.on("data", (chunk) => {
      if (deafPairs.has(pair)) return;
      if (mode === "slow") {
        const due = new Promise<void>((resolve) => void setTimeout(resolve, responseDelayMs));
        delivered = delivered.then(() => due).then(() => void inner.write(chunk));
      } else if (mode !== "black-hole" && mode !== "deaf")
        delivered = delivered.then(() => void inner.write(chunk));
    });
    applyMode(pair);
    for (const [side, peer] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      side.on("error", () => peer.destroy());
      side.on("close", () => {
        peer.destroy();
        pairs.delete(pair);
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    setMode(next) {
      mode = next;
      if (next === "cut") cutAll();
      for (const pair of pairs) applyMode(pair);
    },
    deafen(sent) {
      for (const pair of pairs) if (requests.get(pair)?.includes(sent)) deafPairs.add(pair);
    },
    cutAfterNextRequest() {
      cutNext = true;
    },
    close: () =>
      new Promise((resolve) => {
        cutAll();
        server.close(() => resolve());
      }),
  };
}
