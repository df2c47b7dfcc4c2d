import type { Channel } from "@parlour/protocol";
import type { Trigger, VisitorsOnline } from "@parlour/protocol/api";
import { startHostSite } from "@parlour/testkit";
import { openContext } from "@parlour/testkit/browser";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { InboxFixture } from "./inbox-fixture.ts";
import { openVisitorWindow, type VisitorWindow } from "./visitor-window.ts";

type TakePicture = (page: Page, name: string) => Promise<void>;

/** The visitors on the site: name, page, page title, campaign, number of visits. */
const siteVisitors = [
  ["Anna Kovács", "/orders/7781", "Order 7781", "newsletter", 3],
  ["Oleg Petrenko", "/help/delivery", "Delivery and returns", "google", 5],
  ["Maya Lindqvist", "/tableware/ramen-bowl", "Speckled ramen bowl", "google", 1],
  ["Camille Laurent", "/linen/apron", "Linen apron, moss", "", 6],
  ["Priya Shah", "/tableware/jug", "Table jug, moss", "newsletter", 9],
  ["Jonas Berg", "/basket", "Basket, 3 items", "instagram", 2],
  ["Nadia Ross", "/journal/glazes", "Choosing a glaze", "", 1],
] as const;

/**
 * Takes the pictures of the site widget: a chat on a page, visitors online, calls, a trigger and
 * the appearance settings. `page`: a page of the owner.
 */
export async function takeSitePictures(
  fixture: InboxFixture,
  page: Page,
  take: TakePicture,
): Promise<void> {
  const { owner } = fixture.parlour;
  const created = await owner.call("POST", "channels", {
    kind: "widget",
    name: "Alder & Oat",
    operators: [owner.id],
    widget: { calls: true },
  });
  expect(created.status, created.text).toBe(201);
  const widget = created.body as Channel;
  expect(
    (await owner.call("PATCH", "call-settings", { enabled: true, driver: "desk" })).status,
  ).toBe(200);
  await takeChatWindow(fixture, widget, take);
  const windows: VisitorWindow[] = [];
  for (const [name, path, title, source, visits] of siteVisitors) {
    const first = `https://shop.example/${source === "" ? "" : `?utm_source=${source}&utm_campaign=autumn-tea`}`;
    const pageVisit = {
      url: `https://shop.example${path}`,
      title,
      first,
      visits,
      pages: visits + 1,
    };
    windows.push(await openVisitorWindow(fixture.parlour.url, widget.public_id, name, pageVisit));
  }
  await takeVisitorsOnline(fixture, page, take);
  await takeTrigger(fixture, page, take);
  await page.goto(`${fixture.url}/settings/widgets/${widget.id}?tab=look`);
  await page
    .frameLocator("iframe:not(.behind)")
    .frameLocator("iframe")
    .getByRole("textbox", { name: "Message" })
    .waitFor();
  await take(page, "widget-look");
  await takeCalls(fixture, windows, page, take);
  for (const one of windows) one.close();
}

/** Takes a chat in the chat window on a foreign page. */
async function takeChatWindow(
  fixture: InboxFixture,
  widget: Channel,
  take: TakePicture,
): Promise<void> {
  const { owner } = fixture.parlour;
  const site = await startHostSite();
  site.setPage("/", `${shopHtml}${widget.snippet ?? ""}`);
  const context = await openContext(fixture.browser, { width: 1120, height: 760 });
  const page = await context.newPage();
  await page.goto(site.url);
  await page.getByRole("button", { name: /chat/i }).first().click();
  const frame = page.frameLocator("iframe");
  await frame.getByRole("textbox", { name: "Message" }).fill("Is the small bowl safe in the oven?");
  await frame.getByRole("button", { name: "Send", exact: true }).click();
  const waiting = async (): Promise<{ id: number; channel: { id: number } }[]> =>
    (
      (await owner.call("GET", "chats?state=waiting")).body as {
        items: { id: number; channel: { id: number } }[];
      }
    ).items;
  await expect
    .poll(async () => (await waiting()).some(({ channel }) => channel.id === widget.id))
    .toBe(true);
  const chat = (await waiting()).find(({ channel }) => channel.id === widget.id)?.id ?? 0;
  expect((await owner.call("POST", `chats/${chat}/accept`)).status).toBe(200);
  const answers = [
    "Yes, to 220 °C. Please let it warm up with the oven.",
    "The large one is not, its foot is glued.",
  ];
  for (const [n, text] of answers.entries()) {
    await owner.call("POST", `chats/${chat}/messages`, {
      kind: "text",
      text,
      client_id: `window-${n}`,
    });
    await frame.getByText(text).first().waitFor();
  }
  await frame.getByRole("textbox", { name: "Message" }).fill("Thank you, I take two of them");
  await take(page, "widget");
  await context.close();
  await site.close();
}

async function takeVisitorsOnline(
  { parlour, url }: InboxFixture,
  page: Page,
  take: TakePicture,
): Promise<void> {
  const online = async (): Promise<VisitorsOnline> =>
    (await parlour.owner.call("GET", "visitors/online")).body as VisitorsOnline;
  await expect.poll(async () => (await online()).items.length).toBe(siteVisitors.length);
  const maya = (await online()).items.find(({ name }) => name?.value === "Maya Lindqvist");
  await page.goto(`${url}/visitors/${maya?.number ?? 0}`);
  const pane = page.locator("aside.one");
  await pane
    .getByRole("textbox", { name: "Invitation" })
    .fill("Choosing a glaze? I can send you photos of each in daylight.");
  await page.mouse.move(5, 5);
  await take(page, "online");
}

async function takeTrigger(
  { parlour, url }: InboxFixture,
  page: Page,
  take: TakePicture,
): Promise<void> {
  const created = await parlour.owner.call("POST", "triggers", {
    name: "Glaze help",
    if: {
      all: [
        { type: "url", value: "/tableware" },
        { any: [{ type: "working_hours", value: true }, { type: "exit_intent" }] },
      ],
    },
    do: [
      { type: "invitation", text: "Choosing a glaze? I can send you photos of each in daylight." },
    ],
  });
  expect(created.status, created.text).toBe(201);
  await page.goto(`${url}/settings/triggers/${(created.body as Trigger).id}`);
  await page.getByRole("button", { name: "Run" }).click();
  await page.locator(".runs li").first().waitFor();
  await take(page, "triggers");
}

async function takeCalls(
  { parlour, url }: InboxFixture,
  windows: readonly VisitorWindow[],
  page: Page,
  take: TakePicture,
): Promise<void> {
  for (const [n, phone] of ["+442079460958", "+492215550142", "+4930555017"].entries())
    await windows[n]?.sendAndWait({ type: "call", ref: `call-${n}`, phone });
  const { items } = (await parlour.owner.call("GET", "calls?state=waiting")).body as {
    items: { id: number }[];
  };
  const first = Math.min(...items.map(({ id }) => id));
  for (const step of ["take", "connected"])
    expect((await parlour.owner.call("POST", `calls/${first}/${step}`, {})).status).toBe(200);
  await page.goto(`${url}/calls/${first}`);
  await page.locator(".calls .one").getByText("Connected for").first().waitFor();
  await take(page, "calls");
}

/** A page of a small shop. */
const shopHtml = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Alder & Oat</title><style>
body { margin: 0; font: 16px/1.5 Georgia, serif; color: #33302b; background: #faf7f2; }
header { display: flex; gap: 32px; align-items: baseline; padding: 24px 48px; border-bottom: 1px solid #e4ddd1; }
header b { font-size: 22px; } main { display: grid; grid-template-columns: repeat(3, 1fr); gap: 32px; padding: 40px 48px; }
h1 { grid-column: 1 / -1; margin: 0; font-weight: 400; font-size: 34px; } i { display: block; height: 210px; border-radius: 4px; background: #e2d6c3; }
div:nth-of-type(2) i { background: #c9d3c6; } div:nth-of-type(3) i { background: #d8c4bd; } p { margin: 8px 0 0; } small { color: #857d70; }
</style><header><b>Alder & Oat</b> <span>Tableware</span> <span>Linen</span> <span>Journal</span></header>
<main><h1>Speckled stoneware, thrown by hand</h1><div><i></i><p>Ramen bowl<br><small>€ 34</small></p></div>
<div><i></i><p>Table jug, moss<br><small>€ 48</small></p></div><div><i></i><p>Small bowl, clay<br><small>€ 22</small></p></div></main>`;
