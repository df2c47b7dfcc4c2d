import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** The server of a service. `host`: with the port. */
export interface LocalServer {
  readonly host: string;
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Starts the server of a service on 127.0.0.1, without a port on a free one. Rejects if the port is
 * in use. `close` ends connections that are open.
 */
export async function startLocalServer(server: Server, port = 0): Promise<LocalServer> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, "127.0.0.1", resolve);
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
