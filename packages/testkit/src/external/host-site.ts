import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A web site on its own port, with pages that contain a widget. */
export interface HostSite {
  readonly url: string;
  /** Sets the response for a path. */
  setPage(path: string, html: string, headers?: Readonly<Record<string, string>>): void;
  close(): Promise<void>;
}

export async function startHostSite(): Promise<HostSite> {
  const pages = new Map<string, { html: string; headers: Readonly<Record<string, string>> }>();
  const server: Server = createServer((request, response) => {
    const stored = pages.get((request.url ?? "/").split("?", 1)[0] ?? "/");
    if (stored === undefined) return void response.writeHead(404).end();
    response
      .writeHead(200, { "content-type": "text/html; charset=utf-8", ...stored.headers })
      .end(stored.html);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setPage: (path, html, headers = {}) => void pages.set(path, { html, headers }),
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
