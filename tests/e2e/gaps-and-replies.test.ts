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
  messageBubble,
  messageField,
  openInboxFixture,
  type InboxFixture,
  type OperatorPage,
} from "./inbox-fixture.ts";
import { checkScreen, usualViews } from "./screen-check.ts";
import { navigateTo, openChat } from "./screens-with-data.ts";

/** Gaps of the articles, questions to closed chats, and replies that a machine translates. */
let fixture: InboxFixture;
let model: ModelService;
let opened: OperatorPage;
let page: Page;
beforeAll(async () => {
  model = await startModelService();
  fixture = await openInboxFixture();
  const { owner } = fixture.parlour;
  await owner.call("PATCH", `channels/${fixture.channel.id}`, { operators: [owner.id] });
  await owner.call("POST", "instance/egress-allow", { add: [model.host] });
  await owner.call("POST", "article-sections", { name: "Care" });
  const connected = await owner.call("PATCH", "model", {
    base_url: model.url,
    api_key: model.apiKey,
    chat_model: model.chatModel,
    timeout_s: 9,
  });
  expect(connected.status, connected.text).toBe(200);
  opened = await fixture.openOperatorPage(owner);
  ({ page } = opened);
});
afterAll(async () => {
  await opened.checkAndClose();
  await fixture.close();
  await model.close();
});
afterEach(() => model.endFaults());

async function startChat(customer: string, text: string): Promise<number> {
  const { parlour, channel } = fixture;
  await parlour.sendCustomerMessage(channel, customer, text, { sender: { name: customer } });
  const { id } = await parlour.findChat(customer);
  expect((await parlour.owner.call("POST", `chats/${id}/accept`)).status).toBe(200);
  return id;
}
async function reply(id: number, text: string): Promise<void> {
  const sent = { kind: "text", text, client_id: `reply-${id}` };
  const { status } = await fixture.parlour.owner.call("POST", `chats/${id}/messages`, sent);
  expect(status).toBeLessThan(300);
}
const check = async (name: string): Promise<void> =>
  expect(await checkScreen(page, name, { views: usualViews, axe: "chosen" })).toEqual([]);
const panel = (name: string) => conversationPane(page).getByRole("region", { name });
const openMore = async (name: string): Promise<void> => {
  await conversationPane(page).getByRole("button", { name: "More actions" }).first().press("Enter");
  await page.getByRole("menuitem", { name }).press("Enter");
};

describe("gaps and replies", { shuffle: false }, () => {
  test("[ART-046] [ART-045] a question is noted by keyboard, and the report names who noted it", async () => {
    const id = await startChat("Nadia", "Can you repair a chipped bowl?");
    await reply(id, "Yes, a chip costs 8 pounds.");
    await openChat(page, id);
    await messageBubble(page, "Yes, a chip costs 8 pounds.").waitFor();
    await page.keyboard.press("Control+k");
    await expectFocus(page.getByRole("dialog", { name: "Search" }).getByRole("combobox"));
    await page.keyboard.insertText(">note as gap");
    await page.getByRole("option", { name: /^Note as gap/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("Noted. The report of articles shows the question as a gap.").waitFor();
    await check("question noted as a gap");
    await navigateTo(page, "/reports/articles?last=7");
    await page.getByText("noted by Olga").waitFor();
    await check("report with a noted gap");
  });

  test("[ART-048] [ART-047] a gap becomes a draft that is streamed, names its chats, and is saved by a person", async () => {
    const draft = page.getByRole("link", { name: /^Write a draft of an article about/ });
    await draft.waitFor();
    model.addFault({ reply: modelFaults.hang });
    await draft.press("Enter");
    const dialog = page.getByRole("dialog", { name: "New article" });
    await dialog.getByText("Reading the chats").waitFor();
    await check("article draft working");
    await dialog.getByRole("button", { name: "Stop" }).press("Enter");
    await dialog.getByText("Stopped. Write the text, or try again.").waitFor();
    model.endFaults();
    model.script({ answer: { words: "A chip costs **8 pounds**. [1]" } });
    await dialog.getByRole("button", { name: "Try again" }).press("Enter");
    const text = dialog.getByRole("textbox", { name: "Text", exact: true });
    await expect.poll(() => text.inputValue()).toBe("A chip costs **8 pounds**.");
    await dialog.getByRole("link", { name: /Nadia$/ }).waitFor();
    await expect
      .poll(() => dialog.getByRole("combobox", { name: "Section" }).inputValue())
      .not.toBe("");
    await check("article draft ready");
    await text.press("Control+End");
    await page.keyboard.insertText(" Send a picture.");
    await dialog.getByRole("button", { name: "Create" }).press("Enter");
    const body = page.getByRole("textbox", { name: "Article text, Markdown" });
    await body.getByText("A chip costs **8 pounds**. Send a picture.").waitFor();
    const { items } = (await fixture.parlour.owner.call("GET", "articles")).body as {
      readonly items: readonly object[];
    };
    expect(items).toMatchObject([{ title: "Can you repair a chipped bowl?", state: "draft" }]);
    await navigateTo(page, "/articles?state=archived");
    await page.getByText("No matching articles").waitFor();
    expect(await page.locator(".taglegend").innerText()).toBe("");
  });

  test("[ASSIST-071] closed chats are asked something else in the panel, by keyboard", async () => {
    const { owner } = fixture.parlour;
    const closed = await startChat("Otto", "Do you sell gift cards?");
    await reply(closed, "Yes, from 10 pounds on.");
    await owner.call("POST", `chats/${closed}/close`, {});
    await openChat(page, await startChat("Pia", "Zzyzx qwfp arst?"));
    await messageBubble(page, "Zzyzx qwfp arst?").waitFor();
    await openMore("Ask closed chats");
    const none = panel("Nothing found in closed chats");
    await none.getByText("No closed chat that you can see answers this.").waitFor();
    await check("closed chats without an answer");
    const field = conversationPane(page).getByRole("textbox", {
      name: "Ask closed chats something else",
    });
    model.script({ answer: { words: "They were sold from 10 pounds on. [1]" } });
    await field.fill("How much are gift cards?");
    await field.press("Enter");
    const answer = panel("From closed chats");
    await answer.getByText("They were sold from 10 pounds on. [1]").waitFor();
    await answer.getByRole("link", { name: /Otto/ }).waitFor();
    await answer.getByText("How much are gift cards?").waitFor();
    await check("answer to an own question");
    model.addFault({ reply: modelFaults.cut, times: Infinity });
    await field.fill("Which gift cards are there?");
    await field.press("Enter");
    const failed = panel("Closed chats could not be asked");
    await failed.getByText("The answer of the model ended too early.").waitFor();
    model.endFaults();
    model.script({ answer: { words: "Cards of paper. [1]" } });
    await failed.getByRole("button", { name: "Try again" }).press("Enter");
    await answer.getByText("Cards of paper. [1]").waitFor();
    await field.press("Escape");
    await answer.waitFor({ state: "detached" });
    await expectFocus(messageField(page));
    expect(await messageField(page).inputValue()).toBe("");
  });

  test("[ASSIST-061] [ASSIST-062] in a translated chat, the translation of a reply is seen before it is sent", async () => {
    const english = "Where is my parcel? I have waited for two weeks.";
    const written = "Your parcel comes tomorrow.";
    const german = "Ihr Paket kommt morgen.";
    const id = await startChat("Frieda", "Wo ist mein Paket? Ich warte seit zwei Wochen darauf.");
    await openChat(page, id);
    const field = messageField(page);
    await field.waitFor();
    model.script({ match: "Paket", answer: { words: english } });
    await openMore("Translate messages");
    await page.getByText(english).waitFor();
    const replies = panel("Replies in German");
    await replies.getByText("You see the translation before it is sent.").waitFor();
    await check("composer of a translated chat");

    model.addFault({ reply: modelFaults.cut, times: Infinity });
    await field.fill(written);
    await field.press("Enter");
    await replies.getByText("Not translated. The answer of the model ended too early.").waitFor();
    await check("reply not translated");
    expect(await field.inputValue()).toBe(written);
    model.endFaults();
    model.script({ match: "tomorrow", answer: { words: german } });
    await replies.getByRole("button", { name: "Try again" }).press("Enter");
    await replies.getByText(german).waitFor();
    await check("reply with its translation");
    await field.press("Enter");
    await page.getByRole("button", { name: "Show original", exact: true }).waitFor();
    expect(await field.inputValue()).toBe("");
    // The page shows the message before the server has it.
    const listSent = async () =>
      (await fixture.parlour.messages(id)).filter(({ author }) => author.kind === "operator");
    await expect.poll(listSent).toMatchObject([{ text: german, original: written }]);

    await replies.getByRole("button", { name: "Stop translating" }).press("Enter");
    await replies.waitFor({ state: "detached" });
    await page.reload();
    await messageField(page).waitFor();
    expect(await page.getByText(english).count()).toBe(0);
  });
});
