import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type SitePage =
  | string
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Buffer;
    }
  | ((request: IncomingMessage, response: ServerResponse) => void);

/** A site whose pages a test sets by path. Other paths are 404. */
export interface TestSite {
  readonly origin: string;
  readonly pages: Map<string, SitePage>;
  /** Paths in the order of their requests. */
  readonly requests: string[];
  /** Writes the page of a path. */
  setPage(path: string, content: string, head?: string): void;
  setSitemap(path: string, paths: readonly string[]): void;
  close(): Promise<void>;
}

export async function startSite(): Promise<TestSite> {
  const pages = new Map<string, SitePage>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    requests.push(path);
    const page = pages.get(path) ?? { status: 404, body: "<h1>Not here</h1>" };
    if (typeof page === "function") return page(request, response);
    const {
      status = 200,
      headers = {},
      body = "",
    } = typeof page === "string" ? { body: page } : page;
    response.writeHead(status, { "content-type": "text/html; charset=utf-8", ...headers });
    response.end(body);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    pages,
    requests,
    setPage: (path, content, head = "") =>
      void pages.set(
        path,
        `<!doctype html><html lang="en"><head><title>Shop</title>${head}</head>` +
          `<body><header>Logo</header><nav><a href="/">Home</a></nav><main>${content}</main><footer>Imprint</footer></body></html>`,
      ),
    setSitemap: (path, paths) =>
      void pages.set(path, {
        headers: { "content-type": "application/xml" },
        body:
          `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` +
          `${paths.map((one) => `<url><loc>${one.startsWith("http") ? one : `${origin}${one}`}</loc></url>`).join("")}</urlset>`,
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
