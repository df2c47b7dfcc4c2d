import type { Message } from "@parlour/protocol";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperatorEntry } from "../../../../tests/entities.ts";
import {
  ann,
  conversation,
  createSystemMessage,
  createTestInbox,
  createWaitingChat,
  findOpenChat,
  findVisitorPanel,
  max,
  toChatEntity,
} from "../../../../tests/inbox.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const text = "Where is my order?";
const assignment = {
  rules: ["all"],
  eligible: [ann.id],
  others: [{ operator_id: max.id, reasons: ["offline"] }],
};

test("[CORE-037] [CORE-158] [CORE-209] one quiet line says how long a chat waits and how it was taken; its steps unfold, and the panel has the rule", async () => {
  const since = new Date(Date.now() - 5_000).toISOString();
  const inbox = createTestInbox([
    {
      ...createWaitingChat(5, "Emma Keller", text, { since, offered: [ann.id] }),
      assignment,
    },
  ]);
  const offered: Message = {
    ...createSystemMessage(5, 2, { code: "offered", assignment }),
    created_at: since,
  };
  const app = await renderApp("/inbox/all/5", {
    ...inbox.answers,
    "GET /chats/{id}/messages": {
      items: [{ ...inbox.get(5).last_message!, created_at: since }, offered],
      next_cursor: null,
    },
    "GET /operators": {
      items: [ann, max].map(createOperatorEntry),
      next_cursor: null,
    },
  });
  const { screen, user, sockets } = app;
  await findOpenChat("Emma Keller", text);
  within(screen.getByRole("grid")).getByText(text);
  const panel = await findVisitorPanel();
  await user.click(await panel.findByText("Routing"));
  await panel.findByText("Offered to all eligible operators");
  const line = () => document.querySelector<HTMLElement>("section.conversation .story > summary")!;
  await waitFor(() => expect(line().textContent).toMatch(/^Waiting \d+ s · offered to Ann\s*$/));
  await user.click(line());
  await waitFor(() => expect(document.querySelector(".story .card")).not.toBeNull());
  const why = within(document.querySelector<HTMLElement>(".story .card")!);
  within(why.getByRole("list", { name: "How this chat was routed" })).getByText("Offered to Ann");
  why.getByText("Offered to all eligible operators");
  await why.findByText("Max Weber");
  why.getByText("offline");

  const { wait: _wait, ...taken } = inbox.change(5, {
    state: "open",
    assignee: ann,
    participants: [ann],
    wait: null,
  });
  sockets.sendEvent("chat_accepted", { chat: toChatEntity({ ...taken, wait: null }), by: ann });
  sockets.sendEvent("message_created", {
    message: {
      ...createSystemMessage(5, 3, {
        code: "accepted",
        by: ann,
        assignment: { rules: ["all"], eligible: [ann.id], others: [] },
      }),
      created_at: new Date().toISOString(),
    },
  });
  await waitFor(() =>
    expect(line().textContent).toMatch(
      /^You joined · took it from the list(, after \d+ s wait)?\s*$/,
    ),
  );
  expect(line().getAttribute("aria-label")).toMatch(
    /^You joined · took it from the list.*\. Show routing details$/,
  );
  conversation().getByText(text);
});
