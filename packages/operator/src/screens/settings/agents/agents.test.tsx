import type { Agent, AgentGates, ArticleSection } from "@parlour/protocol/api";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator, emptyPage } from "../../../../tests/entities.ts";
import type { Answers } from "../../../../tests/fake-server.ts";
import { renderApp } from "../../../../tests/render-app.tsx";
import { agent, gates } from "./agents.fixture.ts";

const section: ArticleSection = {
  id: 4,
  name: "Returns",
  names: {},
  description: "",
  descriptions: {},
  icon: "box",
  slug: "returns",
  managed: false,
  created_at: "2026-11-20T10:00:00.000Z",
};
/** What the form of an agent asks for besides the agent. */
const formAnswers: Answers = {
  "GET /deliveries": emptyPage,
  "GET /fields": emptyPage,
  "GET /tags": emptyPage,
  "GET /bots": emptyPage,
  "GET /articles": emptyPage,
  "GET /article-sections": { items: [section], next_cursor: null },
  "POST /views/count": { count: 0, complete: true },
};
function open(path: string, more: Partial<AgentGates> = {}, change: Partial<Agent> = {}) {
  let stored: Agent = { ...agent, ...change };
  const save = ({ body }: { readonly body: unknown }) =>
    (stored = { ...agent, ...(body as Partial<Agent>), stopped: null });
  return renderApp(path, {
    "GET /me": createOperator({ name: "Olga", role: "owner" }),
    "GET /agents": { items: [agent], next_cursor: null },
    "GET /agents/{id}": () => stored,
    "GET /agents/{id}/gates": () => ({ ...gates, ...more }),
    "PATCH /agents/{id}": save,
    "POST /agents": save,
    ...formAnswers,
  });
}

test("[CORE-147] [AGENT-062] a developer sees an agent without its gates, which show texts of chats", async () => {
  const { screen } = await renderApp("/settings/agents/3", {
    "GET /me": createOperator({ name: "Dev", role: "developer" }),
    "GET /agents/{id}": agent,
    ...formAnswers,
  });
  await screen.findByRole("heading", { level: 1, name: agent.name });
  await screen.findByRole("textbox", { name: /^Instructions/ });
  expect(screen.queryByRole("heading", { name: "Gates" })).toBeNull();
});

/** Returns the bodies that changed agents. The number of matching chats is asked for too. */
const listSent = (changes: Awaited<ReturnType<typeof open>>["changes"]) =>
  changes.filter(({ path }) => path.startsWith("/agents")).map(({ body }) => body);

test("[AGENT-005] an agent that stopped says why and how it goes on, and its state is set again", async () => {
  const { screen, user, changes } = await open("/settings/agents");
  await screen.findByText("Stopped by itself");
  await user.click(screen.getByRole("link", { name: "Helper" }));
  await screen.findByText(/people took over more than 40 %/);
  const links = screen.getAllByRole("link", { name: "Deliveries" });
  expect(links.at(-1)?.getAttribute("href")).toContain("endpoint=12");
  expect(screen.queryByRole("textbox", { name: /Share of new chats/ })).toBeNull();
  await user.click(await screen.findByRole("button", { name: "Go to Share" }));
  await user.type(
    await screen.findByRole("textbox", { name: /Why do you skip/ }),
    "It works again",
  );
  await user.click(screen.getByRole("button", { name: "Skip these gates" }));
  await waitFor(() => expect(listSent(changes)).toHaveLength(1));
  expect(listSent(changes)[0]).toEqual({ state: "share", skip_gates: "It works again" });
  const share = await screen.findByRole<HTMLInputElement>("textbox", { name: /Share of new/ });
  expect(share.value).toBe("10");
  await waitFor(() => expect(screen.queryByText(/more than 40 % of its/)).toBeNull());
});

test("[AGENT-005] the page of an agent says that no article is published, and leads to the articles", async () => {
  const { screen } = await open("/settings/agents/1");
  await screen.findByText(/^No article is published yet/);
  const link = screen.getByRole("link", { name: "Open the articles" });
  expect(link.getAttribute("href")).toMatch(/^\/articles/);
});

test("[AGENT-005] a new agent begins in shadow, and its topics are lines", async () => {
  const { screen, user, changes } = await open("/settings/agents/new");
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "Helper");
  await user.type(screen.getByRole("textbox", { name: /Topics/ }), "refund{Enter}complaint");
  await user.click(screen.getByRole("button", { name: "Create agent" }));
  await waitFor(() => expect(listSent(changes)).toHaveLength(1));
  expect(listSent(changes)[0]).toMatchObject({
    name: "Helper",
    state: "shadow",
    topics: ["refund", "complaint"],
    channels: null,
    hand_over_when: { any: [] },
  });
});

test("[AGENT-027] an agent has chosen sections and quick replies as its sources", async () => {
  const { screen, user, changes } = await open("/settings/agents/2");
  await user.click(await screen.findByRole("switch", { name: /All sections of articles/ }));
  await screen.findByRole("checkbox", { name: "Returns" });
  await user.click(screen.getByRole("switch", { name: /Quick replies for agents/ }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(listSent(changes)).toEqual([{ sections: [4], quick_replies: false }]));
});

test("[AGENT-062] each gate is a tab with its figures, what it needs, and the next step", async () => {
  const { screen, user, changes } = await open("/settings/agents/2");
  const tabs = await screen.findAllByRole("tab");
  expect(
    tabs.map(({ textContent }) => /^(\w+?)(Passed|Next)?(\d+|–)/.exec(textContent)?.slice(1)),
  ).toEqual([
    ["Replay", "Passed", "91"],
    ["Questions", "Passed", "98"],
    ["Shadow", "Next", "80"],
    ["Share", undefined, "–"],
  ]);
  const shadow = screen.getByRole("tabpanel", { name: /^Shadow/ });
  const needed = within(shadow).getByRole("list", { name: "Requirements" });
  expect(
    within(needed)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual([
    "100 chats in shadow (not met yet)64",
    "Operators sent at least 80 % of its replies, as they were or changed (met)80%",
  ]);
  expect(within(shadow).getByRole("row", { name: /^a topic for people/ }).textContent).toContain(
    "6",
  );
  // The step beyond it names what is missing, and needs a reason.
  await user.click(screen.getByRole("button", { name: "Go to Share" }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("Not passed yet: Shadow.");
  await user.click(within(dialog).getByRole("button", { name: "Skip these gates" }));
  expect(listSent(changes)).toEqual([]);
  await user.type(within(dialog).getByRole("textbox"), "  Tried on the old site ");
  await user.click(within(dialog).getByRole("button", { name: "Skip these gates" }));
  await waitFor(() =>
    expect(listSent(changes)).toEqual([{ state: "share", skip_gates: "Tried on the old site" }]),
  );
  await screen.findByText("Gates were skipped: Tried on the old site");
});

test("[AGENT-117] an agent that answers without a proof says so, with what is missing", async () => {
  const { screen } = await open("/settings/agents/2", {}, { state: "on" });
  await screen.findByText("It answers visitors, and has not passed: Shadow, Share");
  await screen.findByText(/was switched on before gates were needed/);
});

test("[AGENT-117] an agent that was proved says nothing when its figures change", async () => {
  const { screen } = await open("/settings/agents/2", {}, { state: "on", proved: "on" });
  await screen.findByRole("button", { name: "Switch off" });
  expect(screen.queryByText(/^It answers visitors, and/)).toBeNull();
});

test("[AGENT-062] the tabs of the gates are reached with arrow keys and have addresses", async () => {
  const { screen, user } = await open("/settings/agents/2?tab=share");
  const share = await screen.findByRole("tab", { name: /^Share/ });
  expect(share.getAttribute("aria-selected")).toBe("true");
  // Nothing is met before the first chat.
  expect(screen.getByText(/^People took over at most 40 %/).textContent).toContain("not met yet");
  share.focus();
  await user.keyboard("{ArrowRight}");
  await waitFor(() => expect(screen.getByRole("tabpanel", { name: /^Replay/ })).toBeTruthy());
  expect(document.activeElement?.id).toBe("tab-replay");
  expect(screen.getByRole("row", { name: /^Returns/ }).textContent).toBe("Returns6091%50");
  expect(screen.getByRole("row", { name: /^No article/ }).textContent).toBe("No article4089%131");
  expect(screen.getByRole("link", { name: "Mark answers" }).getAttribute("href")).toBe(
    "/settings/proof/2",
  );
});

test("[AGENT-062] after shadow, a press goes to Share", async () => {
  const shadow = { ...gates.shadow, chats: 120, passed: true };
  const { screen, user, changes } = await open("/settings/agents/2", { shadow });
  await user.click(await screen.findByRole("button", { name: "Go to Share" }));
  await waitFor(() => expect(listSent(changes)).toEqual([{ state: "share" }]));
});
