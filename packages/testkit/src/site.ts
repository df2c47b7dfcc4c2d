import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A web site on its own port, with pages that contain a widget. */
export interface Site {
  readonly url: string;
  /** Sets the response for a path. */
  page(path: string, html: string, headers?: Readonly<Record<string, string>>): void;
  close(): Promise<void>;
}

export async function startSite(): Promise<Site> {
  const pages = new Map<string, { html: string; headers: Readonly<Record<string, string>> }>();
  const server: Server = createServer((request, response) => {
    const found = pages.get((request.url ?? "/").split("?", 1)[0] ?? "/");
    if (found === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...found.headers }).end(found.html);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    page: (path, html, headers = {}) => void pages.set(path, { html, headers }),
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
