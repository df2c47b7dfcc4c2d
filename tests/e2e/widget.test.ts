import { afterAll, beforeAll, expect, test } from "vitest";
import { openContext, useSharedBrowser, collectPageErrors } from "@parlour/testkit/browser";
import { startHostSite, startTestParlour, type HostSite, type TestParlour } from "@parlour/testkit";
import type { Channel } from "@parlour/protocol";
import { WebSocket } from "ws";

let parlour: TestParlour;
let site: HostSite;
const browser = useSharedBrowser();
let widget: Channel;
let operatorSocket: WebSocket;
beforeAll(async () => {
  [parlour, site] = await Promise.all([startTestParlour({ clock: "system" }), startHostSite()]);
  const created = await parlour.owner.call("POST", "channels", {
    kind: "widget",
    name: "Shop",
    operators: [parlour.owner.id],
  });
  expect(created.status, created.text).toBe(201);
  widget = created.body as Channel;
  // An operator is online; otherwise the window takes offline messages (WG-081).
  operatorSocket = new WebSocket(`${parlour.url.replace("http", "ws")}/api/v1/socket`, {
    headers: { authorization: `Bearer ${parlour.owner.key}` },
  });
  await new Promise((resolve, reject) => {
    operatorSocket
      .once("error", reject)
      .once("message", resolve)
      .once("open", () => operatorSocket.send('{"type":"hello","after":null}'));
  });
  expect((await parlour.owner.call("PUT", "me/presence", { status: "online" })).status).toBe(200);
});
afterAll(async () => {
  operatorSocket.terminate();
  await browser.close();
  await site.close();
  await parlour.close();
});

test(
  "[WG-001] [WG-002] [CORE-021] [CORE-044] a page with the code: a visitor writes, an operator answers, a reload shows both once",
  { meta: { pin: "main path of the widget" } },
  async () => {
    site.setPage(
      "/",
      `<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>${widget.snippet ?? ""}</html>`,
    );
    const context = await openContext(browser);
    const page = await context.newPage();
    const faults = collectPageErrors(page);
    await page.goto(site.url);
    await page.getByRole("button", { name: "Chat" }).click();
    const frame = page.frameLocator("iframe");
    await frame.getByRole("textbox", { name: "Message" }).fill("Where is my order?");
    await frame.getByRole("button", { name: "Send" }).click();
    await expect
      .poll(
        async () =>
          ((await parlour.owner.call("GET", "chats?state=waiting")).body as { items: unknown[] })
            .items.length,
      )
      .toBe(1);
    const [chat] = (
      (await parlour.owner.call("GET", "chats?state=waiting")).body as {
        items: { id: number; visitor: { number: number } }[];
      }
    ).items;
    expect(chat?.visitor.number).toBe(1);
    const reply = await parlour.owner.call("POST", `chats/${chat?.id ?? 0}/messages`, {
      kind: "text",
      text: "On its way.",
      client_id: "a1",
    });
    expect(reply.status, reply.text).toBe(201);
    await frame.getByText("On its way.").waitFor();
    // This tab keeps its state (WG-085).
    await page.reload();
    await frame.getByText("On its way.").waitFor();
    await expect
      .poll(() => frame.getByRole("listitem").filter({ hasText: "Where is my order?" }).count())
      .toBe(1);
    expect(faults).toEqual([]);
    await context.close();
  },
);
