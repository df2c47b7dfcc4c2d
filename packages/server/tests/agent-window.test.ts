import { afterAll, beforeAll, expect, test } from "vitest";
import { turnPauseMs } from "../src/core/bot/agent-turn.ts";
import { openWidgetFixture, type WidgetFixture } from "./widget-fixture.ts";

/** An agent in the chat window: the button that asks for a person. */
let fixture: WidgetFixture;
let agent = "";
beforeAll(async () => {
  const json = {
    action: "ask",
    text: "Welche Bestellung meinen Sie bitte?",
    sources: [],
    reason: "It is unclear.",
    open_question: "Where the parcel is",
  };
  fixture = await openWidgetFixture({ hooks: { askModel: () => Promise.resolve({ json }) } });
  const created = await fixture.parlour.owner.call("POST", "agents", {
    name: "Helper",
    state: "on",
    skip_gates: "A test of the window.",
  });
  expect(created.status, created.text).toBe(201);
  agent = `agents/${String(created.body["id"])}`;
});
afterAll(() => fixture.close());

test("[AGENT-031] while the agent has the chat, the window gets the button in the language of the browser, and its message hands over", async () => {
  const win = await fixture.openWindow({ language: "de-AT" });
  await win.sendMessage("m1", "Wo ist mein Paket?");
  const { chat } = await win.next("chat", ({ chat: { state } }) => state === "bot");
  expect(chat.person).toBe("Mit einem Menschen sprechen");
  await win.sendMessage("m2", chat.person ?? "");
  await fixture.parlour.clock.advance(turnPauseMs);
  const waiting = await win.next("chat", ({ chat: { state } }) => state === "waiting");
  expect(waiting.chat).not.toHaveProperty("person");
});

test("[AGENT-031] an agent with the button switched off shows none", async () => {
  const patched = await fixture.parlour.owner.call("PATCH", agent, { offers_person: false });
  expect(patched.status).toBe(200);
  const win = await fixture.openWindow({ language: "de" });
  await win.sendMessage("m1", "Wo ist mein Paket?");
  const { chat } = await win.next("chat", ({ chat: { state } }) => state === "bot");
  expect(chat).not.toHaveProperty("person");
});
