import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A proxy that cuts each connection after a number of bytes that the server sent. */
export interface CuttingProxy {
  readonly url: string;
  /** Number of connections that were cut. */
  cuts(): number;
  /** The most connections that were open at the same time. */
  maxConnections(): number;
  /** Forwards new connections to another port. Open ones keep theirs. */
  setTarget(port: number): void;
  /** Lets all later connections pass. */
  stopCutting(): void;
  close(): Promise<void>;
}

/**
 * Starts a proxy for a port on 127.0.0.1. `pickBytes` returns after how many bytes the next
 * connection is cut.
 */
export async function startCuttingProxy(
  targetPort: number,
  pickBytes: () => number,
): Promise<CuttingProxy> {
  let port = targetPort;
  let isCutting = true;
  let cuts = 0;
  let connections = 0;
  let maxConnections = 0;
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (inner) => {
    const outer = connect({ port, host: "127.0.0.1", noDelay: true });
    connections += 1;
    maxConnections = Math.max(maxConnections, connections);
    inner.once("close", () => (connections -= 1));
    let left = isCutting ? pickBytes() : Number.POSITIVE_INFINITY;
    outer.on("data", (chunk: Buffer) => {
      const part = chunk.subarray(0, left);
      left -= part.length;
      if (left > 0) return void inner.write(part);
      cuts += 1;
      // The client gets the bytes up to the cut.
      inner.end(part, () => inner.destroy());
      outer.destroy();
    });
    inner.on("data", (chunk) => void outer.write(chunk));
    for (const [side, peer] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(side);
      side.on("error", () => peer.destroy());
      side.on("close", () => {
        sockets.delete(side);
        peer.destroySoon();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cuts: () => cuts,
    maxConnections: () => maxConnections,
    setTarget: (next) => void (port = next),
    stopCutting: () => void (isCutting = false),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
