import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import type { TestParlour } from "@parlour/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";

/** A balancer in front of two nodes. New connections reach the node on `port`. */
export async function startBalancer() {
  let port = 0;
  const open = new Set<Socket>();
  const server = createServer((inner) => {
    const outer = connect(port, "127.0.0.1");
    for (const [side, peer] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      open.add(side);
      side.on("error", () => peer.destroy());
      side.on("close", () => {
        open.delete(side);
        peer.destroy();
      });
      side.pipe(peer);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sendTo: (node: TestParlour) => void (port = node.port),
    close() {
      for (const socket of open) socket.destroy();
      return new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

/** Signs in and opens an empty page. */
export async function openOperatorPage(
  context: BrowserContext,
  url: string,
  operator: { readonly email: string; readonly password: string },
): Promise<Page> {
  const response = await context.request.post(`${url}/api/v1/sessions`, {
    data: { email: operator.email, password: operator.password },
    headers: { origin: url },
  });
  expect(response.status(), await response.text()).toBe(200);
  return context.newPage();
}
