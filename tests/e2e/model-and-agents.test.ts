import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  startModelService,
  type ModelService,
} from "../../packages/lab/src/services/model/index.ts";
import {
  expectFocus,
  openInboxFixture,
  type InboxFixture,
  type OperatorPage,
} from "./inbox-fixture.ts";
import { checkScreen, usualViews } from "./screen-check.ts";
import { navigateTo, openChat } from "./screens-with-data.ts";

/** The owner connects a model, tests it, and lets an agent write notes. */
let fixture: InboxFixture;
let model: ModelService;
let opened: OperatorPage;
let page: Page;
beforeAll(async () => {
  model = await startModelService();
  fixture = await openInboxFixture();
  opened = await fixture.openOperatorPage(fixture.parlour.owner, { path: "/settings" });
  ({ page } = opened);
});
afterAll(async () => {
  await opened.checkAndClose();
  await fixture.close();
  await model.close();
});

const check = async (name: string): Promise<void> =>
  expect(await checkScreen(page, name, { views: usualViews, tall: true, axe: "chosen" })).toEqual(
    [],
  );
const field = (label: string) => page.getByRole("textbox", { name: label });
const save = () => page.keyboard.press("Control+s");
/** Runs the test of the model. Returns its lines. */
async function runTest(): Promise<readonly string[]> {
  await page.getByRole("button", { name: /^Test/ }).press("Enter");
  const results = page.getByRole("list", { name: "Test results" });
  await results.waitFor();
  return results.getByRole("listitem").allInnerTexts();
}

// The agent of the second test needs the model of the first one.
describe("a model and an agent", { shuffle: false }, () => {
  test("[MODEL-052] [MODEL-002] [MODEL-050] a model is connected and tested with the keyboard, and a wrong key says what to do", async () => {
    await navigateTo(page, "/settings/model");
    await page.getByText(/No model connected/).waitFor();
    await check("model none");
    await page.getByRole("radio", { name: "Ollama" }).focus();
    await page.keyboard.press("Space");
    expect(await field("Base URL").inputValue()).toBe("http://localhost:11434/v1");
    await field("Base URL").fill(model.url);
    await page.getByLabel("Key", { exact: true }).fill("wrong");
    await field("Chat model").fill(model.chatModel);
    await field("Embedding model").fill(model.embeddingModel);
    await save();
    const allow = page.getByRole("button", { name: /^Allow/ });
    await allow.waitFor();
    await check("model private address");
    await allow.press("Enter");
    await page.getByRole("button", { name: "Test the model" }).waitFor();
    expect((await runTest()).join()).toContain("Check the key and the model names");
    await check("model wrong key");
    expect((await fixture.parlour.owner.call("GET", "model")).body).toMatchObject({
      api_key_hint: "rong",
    });

    await page.getByLabel("Key", { exact: true }).fill(model.apiKey);
    await save();
    await page.getByText(`The stored key ends with ${model.apiKey.slice(-4)}.`).waitFor();
    const lines = await runTest();
    expect(lines.map((line) => line.split("\n")[0])).toEqual([
      "Answer",
      "Streaming",
      "Structured output (JSON)",
      "Tools",
      "Answers in the language asked",
      "Embeddings",
    ]);
    expect(lines.every((line) => /\d ms/.test(line))).toBe(true);
    await field("Try the mask").fill("Write to ann@shop.example");
    await page.locator(".maskedtext mark").waitFor();
    await page.getByText(/nothing has to be embedded/).waitFor();
    await check("model connected");
    await page.getByRole("link", { name: "Open the delivery log" }).press("Enter");
    await page.getByText("Model", { exact: true }).first().waitFor();
  });

  test("[AGENT-005] [AGENT-051] an agent is created in shadow, its note becomes a draft with one press, and it is switched off", async () => {
    const { owner } = fixture.parlour;
    const make = async (path: string, sent: object) =>
      Number((await owner.call("POST", path, sent)).body.id);
    await make("articles", {
      section_id: await make("article-sections", { name: "Shipping" }),
      language: "en",
      title: "Delivery of parcels",
      body: "Parcels arrive within three days of the order.",
      state: "published",
    });
    await navigateTo(page, "/settings/agents");
    await page.getByText("No agents yet").waitFor();
    await check("agents empty");
    await page.getByRole("link", { name: "Add agent" }).press("Enter");
    await field("Name").fill("Helper");
    await check("agents new");
    await page.getByRole("button", { name: "Create agent" }).press("Enter");
    await page.getByRole("heading", { name: "Helper", level: 1 }).waitFor();
    await page.getByText("No events sent yet").waitFor();
    await page.getByText(/^People answer\. Notes show/).waitFor();
    await page.getByRole("button", { name: "Go to Share" }).press("Enter");
    await page.getByText(/^Not passed yet: Replay, Questions, Shadow/).waitFor();
    await check("agents skip gates");
    await page.keyboard.press("Escape");

    const reply = {
      action: "answer",
      text: "Your parcel arrives within three days.",
      sources: [1],
      reason: "The article says it.",
      open_question: "",
    };
    model.script({ answer: { text: JSON.stringify(reply) } });
    await fixture.parlour.sendCustomerMessage(
      fixture.channel,
      "anna",
      "How long does the delivery of a parcel take?",
    );
    await page.getByText("Delivered").first().waitFor();
    await check("agents one");
    await page.getByRole("tab", { name: /^Replay/ }).press("ArrowLeft");
    await expectFocus(page.getByRole("tab", { name: /^Share/ }));
    await page.waitForURL((url) => url.search === "?tab=share");
    await page
      .getByRole("tabpanel", { name: /^Share/ })
      .getByText("20 chats answered")
      .waitFor();
    await check("agents gate of the share");
    const { id } = await fixture.parlour.findChat("anna");
    await owner.call("POST", `chats/${id}/accept`, {});
    await openChat(page, id);
    const composer = page.locator(".composer textarea");
    await composer.fill("Hello Anna,");
    await page.getByRole("button", { name: "Send this" }).press("Enter");
    await expect
      .poll(() => composer.inputValue())
      .toMatch(
        /^Hello Anna,\n\nYour parcel arrives within three days\.\n\nSources: Delivery of parcels: http/,
      );
    await check("agents note");
    const { messages } = (await owner.call("GET", `chats/${id}/messages`)).body as {
      messages?: unknown;
    };
    expect(JSON.stringify(messages ?? "")).not.toContain("Hello Anna");

    await navigateTo(page, "/settings/agents");
    await page.getByRole("link", { name: "Helper" }).press("Enter");
    await page.getByRole("button", { name: "Switch off" }).press("Enter");
    await expect
      .poll(async () => (await owner.call("GET", "agents")).body)
      .toMatchObject({ items: [{ state: "off", stopped: null }] });
  });

  test("[MODEL-081] the page of the model shows why articles are found by words only, and when all are ready", async () => {
    const { owner } = fixture.parlour;
    const { items } = (await owner.call("GET", "articles")).body as { items: { id: number }[] };
    const rewrite = async (body: string): Promise<void> => {
      const path = `articles/${items[0]?.id}`;
      await owner.call("PATCH", path, { language: "en", body, state: "published" });
      await fixture.parlour.settle();
    };
    const reply = { status: 400, message: "The text is too long" };
    model.addFault({ path: "/embeddings", times: Infinity, reply });
    await rewrite("Parcels arrive within three days of the order, with a label.");
    await navigateTo(page, "/settings/model");
    await page.getByText("0 of 1 articles and quick replies are ready").waitFor();
    await check("model passages failed");
    model.endFaults();
    await rewrite("Parcels arrive within three days of the order.");
    await page.getByText("The article or quick reply is found by meaning, too.").waitFor();
    await check("model passages ready");
  });

  test("[AGENT-090] an agent is proved on a closed chat and a question, and its answer is marked", async () => {
    const { owner } = fixture.parlour;
    const { id } = await fixture.parlour.findChat("anna");
    const answer = { client_id: "answer-1", kind: "text", text: "It takes 2 days." };
    await owner.call("POST", `chats/${id}/messages`, answer);
    await owner.call("POST", `chats/${id}/close`);
    await fixture.parlour.settle();
    const reply = (text: string) => ({
      answer: {
        text: JSON.stringify({
          action: "answer",
          text,
          sources: [1],
          reason: "The article says it.",
          open_question: "",
        }),
      },
    });
    model.script(reply("Your parcel arrives within 3 days of the order."));
    await navigateTo(page, "/settings/proof");
    await page.getByRole("link", { name: "Helper" }).press("Enter");
    await page.getByText("No replays yet").waitFor();
    await check("proof empty");
    await page.getByRole("button", { name: "Replay chats" }).press("Enter");
    const result = page.getByRole("article", { name: "Result 1" });
    await result.getByText("Your parcel arrives within 3 days of the order.").waitFor();
    await check("proof of chats");
    await result.getByRole("button", { name: "Wrong" }).press("Enter");
    await result.getByRole("button", { name: "Old or missing article" }).press("Enter");
    await result.getByText(/Marked by/).waitFor();
    await field("New question").fill("How long does the delivery of a parcel take?");
    await page
      .getByRole("combobox", { name: "Expected answer" })
      .selectOption("Delivery of parcels");
    await page.getByRole("button", { name: "Add question" }).press("Enter");
    model.script(reply("Your parcel arrives within three days of the order."));
    await page.getByRole("button", { name: "Ask 1 question" }).press("Enter");
    await page.getByText("Expected: Delivery of parcels").waitFor();
    await check("proof of questions");
  });
});
