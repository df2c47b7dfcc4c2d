import type { AgentReplay, AgentReplayResult, Segment } from "@parlour/protocol/api";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";
import { agent } from "../agents/agents.fixture.ts";

const replay: AgentReplay = {
  id: 6,
  of: "chats",
  state: "done",
  problem: null,
  operator: { id: 1, name: "Olga" },
  from: null,
  to: null,
  segment_id: null,
  change: null,
  total: 2,
  processed: 2,
  answered: 1,
  handed_over: 1,
  good: 0,
  wrong: 0,
  passed: 0,
  tokens: 3_400,
  cost: 0,
  answer_ms: 2_100,
  operator_ms: 72_000,
  created_at: "2026-11-20T10:00:00.000Z",
  ended_at: "2026-11-20T10:01:00.000Z",
};
const result: AgentReplayResult = {
  n: 1,
  chat: { id: 71, number: 971, visitor_name: "Tom", closed_at: "2026-11-18T10:00:00.000Z" },
  question: null,
  turns: [
    {
      question: "How long does delivery take?",
      seq: 3,
      reply: { text: "Two days.", name: "Ivan", after_ms: 100_000 },
      action: "answer",
      text: "Within 3 days.",
      sources: [{ article_id: 3, title: "Delivery", url: null }],
      reason: null,
      facts_differ: true,
      ms: 1_900,
    },
  ],
  passed: null,
  passed_before: null,
  mark: null,
  wrong_reason: null,
  marked_by: null,
};
const second: AgentReplayResult = {
  ...result,
  n: 2,
  turns: [
    {
      ...result.turns[0]!,
      question: "A person, please",
      action: "hand_over",
      text: "",
      sources: [],
    },
  ],
};
const segment: Segment = {
  id: 9,
  name: "VIP",
  if: { fact: "visitor.plan", op: "is", value: "pro" },
  shared: "all",
  owner: null,
  managed: false,
  created_at: "2026-11-20T10:00:00.000Z",
  updated_at: "2026-11-20T10:00:00.000Z",
};
const none = { items: [], next_cursor: null };
const open = (path: string, latest: readonly AgentReplay[] = [replay]) =>
  renderApp(path, {
    "GET /me": createOperator({ name: "Olga", role: "owner" }),
    "GET /agents": { items: [agent], next_cursor: null },
    "GET /agents/{id}": agent,
    "GET /agents/{id}/replays": { items: [...latest], next_cursor: null },
    "GET /agents/{id}/replays/{replay}/results": { items: [result, second], next_cursor: null },
    "GET /agents/{id}/questions": none,
    "GET /articles": none,
    "GET /segments": { items: [segment], next_cursor: null },
    "POST /agents/{id}/replays": replay,
    "POST /agents/{id}/replays/{replay}/resume": replay,
    "POST /agents/{id}/questions": {
      id: 1,
      text: "Where?",
      article: null,
      chat_id: null,
      created_at: "2026-11-20T10:00:00.000Z",
    },
    "PATCH /agents/{id}/replays/{replay}/results/{n}": { ...result, mark: "good" },
    "PUT /chats/{id}/messages/{seq}/gap": null,
  });

test("[AGENT-090] a replay shows both answers, and a mark opens the next one", async () => {
  const { screen, user, changes } = await open("/settings/proof");
  await user.click(await screen.findByRole("link", { name: agent.name }));
  const shown = await screen.findByRole("article", { name: "Result 1" });
  expect(shown.textContent).toContain("Ivan, after 1:40");
  expect(shown.textContent).toContain("Within 3 days.");
  expect(within(shown).getByText("Figures differ")).toBeTruthy();
  await user.click(within(shown).getByRole("button", { name: "Good" }));
  await waitFor(() => expect(changes).toHaveLength(1));
  expect(changes[0]).toMatchObject({ body: { mark: "good" } });
  const next = await screen.findByRole("article", { name: "Result 2" });
  expect(next.textContent).toContain("Handed over to a person.");
});

test("[ART-046] a question of a replay is noted as a gap, and a press takes that back", async () => {
  const { screen, user, changes } = await open("/settings/proof/2");
  await user.click(await screen.findByRole("button", { name: "Note as gap" }));
  await user.click(await screen.findByRole("button", { name: /^Undo/u }));
  await waitFor(() =>
    expect(changes).toMatchObject([
      { path: "/chats/71/messages/3/gap", body: { state: "noted" } },
      { path: "/chats/71/messages/3/gap", body: { state: "dismissed" } },
    ]),
  );
});

test("[AGENT-090] a replay of chats and a question are started and added", async () => {
  const { screen, user, changes } = await open("/settings/proof/2", []);
  await screen.findByText("No replays yet");
  await user.click(screen.getByRole("button", { name: "Replay chats" }));
  await waitFor(() => expect(changes).toHaveLength(1));
  expect(changes[0]?.body).toMatchObject({ of: "chats", limit: 100 });
  await user.type(screen.getByRole("textbox", { name: "New question" }), "Where?");
  await user.click(screen.getByRole("button", { name: "Add question" }));
  await waitFor(() => expect(changes).toHaveLength(2));
  expect(changes[1]?.body).toEqual({ text: "Where?", article_id: null });
});

test("[AGENT-090] a replay that failed says why and continues with a press", async () => {
  const failed = { ...replay, state: "failed", problem: "unreachable", processed: 1 } as const;
  const { screen, user, changes } = await open("/settings/proof/2", [failed]);
  await screen.findByText(/The server of the model does not answer/i);
  await user.click(screen.getByRole("button", { name: "Continue" }));
  await waitFor(() => expect(changes[0]?.path).toBe("/agents/2/replays/6/resume"));
});

test("[AGENT-091] J, K and S move between results, G and W mark them", async () => {
  const { screen, user, changes } = await open("/settings/proof/2");
  await screen.findByRole("article", { name: "Result 1" });
  await user.keyboard("j");
  await screen.findByRole("article", { name: "Result 2" });
  await user.keyboard("k");
  await screen.findByRole("article", { name: "Result 1" });
  await user.keyboard("w");
  await waitFor(() => expect(changes.at(-1)?.body).toEqual({ mark: "wrong" }));
  expect(screen.getByRole("article", { name: "Result 1" })).toBeTruthy();
  await user.keyboard("g");
  await waitFor(() => expect(changes.at(-1)?.body).toEqual({ mark: "good" }));
  await screen.findByRole("article", { name: "Result 2" });
  await user.keyboard("ks");
  await screen.findByRole("article", { name: "Result 2" });
  expect(changes.map(({ path }) => path.split("/").at(-1))).toEqual(["1", "1"]);
});

test("[AGENT-091] a replay is of a segment and with other settings", async () => {
  const { screen, user, changes } = await open("/settings/proof/2", []);
  await screen.findByRole("option", { name: "VIP" });
  await user.selectOptions(screen.getByRole("combobox", { name: "Visitors" }), "VIP");
  await user.click(screen.getByRole("switch", { name: /Try other settings/ }));
  const threshold = screen.getByRole("textbox", { name: "Minimum match (percent)" });
  await user.clear(threshold);
  await user.type(threshold, "400");
  await user.click(screen.getByRole("button", { name: "Replay chats" }));
  expect(changes).toEqual([]);
  await user.clear(threshold);
  await user.type(threshold, "40");
  await user.click(screen.getByRole("button", { name: "Replay chats" }));
  await waitFor(() => expect(changes).toHaveLength(1));
  expect(changes[0]?.body).toMatchObject({ segment_id: 9, change: { threshold: 40 } });
});
