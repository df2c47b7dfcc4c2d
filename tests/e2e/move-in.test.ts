import type { Chat } from "@parlour/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { conversationPane, openInboxFixture, waitUntilLive } from "./inbox-fixture.ts";
import type { InboxFixture } from "./inbox-fixture.ts";
import { checkScreen } from "./screen-check.ts";
import { navigateTo } from "./screens-with-data.ts";

/** The owner imports a file of another system, looks at a chat, and undoes the import. */
let fixture: InboxFixture;
beforeAll(async () => {
  fixture = await openInboxFixture();
});
afterAll(() => fixture.close());

const records = [
  { kind: "operator", id: "o1", name: "Jonas Berg" },
  { kind: "tag", id: "t1", name: "refund" },
  { kind: "article", id: "a1", title: "Returns", language: "en", markdown: "Within 30 days." },
  {
    kind: "translation",
    id: "a1-de",
    article: "a1",
    title: "Rückgabe",
    language: "de",
    markdown: "Innerhalb von 30 Tagen.",
  },
  ...["Nadia", "Omar"].flatMap((name, n) => [
    { kind: "person", id: `p${n}`, name, email: `${name.toLowerCase()}@old.example` },
    {
      kind: "chat",
      id: `c${n}`,
      person: `p${n}`,
      operator: "o1",
      tags: ["refund"],
      started_at: `2025-03-0${n + 1}T10:00:00Z`,
    },
    {
      kind: "message",
      id: `m${n}`,
      chat: `c${n}`,
      sent_at: `2025-03-0${n + 1}T10:00:01Z`,
      author: { kind: "visitor" },
      text: `Where is the parcel of ${name}?`,
    },
  ]),
];

test("[MV-034] [MV-060] [MV-061] [MV-063] [MV-064] a file is planned, moved, found and undone", async () => {
  const { parlour } = fixture;
  const opened = await fixture.openOperatorPage(parlour.owner, { path: "/settings/move-in" });
  const { page } = opened;
  await waitUntilLive(page);
  await page.getByRole("radio", { name: /^Live Helper Chat/ }).press("Space");
  await page.getByRole("radio", { name: "Files", exact: true }).press("Space");
  await page.getByLabel("Files of the export").waitFor();
  await page.getByRole("radio", { name: "API", exact: true }).press("Space");
  await expect.poll(() => page.getByLabel("User name").evaluate(isReadableAtLowerEdge)).toBe(true);
  expect(await checkScreen(page, "connection of an import", { views, axe: true })).toEqual([]);
  await page.getByRole("radio", { name: /^JSON Lines/ }).press("Space");
  await page.getByLabel("Files of the export").setInputFiles({
    name: "old.jsonl",
    mimeType: "application/jsonl",
    buffer: Buffer.from(records.map((record) => JSON.stringify(record)).join("\n")),
  });
  await page.getByRole("button", { name: "Remove old.jsonl" }).waitFor();
  await page.getByRole("progressbar").waitFor({ state: "detached" });
  expect(await checkScreen(page, "source of an import", { views, axe: "chosen" })).toEqual([]);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("button", { name: "Make a plan" }).click();
  await page.getByRole("button", { name: "Move in 2 chats" }).waitFor();
  await page.getByText("Former operator “Jonas Berg”").waitFor({ state: "attached" });
  await page.getByText("drafts in their articles").waitFor({ state: "attached" });
  expect(await checkScreen(page, "plan of an import", { views, axe: "chosen" })).toEqual([]);
  await page.getByRole("button", { name: "Move in 2 chats" }).click();
  await page.getByRole("heading", { name: "2 chats are here" }).waitFor();
  expect(await checkScreen(page, "result of an import", { views, axe: "chosen" })).toEqual([]);
  const address = new URL(page.url()).pathname;

  const listClosed = async (): Promise<readonly Chat[]> =>
    (await parlour.owner.call("GET", "chats?state=closed")).body.items;
  const listArticles = async (): Promise<readonly { texts: readonly object[] }[]> =>
    (await parlour.owner.call("GET", "articles")).body.items;
  expect((await listArticles()).map(({ texts }) => texts.length)).toEqual([2]);
  const chat = (await listClosed()).find(({ visitor }) => visitor.name?.value === "Omar");
  await navigateTo(page, `/archive/${chat?.id}`);
  await page.getByText("Imported from a file").waitFor();
  await conversationPane(page).getByText("Where is the parcel of Omar?").first().waitFor();

  await navigateTo(page, address);
  await page.getByRole("button", { name: "Remove 2 chats…" }).click();
  await page.getByLabel("Enter the number 2 to confirm").fill("2");
  await page.getByRole("button", { name: "Undo the import" }).click();
  await page.getByRole("heading", { name: "This import was undone" }).waitFor();
  expect([await listClosed(), await listArticles()]).toEqual([[], []]);
  await opened.checkAndClose();
});

const views = ["light", "dark", "phone"] as const;

/** Whether nothing covers a field that is scrolled to the lower edge of the page. */
function isReadableAtLowerEdge(field: Element): boolean {
  field.scrollIntoView({ block: "end" });
  const { left, bottom } = field.getBoundingClientRect();
  return document.elementFromPoint(left + 8, bottom - 8) === field;
}
