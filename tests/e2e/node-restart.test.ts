import type { Channel, Chat } from "@parlour/protocol";
import { startHostSite, startTestParlour } from "@parlour/testkit";
import { collectPageErrors, openContext, useSharedBrowser } from "@parlour/testkit/browser";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { messageBubble, readConversation, waitUntilLive } from "./inbox-fixture.ts";
import { openOperatorPage, startBalancer } from "./two-nodes.ts";

/**
 * Records the sockets of a page: when each was live, closed, and asked to move. `liveFrame`: the
 * frame after which the client uses the socket.
 */
function recordSockets(page: Page, liveFrame: string): readonly string[] {
  const log: string[] = [];
  let opened = 0;
  page.on("websocket", (socket) => {
    const name = `socket ${++opened}`;
    socket.on("close", () => log.push(`${name} closed`));
    socket.on("framereceived", ({ payload }) => {
      const { type } = JSON.parse(String(payload)) as { type: string };
      if (type === liveFrame) log.push(`${name} live`);
      if (type === "move") log.push(`${name} move`);
    });
  });
  return log;
}
const movedOnce = ["socket 1 live", "socket 1 move", "socket 2 live", "socket 1 closed"];

test("[P16] [CORE-265] [API-375] [WG-225] [CORE-045] a node restarts under an operator and a visitor who write to each other: their pages move to the other node, nothing is lost or shown twice", async () => {
  const balancer = await startBalancer();
  const env = { PUBLIC_URL: balancer.url, SHUTDOWN_DELAY: "1", SHUTDOWN_MOVE: "30" };
  const staying = await startTestParlour({ clock: "system", env });
  const stopping = await startTestParlour({
    clock: "system",
    env,
    databaseUrl: staying.databaseUrl,
  });
  balancer.sendTo(stopping);
  const browser = useSharedBrowser();
  const site = await startHostSite();
  let isStopped = false;
  try {
    // The visitor types faster than a person.
    const limits = {
      visitor_per_second: 1_000,
      visitor_burst: 1_000,
      socket_frames_per_second: 1_000,
    };
    expect((await staying.owner.call("PATCH", "instance", { limits })).status).toBe(200);
    const ann = await staying.operator("owner", "Ann");
    const widget = (
      await staying.owner.call("POST", "channels", {
        kind: "widget",
        name: "Shop",
        operators: [ann.id],
      })
    ).body as Channel;
    site.setPage("/", `<!doctype html><html lang="en"><title>Shop</title>${widget.snippet}</html>`);

    const operatorContext = await openContext(browser);
    const operatorPage = await openOperatorPage(operatorContext, balancer.url, ann);
    const operatorSockets = recordSockets(operatorPage, "live");
    const faults = collectPageErrors(operatorPage, { cuts: true });
    await operatorPage.goto(`${balancer.url}/inbox/all`);
    await waitUntilLive(operatorPage);

    const visitorPage = await (await openContext(browser)).newPage();
    const visitorSockets = recordSockets(visitorPage, "welcome");
    await visitorPage.goto(site.url);
    await visitorPage.locator("parlour-widget button.l").click();
    const window = visitorPage.frameLocator("parlour-widget iframe");
    const write = async (text: string): Promise<void> => {
      await window.getByRole("textbox").first().fill(text);
      await window.getByRole("textbox").first().press("Enter");
    };
    await write("visitor 0");
    const listChats = async (): Promise<readonly Chat[]> =>
      ((await staying.owner.call("GET", "chats")).body as { items: Chat[] }).items;
    await expect.poll(async () => (await listChats()).length).toBe(1);
    const chat = (await listChats())[0]?.id ?? 0;
    expect((await ann.call("POST", `chats/${chat}/accept`)).status).toBe(200);
    await operatorPage.goto(`${balancer.url}/inbox/all/${chat}`);
    await messageBubble(operatorPage, "visitor 0").waitFor();
    await waitUntilLive(operatorPage);

    const before = operatorSockets.length;
    let isDrained = false;
    const draining = stopping.server.drain().then(() => (isDrained = true));
    expect((await fetch(`${stopping.url}/ready`)).status).toBe(503);
    balancer.sendTo(staying);
    let count = 0;
    while (!isDrained || count < 12) {
      const n = ++count;
      await write(`visitor ${n}`);
      const sent = await ann.call("POST", `chats/${chat}/messages`, {
        kind: "text",
        text: `operator ${n}`,
        client_id: `ann-${n}`,
      });
      expect(sent.status, sent.text).toBe(201);
    }
    await draining;
    // The node has no sockets any more, so its end does not affect the pages.
    expect(stopping.server.pendingPings()).toBe(0);
    await stopping.close();
    isStopped = true;
    await write("visitor at the end");
    await messageBubble(operatorPage, "visitor at the end").waitFor();

    const isNumbered = (text: string): boolean => /^(?:visitor|operator) \d+$/.test(text);
    const stored = (await staying.messages(chat)).map(({ text }) => text).filter(isNumbered);
    const numbers = Array.from({ length: count + 1 }, (_, at) => at);
    expect(stored.filter((text) => text.startsWith("visitor"))).toEqual(
      numbers.map((n) => `visitor ${n}`),
    );
    expect((await readConversation(operatorPage)).filter(isNumbered)).toEqual(stored);
    expect(stored).toHaveLength(2 * count + 1);
    for (const text of stored)
      await expect
        .poll(() => window.getByText(text, { exact: true }).count(), { message: text })
        .toBe(1);
    // The page was loaded twice before, each time with a socket.
    await expect.poll(() => visitorSockets).toEqual(movedOnce);
    await expect
      .poll(() => operatorSockets.slice(before).map((line) => line.replace(/\d/, "n")))
      .toEqual(["socket n move", "socket n live", "socket n closed"]);
    await waitUntilLive(operatorPage);
    expect(faults).toEqual([]);
  } finally {
    await browser.close();
    if (!isStopped) await stopping.close();
    await staying.close();
    await site.close();
    await balancer.close();
  }
});
