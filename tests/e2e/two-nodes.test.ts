import type { Channel, Chat } from "@parlour/protocol";
import { startHostSite, startTestParlour, type TestParlour } from "@parlour/testkit";
import { collectPageErrors, openContext, useSharedBrowser } from "@parlour/testkit/browser";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import {
  conversationPane,
  messageBubble,
  messageField,
  offerCard,
  waitUntilLive,
} from "./inbox-fixture.ts";
import { createPng } from "./media-samples.ts";
import { openOperatorPage, startBalancer } from "./two-nodes.ts";

/** Returns the number of operators' and visitors' sockets of a node. */
async function countSockets({ url }: TestParlour): Promise<readonly string[]> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return [...metrics.matchAll(/^parlour_(?:visitor_)?sockets (\d+)$/gm)].map(([line]) =>
    line.slice("parlour_".length),
  );
}
const getPictureWidth = (image: Locator): Promise<number> =>
  image.evaluate((element: HTMLImageElement) => element.naturalWidth);

test("[CORE-132] [CORE-034] [API-025] [API-104] [WG-060] [P19] two operators and a visitor on two nodes: invitation, offer, acceptance, typing, files, transfer, presence and sign-out are as on one node", async () => {
  const balancer = await startBalancer();
  const env = { PUBLIC_URL: balancer.url };
  const first = await startTestParlour({ clock: "system", env });
  const second = await startTestParlour({
    clock: "system",
    env,
    databaseUrl: first.databaseUrl,
    dataDir: first.dataDir,
  });
  const browser = useSharedBrowser();
  const site = await startHostSite();
  try {
    const ann = await first.operator("owner", "Ann");
    const max = await first.operator("owner", "Max Weber");
    const widget = (
      await first.owner.call("POST", "channels", {
        kind: "widget",
        name: "Shop",
        operators: [ann.id, max.id],
      })
    ).body as Channel;
    site.setPage("/", `<!doctype html><html lang="en"><title>Shop</title>${widget.snippet}</html>`);
    // Sockets of Ann are at the first node, those of Max and of the visitor at the second one.
    balancer.sendTo(first);
    const annContext = await openContext(browser);
    const annPage = await openOperatorPage(annContext, balancer.url, ann);
    await annPage.goto(`${balancer.url}/inbox/all`);
    await waitUntilLive(annPage);
    balancer.sendTo(second);
    const maxPage = await openOperatorPage(await openContext(browser), balancer.url, max);
    await maxPage.goto(`${balancer.url}/inbox/all`);
    await waitUntilLive(maxPage);
    const faults = [annPage, maxPage].map((page) => collectPageErrors(page));
    const visitorPage = await (await openContext(browser)).newPage();
    await visitorPage.goto(site.url);
    await visitorPage.locator("parlour-widget button.l").click();
    const window = visitorPage.frameLocator("parlour-widget iframe");
    const field = window.getByRole("textbox").first();
    await field.waitFor();
    const expectSockets = async (): Promise<void> => {
      await expect
        .poll(async () => (await countSockets(first)).toSorted())
        .toEqual(["sockets 1", "visitor_sockets 0"]);
      await expect
        .poll(async () => (await countSockets(second)).toSorted())
        .toEqual(["sockets 1", "visitor_sockets 1"]);
    };
    await expectSockets();

    // The first node invites the visitor, who is at the second one.
    const readVisitor = async () =>
      (
        (await first.owner.call("GET", "visitors/online")).body as {
          items: readonly { number: number }[];
        }
      ).items[0]?.number;
    await expect.poll(readVisitor).toBeDefined();
    const invited = await first.owner.call("POST", `visitors/${await readVisitor()}/invite`, {
      text: "Can I help?",
    });
    expect(invited.status, invited.text).toBe(200);
    await window.getByText("Can I help?").first().waitFor();
    await field.fill("The blue one?");
    await field.press("Enter");

    // Both are offered the chat, and the other one sees who accepted it.
    await offerCard(maxPage).waitFor();
    await offerCard(annPage).getByRole("button", { name: "Reply" }).click();
    await messageBubble(annPage, "The blue one?").waitFor();
    await offerCard(maxPage).waitFor({ state: "hidden" });
    const { id } = ((await first.owner.call("GET", "chats")).body as { items: Chat[] }).items[0]!;
    await maxPage.goto(`${balancer.url}/inbox/all/${id}`);
    await conversationPane(maxPage).getByText("with Ann").first().waitFor();
    await waitUntilLive(maxPage);

    // Typing in both directions.
    await field.pressSequentially("And the gre");
    await conversationPane(annPage)
      .getByText(/is typing/)
      .waitFor();
    await messageField(annPage).pressSequentially("Yes, ");
    await window.locator(".pw-typing").waitFor();
    await messageField(annPage).fill("Yes, in blue and green");
    await messageField(annPage).press("Enter");
    await window.getByText("Yes, in blue and green").first().waitFor();
    await messageBubble(maxPage, "Yes, in blue and green").waitFor();

    // A file from the visitor is shown to both operators.
    await window
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name: "bowl.png", mimeType: "image/png", buffer: createPng(320, 240) });
    for (const page of [annPage, maxPage]) {
      const picture = conversationPane(page).locator(`img[src*="/files/"]`).first();
      await expect.poll(() => getPictureWidth(picture)).toBeGreaterThan(0);
    }

    // Ann transfers the chat to Max, who accepts it at the other node.
    const transfer = await ann.call("POST", `chats/${id}/transfer`, { operator_id: max.id });
    expect(transfer.status, transfer.text).toBe(200);
    await conversationPane(maxPage).getByText("Ann wants to transfer this chat to you.").waitFor();
    await conversationPane(maxPage).getByRole("button", { name: "Accept" }).click();
    await conversationPane(annPage).getByText("with Max Weber").first().waitFor();

    // The second node changes the presence of Ann, whose socket is at the first one.
    const headers = { origin: balancer.url };
    const away = await annContext.request.put(`${second.url}/api/v1/me/presence`, {
      data: { status: "away" },
      headers,
    });
    expect(away.status(), await away.text()).toBe(200);
    const readPresence = async (): Promise<string | undefined> =>
      (
        (await first.owner.call("GET", "operators")).body as {
          items: readonly { id: number; presence: string }[];
        }
      ).items.find((operator) => operator.id === ann.id)?.presence;
    await expect.poll(readPresence).toBe("away");
    await expectSockets();
    // A session that ends through the second node ends the page at the first one.
    const ended = await annContext.request.delete(`${second.url}/api/v1/sessions/current`, {
      headers,
    });
    expect(ended.status()).toBe(204);
    await annPage.getByRole("button", { name: "Sign in" }).waitFor();
    expect(faults[1]).toEqual([]);
  } finally {
    await browser.close();
    await second.close();
    await first.close();
    await site.close();
    await balancer.close();
  }
});
