import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  expectFocus,
  openInboxFixture,
  waitUntilLive,
  type InboxFixture,
  type OperatorPage,
} from "./inbox-fixture.ts";
import { checkScreen, narrowViews, usualViews } from "./screen-check.ts";
import { navigateTo } from "./screens-with-data.ts";

/** The owner writes articles, and Ann reads them. */
let fixture: InboxFixture;
let opened: OperatorPage;
let page: Page;
let section: number;
beforeAll(async () => {
  fixture = await openInboxFixture({ proxied: true });
  const made = await fixture.parlour.owner.call("POST", "article-sections", { name: "Care" });
  section = Number(made.body.id);
  opened = await fixture.openOperatorPage(fixture.parlour.owner, { path: "/articles", cuts: true });
  ({ page } = opened);
  await waitUntilLive(page);
});
afterAll(async () => {
  await opened.checkAndClose();
  await fixture.close();
});

const textField = (on = page): Locator =>
  on.getByRole("textbox", { name: "Article text, Markdown" });
const status = (on = page): Locator => on.locator(".savestatus");

async function writeArticle(title: string, body: string, state = "draft"): Promise<number> {
  const article = { section_id: section, language: "en", title, body, state };
  const { status: code, body: made } = await fixture.parlour.owner.call(
    "POST",
    "articles",
    article,
  );
  expect(code).toBe(201);
  return Number(made.id);
}
const readArticle = async (id: number) =>
  (await fixture.parlour.owner.call("GET", `articles/${id}`)).body;
const typeInto = async (body: string): Promise<void> => {
  await textField().focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText(body);
};

test("[ART-060] [ART-063] an article is written and published with the keyboard alone", async () => {
  await writeArticle("Crazing: fine lines in the glaze", "Fine lines.", "published");
  await navigateTo(page, `/articles?section=${section}`);
  await page.getByRole("link", { name: "Crazing: fine lines in the glaze" }).waitFor();
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog", { name: "New article" });
  await expectFocus(dialog.getByRole("textbox", { name: "Title" }));
  await page.keyboard.insertText("Oven and dishwasher");
  await page.keyboard.press("Enter");
  await textField().waitFor();
  await textField().focus();
  await page.keyboard.insertText("## In the oven\n\nUp to **220 °C**. ");
  await page.keyboard.type("[[craz");
  await page.getByRole("option", { name: /Crazing/ }).waitFor();
  await page.keyboard.press("Enter");
  const preview = page.getByRole("region", { name: "Preview" });
  await preview.getByRole("heading", { name: "In the oven" }).waitFor();
  await preview.getByRole("link", { name: /Crazing/ }).waitFor();
  await page.keyboard.press("Control+Enter");
  await page.getByText("Published", { exact: true }).first().waitFor();
  const { items } = (await fixture.parlour.owner.call("GET", "articles?q=oven")).body;
  expect(items).toMatchObject([{ title: "Oven and dishwasher", state: "published" }]);
  expect(await checkScreen(page, "article editor", { views: usualViews })).toEqual([]);
});

test("[ART-061] a text that somebody else has changed meanwhile is not overwritten, and nothing is lost", async () => {
  const id = await writeArticle("Wash and dry", "By hand.");
  await navigateTo(page, `/articles/${id}?language=en`);
  await textField().waitFor();
  fixture.proxy?.setMode("cut");
  await typeInto(" Or in the machine.");
  await expect.poll(() => status().textContent()).toBe("Not saved");
  await page.getByText("Your text is kept on this device").waitFor();
  const ivan = await fixture.parlour.operator("admin", "Ivan Petrov");
  const change = { body: "Only by hand." };
  expect((await ivan.call("PATCH", `articles/${id}`, change)).status).toBe(200);
  fixture.proxy?.setMode("pass");
  await page.getByText(/Ivan Petrov saved a newer version/).waitFor({ timeout: 60_000 });
  expect(await checkScreen(page, "article, newer version", { views: usualViews })).toEqual([]);
  await page.getByRole("button", { name: "Compare" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("ins", { hasText: "machine" }).waitFor();
  await dialog.getByRole("button", { name: "Keep mine as unpublished changes" }).click();
  await expect.poll(async () => (await readArticle(id)).body).toBe("By hand. Or in the machine.");
  await page.getByRole("link", { name: "History" }).click();
  await page.getByRole("link", { name: /Ivan Petrov/ }).click();
  await page.getByRole("region", { name: "Text of the version" }).getByText("Only").waitFor();
  expect(await checkScreen(page, "article history", { views: usualViews })).toEqual([]);
  await page.getByRole("button", { name: "Restore this version" }).click();
  await expect.poll(async () => (await readArticle(id)).body).toBe("Only by hand.");
});

test("[ART-060] typed text survives a reload before it was stored", async () => {
  const id = await writeArticle("Store and stack", "Dry.");
  await navigateTo(page, `/articles/${id}?language=en`);
  await textField().waitFor();
  await typeInto(" And cool.");
  await page.reload();
  await textField().getByText("Dry. And cool.").waitFor();
  await expect.poll(async () => (await readArticle(id)).body).toBe("Dry. And cool.");
});

test("[ART-064] formatted text is pasted as Markdown, and a picture is uploaded", async () => {
  const id = await writeArticle("Paste", "");
  await navigateTo(page, `/articles/${id}?language=en`);
  await textField().focus();
  const paste = (data: Readonly<Record<string, string>>, picture: string | null): Promise<void> =>
    textField().evaluate(
      (field, { types, base64 }) => {
        const clipboardData = new DataTransfer();
        for (const [type, value] of Object.entries(types)) clipboardData.setData(type, value);
        if (base64 !== null) {
          const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
          clipboardData.items.add(new File([bytes], "dot.png", { type: "image/png" }));
        }
        const options = { clipboardData, bubbles: true, cancelable: true };
        field.dispatchEvent(new ClipboardEvent("paste", options));
      },
      { types: data, base64: picture },
    );
  const html =
    '<h2>Title</h2><p>A <b>bold</b> <a href="https://shop.example/">link</a><script>alert(1)</script></p>';
  await paste({ "text/html": html, "text/plain": "Title" }, null);
  await textField().getByText("A **bold** [link](https://shop.example/)").waitFor();
  const dot =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  await paste({}, dot);
  await textField()
    .getByText(/!\[dot\.png\]\(\/files\//)
    .waitFor();
  await page
    .getByRole("region", { name: "Preview" })
    .getByRole("img", { name: "dot.png" })
    .waitFor();
});

test("[ART-065] a broken link is named with its line and the article that it probably means", async () => {
  const id = await writeArticle("Links", "See [lines](/help/en/crazing-lines).");
  await navigateTo(page, `/articles/${id}?language=en`);
  const bar = page.locator(".probs");
  await bar.getByText("Did you mean “Crazing: fine lines in the glaze”?").waitFor();
  expect(await checkScreen(page, "article, broken link", { views: usualViews })).toEqual([]);
  await page.keyboard.press("Control+Enter");
  await page.getByRole("alertdialog", { name: "Publish with 1 broken link" }).waitFor();
  await page.keyboard.press("Escape");
  await bar.getByRole("button", { name: "Replace" }).click();
  await textField().getByText("See [lines](/help/en/crazing-fine-lines-in-the-glaze).").waitFor();
  await bar.waitFor({ state: "detached" });
});

test("[ART-066] Alt ↑ ↓ moves an article in the public order", async () => {
  const made = await fixture.parlour.owner.call("POST", "article-sections", { name: "Orders" });
  section = Number(made.body.id);
  for (const title of ["First", "Second", "Third"]) await writeArticle(title, "");
  await navigateTo(page, `/articles?section=${section}`);
  await page.getByRole("link", { name: "Third" }).focus();
  await page.keyboard.press("Alt+ArrowUp");
  await page.keyboard.press("Alt+ArrowUp");
  await expectFocus(page.getByRole("link", { name: "Third" }));
  await expect
    .poll(async () => {
      const path = `articles?section_id=${section}`;
      const { items } = (await fixture.parlour.owner.call("GET", path)).body;
      return (items as { title: string }[]).map(({ title }) => title);
    })
    .toEqual(["Third", "First", "Second"]);
  expect(await checkScreen(page, "articles of a section", { views: usualViews })).toEqual([]);
});

test("[ART-067] an operator without the right reads articles, and nothing can be changed", async () => {
  const id = await writeArticle("Read me", "Text.", "published");
  const reader = await fixture.openOperatorPage(fixture.operator, { path: `/articles/${id}` });
  await textField(reader.page).getByText("Text.").waitFor();
  await reader.page.getByText("You can read articles.").waitFor();
  await textField(reader.page).focus();
  await reader.page.keyboard.press("Control+b");
  await reader.page.keyboard.type("x");
  expect(await textField(reader.page).textContent()).toBe("Text.");
  expect(await reader.page.getByRole("button", { name: /Publish/ }).count()).toBe(0);
  expect(await checkScreen(reader.page, "article, read only", { views: usualViews })).toEqual([]);
  const long = await writeArticle("Long", "A line.\n".repeat(80), "published");
  await navigateTo(reader.page, `/articles/${long}`);
  await textField(reader.page).getByText("A line.").first().waitFor();
  const options = { views: narrowViews, axe: "chosen" } as const;
  expect(await checkScreen(reader.page, "article, long", options)).toEqual([]);
  await navigateTo(reader.page, "/articles");
  await reader.page.getByRole("link", { name: "Read me" }).waitFor();
  expect(await checkScreen(reader.page, "articles, read only", options)).toEqual([]);
  await reader.page.keyboard.press("c");
  expect(await reader.page.getByRole("dialog").count()).toBe(0);
  await reader.checkAndClose();
});

test("[ART-041] the report of articles fits a phone, also with a long title", async () => {
  const title = "How to store and stack large serving dishes without scratches";
  const id = await writeArticle(title, "Dry.", "published");
  await fixture.parlour.sql(
    `insert into article_day (account_id, article_id, language, day, views, helpful, not_helpful)
     select id, $1, 'en', current_date, 812, 60, 9 from account`,
    [id],
  );
  await navigateTo(page, "/reports/articles");
  await page.getByRole("link", { name: title }).waitFor();
  expect(await checkScreen(page, "report of articles", { views: narrowViews, axe: true })).toEqual(
    [],
  );
});
