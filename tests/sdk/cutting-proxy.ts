import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A proxy that cuts each connection after a number of bytes that the server sent. */
export interface CuttingProxy {
  readonly port: number;
  /** Number of connections that were cut. */
  readonly cuts: number;
  /** Lets all later connections pass. */
  stopCutting(): void;
  close(): Promise<void>;
}

/** Starts a proxy for a port on 127.0.0.1. `pickBytes` returns the bytes of the next connection. */
export async function startCuttingProxy(
  target: number,
  pickBytes: () => number,
): Promise<CuttingProxy> {
  let isCutting = true;
  let cuts = 0;
  const sockets = new Set<Socket>();
  const server = createServer((inner) => {
    const outer = connect(target, "127.0.0.1");
    let left = isCutting ? pickBytes() : Number.POSITIVE_INFINITY;
    for (const [side, peer] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(side);
      side.on("error", () => peer.destroy());
      side.on("close", () => {
        sockets.delete(side);
        peer.destroy();
      });
    }
    inner.pipe(outer);
    outer.on("data", (chunk: Buffer) => {
      const part = chunk.subarray(0, left);
      left -= chunk.length;
      if (left > 0) return void inner.write(part);
      cuts++;
      outer.destroy();
      inner.end(part);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    get cuts() {
      return cuts;
    },
    stopCutting: () => void (isCutting = false),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
