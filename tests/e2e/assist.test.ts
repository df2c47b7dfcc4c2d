import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  modelFaults,
  startModelService,
  type ModelService,
} from "../../packages/lab/src/services/model/index.ts";
import {
  conversationPane,
  expectFocus,
  expectFocusInside,
  messageField,
  openInboxFixture,
  type InboxFixture,
  type OperatorPage,
} from "./inbox-fixture.ts";
import { checkScreen, usualViews } from "./screen-check.ts";
import { openChat } from "./screens-with-data.ts";

/** An operator writes with the help of the model, by keyboard. */
let fixture: InboxFixture;
let model: ModelService;
let opened: OperatorPage;
let page: Page;
beforeAll(async () => {
  model = await startModelService();
  fixture = await openInboxFixture({ proxied: true });
  const { owner } = fixture.parlour;
  await owner.call("POST", "instance/egress-allow", { add: [model.host] });
  const section = await owner.call("POST", "article-sections", { name: "Care" });
  const article = await owner.call("POST", "articles", {
    section_id: (section.body as { id: number }).id,
    language: "en",
    title: "Oven, microwave and dishwasher",
    body: "Every small bowl is safe in the oven up to 220 degrees.",
    state: "published",
  });
  expect(article.status, article.text).toBe(201);
  opened = await fixture.openOperatorPage(undefined, { cuts: true });
  ({ page } = opened);
});
afterAll(async () => {
  await opened.checkAndClose();
  await fixture.close();
  await model.close();
});
afterEach(() => model.endFaults());

const question = "Is the small bowl safe in the oven?";
const answer = "Yes, it is safe up to 220 degrees.";
const answerWithSource = `${answer} [1]`;

async function connect(budget: object = {}): Promise<void> {
  const connected = await fixture.parlour.owner.call("PATCH", "model", {
    base_url: model.url,
    api_key: model.apiKey,
    chat_model: model.chatModel,
    timeout_s: 9,
    ...budget,
  });
  expect(connected.status, connected.text).toBe(200);
}
async function startChat(customer: string, text = question): Promise<number> {
  await fixture.parlour.sendCustomerMessage(fixture.channel, customer, text, {
    sender: { name: customer },
  });
  const { id } = await fixture.parlour.findChat(customer);
  expect((await fixture.operator.call("POST", `chats/${id}/accept`)).status).toBe(200);
  await openChat(page, id);
  await messageField(page).waitFor();
  return id;
}
const panel = (name: string) => conversationPane(page).getByRole("region", { name });
const tool = (name: string) => conversationPane(page).getByRole("button", { name, exact: true });
const check = async (name: string): Promise<void> =>
  expect(await checkScreen(page, name, { views: usualViews, axe: "chosen" })).toEqual([]);
const listReplies = async (id: number) =>
  (await fixture.parlour.messages(id)).filter(({ author }) => author.kind === "operator");
/** Clears the field as a person does. */
async function clearField(): Promise<void> {
  await messageField(page).focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
}

describe("help while writing", { shuffle: false }, () => {
  test("[ASSIST-051] without a model the composer has no tools for it, and their code is not loaded", async () => {
    await startChat("without");
    await messageField(page).press("Control+Space");
    await page.waitForLoadState("networkidle");
    expect(await tool("Suggest").count()).toBe(0);
    expect(await page.getByText("Summarise").count()).toBe(0);
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname),
    );
    expect(loaded.filter((name) => /\/assets\/(?:parts|assist|text)[^/]*$/.test(name))).toEqual([]);
    await connect();
    await tool("Suggest").waitFor();
  });

  test("[ASSIST-051] [ASSIST-012] a suggestion is streamed above the field, inserted with Tab, taken back with Undo, and sent by a person", async () => {
    const id = await startChat("Anna");
    const field = messageField(page);
    await tool("Suggest").waitFor();
    await check("composer with a model");
    model.addFault({ reply: modelFaults.hang });
    await field.press("Control+Space");
    await panel("Suggested reply").getByRole("button", { name: "Stop" }).waitFor();
    await check("suggestion searching");
    await field.press("Escape");
    await panel("Suggested reply").waitFor({ state: "detached" });
    await expectFocus(field);

    model.endFaults();
    model.script({ answer: { words: answerWithSource } });
    await field.press("Control+Space");
    await panel("Suggested reply").getByRole("button", { name: "Insert" }).waitFor();
    const source = panel("Suggested reply").getByRole("link", { name: /^Source 1/ });
    expect(await source.getAttribute("href")).toBe("/help/en/oven-microwave-and-dishwasher");
    await check("suggestion ready");
    expect(await field.inputValue()).toBe("");
    expect(await listReplies(id)).toEqual([]);

    await field.press("Tab");
    await expect.poll(() => field.inputValue()).toBe(answer);
    await panel("Suggested reply").waitFor({ state: "detached" });
    await expectFocus(field);
    await field.press("Control+z");
    await expect.poll(() => field.inputValue()).toBe("");
    await panel("Suggested reply").waitFor();
    await field.press("Tab");
    await expect.poll(() => field.inputValue()).toBe(answer);
    await field.press("Enter");
    const line = page.getByText(`Suggested by ${model.chatModel}, sent unchanged`);
    await line.waitFor();
    expect((await listReplies(id)).map(({ text, suggestion }) => [text, suggestion])).toEqual([
      [answer, { request_id: expect.any(Number), changed: false, model: model.chatModel }],
    ]);
    expect(await panel("Suggested reply").count()).toBe(0);
    await check("suggestion sent");
  });

  test("[ASSIST-051] [ASSIST-050] a suggestion goes below what is written, and a changed one is recorded as changed", async () => {
    const id = await startChat("Ben");
    const field = messageField(page);
    await field.fill("Good question!");
    model.script({ answer: { words: answerWithSource } });
    await field.press("Control+Space");
    await panel("Suggested reply").getByRole("button", { name: "Insert below" }).waitFor();
    await check("suggestion below a text");
    await field.press("Tab");
    await expect.poll(() => field.inputValue()).toBe(`Good question!\n${answer}`);
    await field.press("Enter");
    await page.getByText(`Suggested by ${model.chatModel}, changed`).waitFor();
    expect((await listReplies(id))[0]?.suggestion).toMatchObject({ changed: true });

    model.script({ answer: { words: answerWithSource } });
    await field.press("Control+Space");
    await panel("Suggested reply").getByRole("button", { name: "Insert" }).waitFor();
    await fixture.parlour.sendCustomerMessage(fixture.channel, "Ben", "And the plate?");
    await panel("Suggested reply").getByRole("button", { name: "Suggest again" }).waitFor();
    await panel("Suggested reply").getByText("Ben has written since").waitFor();
    await check("suggestion for an earlier message");
    await field.press("Escape");
    await panel("Suggested reply").waitFor({ state: "detached" });
  });

  test("[ASSIST-052] [ASSIST-020] a text gets another wording from the menu, which shows what changes and can be undone", async () => {
    await startChat("Cleo");
    const field = messageField(page);
    await field.fill("yes is ok until 220 but not cold");
    await tool("Rewrite").waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    const measureGap = () =>
      conversationPane(page).evaluate((pane) => {
        const count = pane.querySelector(".composer .count")?.getBoundingClientRect();
        const send = pane.querySelector(".composer [type=submit]")?.getBoundingClientRect();
        return (send?.left ?? Number.NaN) - (count?.right ?? Number.NaN);
      });
    await expect.poll(measureGap).toBeGreaterThan(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await field.press("Control+Shift+R");
    await page.getByRole("menuitem", { name: /^Shorter/ }).waitFor();
    await check("rewrite menu");
    model.script({ answer: { words: "yes, ok until 220" } });
    await expectFocusInside(page.getByRole("menu"));
    await page.keyboard.press("3");
    expect(new URL(page.url()).pathname).toMatch(/^\/inbox\/all\//);
    await panel("Shorter").getByRole("button", { name: "Use" }).waitFor();
    await expectFocus(field);
    expect(await panel("Shorter").locator("del").count()).toBeGreaterThan(0);
    await check("rewrite ready");
    await field.press("Tab");
    await expect.poll(() => field.inputValue()).toBe("yes, ok until 220");
    await field.press("Control+z");
    await expect.poll(() => field.inputValue()).toBe("yes is ok until 220 but not cold");
    await clearField();
  });

  test("[ASSIST-053] [ASSIST-003] each failure says why in words, markup is plain text, and the composer works as always", async () => {
    const id = await startChat("Dora");
    const field = messageField(page);
    for (const [fault, text] of [
      ["cut", "The answer of the model ended too early."],
      ["outage", "The model does not answer."],
      ["html", "The answer of the model could not be used."],
      ["long", "This chat is too long for the model."],
    ] as const) {
      model.endFaults();
      model.addFault({ reply: modelFaults[fault], times: Infinity });
      await field.press("Control+Space");
      await panel("No suggestion").getByText(text).waitFor();
      if (fault === "cut") await check("suggestion failed");
      await field.press("Escape");
      await panel("No suggestion").waitFor({ state: "detached" });
    }
    model.endFaults();
    await connect({ budget: { tokens_per_day: 1 } });
    await field.press("Control+Space");
    await panel("No suggestion").getByText("The budget of the model is used up").waitFor();
    await connect({ budget: { tokens_per_day: null } });
    model.addFault({ reply: modelFaults.markup });
    await panel("No suggestion").getByRole("button", { name: "Try again" }).press("Enter");
    await panel("Suggested reply").getByText("<script>alert(1)</script>").waitFor();
    expect(await panel("Suggested reply").locator("img, script").count()).toBe(0);
    await field.press("Escape");
    await field.fill("By hand");
    await field.press("Enter");
    await expect
      .poll(async () => (await listReplies(id)).map(({ text }) => text))
      .toEqual(["By hand"]);
    await startChat("Nobody", "Zzyzx qwfp arst?");
    await field.press("Control+Space");
    await panel("No suggestion").getByText("No article answers this.").waitFor();
    await check("suggestion without an article");
    await field.press("Escape");
  });

  test("[ASSIST-055] [ASSIST-040] [ASSIST-056] the messages of a customer are shown in the operator's language below the originals", async () => {
    await startChat("Frieda", "Wo ist mein Paket? Ich warte seit zwei Wochen darauf.");
    const english = "Where is my parcel? I have waited for two weeks.";
    model.script({ match: "Paket", answer: { words: english } });
    const toggle = async (name: string) => {
      const menu = conversationPane(page).getByRole("button", { name: "More actions" }).first();
      await menu.press("Enter");
      await page.getByRole("menuitem", { name }).press("Enter");
    };
    await toggle("Translate messages");
    await page.getByText(english).waitFor();
    await page.getByText("Translated from German by a machine").waitFor();
    expect(await page.getByText("Wo ist mein Paket?").count()).toBeGreaterThan(0);
    await check("translated message");
    await page.getByRole("button", { name: "Show original only" }).press("Enter");
    await page.getByText(english).waitFor({ state: "detached" });
    const before = model.requests.length;
    await page.getByRole("button", { name: "Show translation" }).press("Enter");
    await page.getByText(english).waitFor();
    await fixture.parlour.sendCustomerMessage(
      fixture.channel,
      "Frieda",
      "Thank you very much, I can read English as well.",
    );
    model.addFault({ reply: modelFaults.cut, times: Infinity });
    await fixture.parlour.sendCustomerMessage(
      fixture.channel,
      "Frieda",
      "Bitte antworten Sie mir so schnell wie möglich.",
    );
    await page.getByText("Not translated. The answer of the model ended too early.").waitFor();
    const asked = model.requests.slice(before).map(({ body }) => body);
    expect(asked.every((body) => body.includes("Bitte antworten"))).toBe(true);
    model.endFaults();
    model.script({ match: "Bitte", answer: { words: "Please answer me as quickly as possible." } });
    await page.getByRole("button", { name: "Try again" }).press("Enter");
    await page.getByText("Please answer me as quickly as possible.").waitFor();
    const field = messageField(page);
    await field.fill("Your parcel comes tomorrow.");
    await field.press("Control+Shift+R");
    await page.getByRole("menuitem", { name: /^In the customer/ }).waitFor();
    await expectFocusInside(page.getByRole("menu"));
    model.script({ answer: { words: "Ihr Paket kommt morgen." } });
    await page.keyboard.press("4");
    await panel("In the customer’s language").getByRole("button", { name: "Use" }).waitFor();
    await field.press("Tab");
    await expect.poll(() => field.inputValue()).toBe("Ihr Paket kommt morgen.");
    await field.press("Enter");
    await page.getByRole("button", { name: "Show original", exact: true }).press("Enter");
    await page.getByText("Your parcel comes tomorrow.").waitFor();
    await check("translated reply");
    await toggle("Stop translating");
    await page.getByText(english).waitFor({ state: "detached" });
  });

  test("[ASSIST-054] [ASSIST-030] a chat is summarised for a note, and for the operator who gets it", async () => {
    const id = await startChat("Eva");
    const lines = {
      wants: "To know whether her bowl can go in the oven.",
      so_far: "Nothing yet.",
      open: question,
      mood: "Friendly, in no hurry.",
    };
    const script = () =>
      model.script({ match: "summarise", answer: { text: JSON.stringify(lines) } });
    script();
    await conversationPane(page)
      .getByRole("button", { name: "More actions" })
      .first()
      .press("Enter");
    await page.getByRole("menuitem", { name: "Summarise" }).press("Enter");
    await panel("Summary").getByText(lines.wants).waitFor();
    await check("summary of a chat");
    await panel("Summary").getByRole("button", { name: "Add as note" }).press("Enter");
    const note = conversationPane(page).getByRole("textbox", { name: "Note" });
    await expect.poll(() => note.inputValue()).toContain(`Wants: ${lines.wants}\nSo far: `);
    await note.press("Enter");
    await expect
      .poll(async () => (await listReplies(id)).map(({ kind }) => kind))
      .toEqual(["note"]);

    script();
    await conversationPane(page)
      .getByRole("button", { name: /^Transfer/ })
      .press("Enter");
    const comment = page.getByRole("dialog").getByRole("textbox", { name: "Comment" });
    await expect.poll(() => comment.inputValue()).toContain(`Open: ${question}`);
    await page.getByRole("dialog").getByText(`Written by ${model.chatModel}`).waitFor();
    await check("transfer with a summary");
    await comment.fill("Call her.");
    expect(await comment.inputValue()).toBe("Call her.");
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).press("Enter");
  });
});
