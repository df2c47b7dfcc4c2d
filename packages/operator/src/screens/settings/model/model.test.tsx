import type {
  ModelPassages,
  ModelSettings,
  ModelSettingsPatch,
  ModelTest,
  ModelUsage,
} from "@parlour/protocol/api";
import { model } from "@parlour/protocol/settings/kinds/account/model";
import { mergeGroups } from "@parlour/protocol/settings/paths";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const empty: ModelSettings = {
  base_url: null,
  has_api_key: false,
  api_key_hint: null,
  translate_url: null,
  has_translate_api_key: false,
  translate_api_key_hint: null,
  translate_automatically: false,
  chat_model: null,
  embedding_model: null,
  timeout_s: 9,
  mask: { mode: "auto", kinds: ["email", "phone", "card", "iban", "name"], patterns: [] },
  also_send: { notes: false, earlier_chats: false, files: false },
  log_values: false,
  log_days: null,
  budget: {
    tokens_per_day: null,
    tokens_per_chat: null,
    characters_per_day: null,
    parallel_requests: 4,
  },
  prices: { currency: "EUR", sent: 0, received: 0, embedded: 0 },
  managed: false,
};
const connected: ModelSettings = {
  ...empty,
  base_url: "https://api.openai.com/v1",
  has_api_key: true,
  api_key_hint: "k3y9",
  chat_model: "gpt",
};
const unused: ModelUsage = {
  currency: "EUR",
  tokens_today: 0,
  tokens_per_day: null,
  days: [],
  hours: [],
};
const owner = createOperator({ name: "Olga", role: "owner" });
const open = (stored: ModelSettings, answers = {}) =>
  renderApp("/settings/model", {
    "GET /me": owner,
    "GET /model": stored,
    "GET /model/usage": unused,
    "PATCH /model": ({ body }) => {
      const groups = mergeGroups(model.fields, body as ModelSettingsPatch, stored);
      return { ...stored, ...(body as Partial<ModelSettings>), ...groups };
    },
    ...answers,
  });

test("[MODEL-052] a preset fills the address, prices are typed in the currency, and only changes are sent", async () => {
  const { screen, user, changes } = await open(empty);
  await screen.findByText(/No model connected/);
  expect(screen.queryByRole("button", { name: "Test the model" })).toBeNull();
  await user.click(screen.getByRole("radio", { name: "Ollama" }));
  const url = screen.getByRole<HTMLInputElement>("textbox", { name: /Base URL/ });
  expect(url.value).toBe("http://localhost:11434/v1");
  const chat = screen.getByRole<HTMLInputElement>("textbox", { name: /Chat model/ });
  expect(chat.placeholder).toBe("qwen3:14b");
  await user.type(chat, "qwen3:8b");
  await user.type(screen.getByRole("textbox", { name: /Tokens per day/ }), "500000");
  const sent = screen.getByRole<HTMLInputElement>("textbox", { name: "Sent" });
  await user.clear(sent);
  await user.type(sent, "2,5");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(changes).toHaveLength(1));
  expect(changes[0]?.body).toEqual({
    base_url: "http://localhost:11434/v1",
    chat_model: "qwen3:8b",
    budget: { tokens_per_day: 500_000 },
    prices: { currency: "EUR", sent: 250, received: 0, embedded: 0 },
  });
});

test("[MODEL-052] [MODEL-012] own patterns are checked, and a text shows what the server would get", async () => {
  const { screen, user, changes } = await open(connected);
  const trial = await screen.findByRole("textbox", { name: "Try the mask" });
  await user.type(trial, "Order 7781 of ann@shop.example, ann@shop.example, order 7782");
  const shown = () => document.querySelector(".maskedtext")?.textContent;
  expect(shown()).toBe("Order 7781 of [EMAIL_1], [EMAIL_1], order 7782");
  await user.click(screen.getByRole("button", { name: "Add a pattern" }));
  await user.type(screen.getByRole("textbox", { name: "Name" }), "Order");
  await user.type(screen.getByRole("textbox", { name: "Pattern" }), "(7");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findAllByText(/Pattern 1: enter a regular expression/);
  expect(changes).toEqual([]);
  await user.clear(screen.getByRole("textbox", { name: "Pattern" }));
  await user.type(screen.getByRole("textbox", { name: "Pattern" }), "77\\d\\d");
  expect(shown()).toBe("Order [ORDER_1] of [EMAIL_1], [EMAIL_1], order [ORDER_2]");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(changes).toHaveLength(1));
  expect(changes[0]?.body).toEqual({
    mask: { patterns: [{ name: "Order", pattern: "77\\d\\d" }] },
  });
});

test("[MODEL-050] [MODEL-003] the test lists each check with its time, and why it failed; the key is never shown", async () => {
  const checks: ModelTest["checks"] = [
    { name: "answer", ok: true, ms: 410, reason: null, message: "" },
    { name: "tools", ok: false, ms: 120, reason: null, message: "" },
    { name: "embeddings", ok: false, ms: 31, reason: "refused", message: "401 wrong key" },
  ];
  const { screen, user } = await open(connected, { "POST /model/test": { checks } });
  await screen.findByText("The stored key ends with k3y9.");
  const key = screen.getByLabelText<HTMLInputElement>(/^Key/);
  expect(key.value).toBe("");
  await user.click(screen.getByRole("button", { name: "Test the model" }));
  const results = within(await screen.findByRole("list", { name: "Test results" }));
  const rows = results.getAllByRole("listitem").map((row) => row.textContent);
  expect(rows).toEqual([
    "Answer410 ms",
    "Tools failed120 msThe model did not call the tool. Keep tools off for this model.",
    "Embeddings failed31 msThe server refused the request. Check the key and the model names.401 wrong key",
  ]);
  await user.type(screen.getByRole("textbox", { name: /Base URL/ }), "/x");
  await screen.findByText(/the stored one is only for the earlier address/);
});

test("[MODEL-052] settings of the provisioning file are read-only", async () => {
  const { screen } = await open({ ...connected, managed: true });
  await screen.findByText(/Managed by parlour.yaml/);
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Ollama" }).disabled).toBe(true);
  expect(screen.queryByRole("button", { name: "Add a pattern" })).toBeNull();
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Sent" }).readOnly).toBe(true);
});

test("[MODEL-060] [MODEL-053] the use is shown by day, hour and purpose, with the share of the limit and the cost", async () => {
  const today = new Date().toISOString().slice(0, 10);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const agent = { purpose: "agent", tokens_sent: 300, tokens_received: 100, failed: 1 } as const;
  const draft = { purpose: "suggest", tokens_sent: 50, tokens_received: 50, failed: 0 } as const;
  const { screen, user } = await open(connected, {
    "GET /model/usage": {
      currency: "EUR",
      tokens_today: 400,
      tokens_per_day: 1_000,
      days: [
        { day: yesterday, ...draft, requests: 2, cost: 1_500_000 },
        { day: today, ...agent, requests: 3, cost: 2_000 },
      ],
      hours: [{ hour: `${today}T00:00:00.000Z`, ...agent, requests: 3, cost: 2_000 }],
    } satisfies ModelUsage,
  });
  const section = within(await screen.findByRole("region", { name: "Use" }));
  await section.findByText("Tokens today");
  const figures = section.getAllByRole("definition").map((node) => node.textContent);
  expect(figures).toEqual([
    "400 of 1,00040% of the day’s limit",
    "31 failed",
    "€0.002€1.50 in 30 days",
  ]);
  const purposes = (number: string) =>
    within(section.getByRole("list", { name: `${number} by purpose` }))
      .getAllByRole("listitem")
      .map((item) => item.textContent);
  expect(purposes("Tokens")).toEqual(["Agents 400", "Suggestions 100"]);
  const rows = (title: string) =>
    within(section.getByRole("table", { name: title, hidden: true }))
      .getAllByRole("row", { hidden: true })
      .slice(1)
      .map((row) => row.textContent?.replace(/^\d+ [A-Z][a-z]+/u, ""));
  expect(rows("Tokens by day, in UTC")).toEqual(["40031€0.002", "10020€1.50"]);
  expect(document.querySelectorAll(".usage .bars > span")).toHaveLength(30);
  await user.click(section.getByRole("radio", { name: "Failed" }));
  expect(purposes("Failed")).toEqual(["Agents 1"]);
  await user.click(section.getByRole("radio", { name: "Today" }));
  expect(document.querySelectorAll(".usage .bars > span")).toHaveLength(24);
  expect(rows("Failed by hour, today in UTC")).toEqual(["00:0040031€0.002"]);
});

test("[MODEL-053] the page of a model without requests says so", async () => {
  const { screen } = await open(connected);
  const section = within(await screen.findByRole("region", { name: "Use" }));
  await section.findByText("No requests in the last 30 days.");
});

const passages: ModelPassages = {
  state: "building",
  ready: 0,
  total: 0,
  problem: null,
  message: null,
  next_at: null,
};
test.each<readonly [string, Partial<ModelPassages>, RegExp]>([
  ["empty", { state: "empty" }, /nothing has to be embedded/],
  ["building", { ready: 12, total: 150 }, /^12 of 150 articles and quick replies are ready$/],
  ["ready", { state: "ready", ready: 150, total: 150 }, /^All 150 articles and quick replies/],
])("[MODEL-081] passages that are %s", async (_, more, text) => {
  const embedding_model = "bge-m3";
  const { screen } = await open(
    { ...connected, embedding_model },
    { "GET /model/passages": { ...passages, ...more } },
  );
  await screen.findByText(text);
});

test("[MODEL-081] a failure of the embedding model says why, what is found meanwhile and when it continues", async () => {
  const failed: ModelPassages = {
    state: "failed",
    ready: 12,
    total: 150,
    problem: "rate_limited",
    message: "429 Slow down",
    next_at: new Date(Date.now() + 60_000).toISOString(),
  };
  const { screen } = await open(
    { ...connected, embedding_model: "bge-m3" },
    { "GET /model/passages": failed },
  );
  await screen.findByText("12 of 150 articles and quick replies are ready");
  await screen.findByText(/The server allows no more requests now/);
  await screen.findByText("429 Slow down");
  await screen.findByText(/found by words only. Next request: /);
});

test("[MODEL-081] without an embedding model, the progress is neither asked for nor shown", async () => {
  // A request without an answer fails the test.
  const { screen } = await open(connected);
  await screen.findByText("No requests in the last 30 days.");
  expect(screen.queryByText(/articles and quick replies/)).toBeNull();
});
