import type { ChatSla } from "@parlour/protocol";
import { within } from "@testing-library/dom";
import { expect, test } from "vitest";
import {
  conversation,
  createAnnsChat,
  createTestInbox,
  findOpenChat,
  toChatEntity,
} from "../../../tests/inbox.ts";
import { renderApp } from "../../../tests/render-app.tsx";

const inMinutes = (n: number): string => new Date(Date.now() + n * 60_000).toISOString();
const createSla = (minutes: number, state: ChatSla["state"]): ChatSla => ({
  policy: { id: 2, name: "VIP" },
  target: "next_reply",
  at_risk_at: inMinutes(minutes - 5),
  due_at: inMinutes(minutes),
  state,
});

test("[SLA-021] rows and the head show when an answer is due, and that it is late", async () => {
  const inbox = createTestInbox([
    createAnnsChat(5, "Tom Tag"),
    createAnnsChat(6, "Una Urgent"),
    createAnnsChat(7, "Lea Late"),
  ]);
  inbox.change(5, { sla: createSla(24.5, "on_time") });
  inbox.change(6, { sla: createSla(-4.5, "broken") });
  inbox.change(7, { sla: createSla(-3.5 * 24 * 60, "broken") });
  const { screen, sockets } = await renderApp("/inbox/all/5", inbox.answers);
  await findOpenChat("Tom Tag");
  const row = (name: string) => within(screen.getByRole("row", { name: new RegExp(name) }));
  await row("Tom Tag").findByText(/^due in 2\d min$/);
  expect(row("Una Urgent").getByText(/^\d min late$/).className).toContain("bad");
  row("Lea Late").getByText("3 d late");
  const head = await conversation().findByTitle(/^VIP: Next reply/);
  expect(head.textContent).toMatch(/^Next reply: due in 2\d min$/);
  inbox.change(5, { sla: createSla(8.5, "at_risk") });
  sockets.sendEvent("chat_sla_at_risk", { chat: toChatEntity(inbox.get(5)) });
  expect((await row("Tom Tag").findByText(/^due in \d min$/)).className).toContain("warn");
});
