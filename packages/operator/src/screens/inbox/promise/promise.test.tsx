import type { Chat } from "@parlour/protocol";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import {
  ann,
  conversation,
  createAnnsChat,
  createTestInbox,
  findOpenChat,
} from "../../../../tests/inbox.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const minuteMs = 60_000;
const inMinutes = (minutes: number): string =>
  new Date(Date.now() + minutes * minuteMs).toISOString();
const createPromise = (minutes: number, fields: Partial<NonNullable<Chat["promise"]>> = {}) => ({
  promise: {
    until: inMinutes(minutes),
    made_at: inMinutes(-60),
    by: { kind: "operator" as const, id: ann.id, name: ann.name },
    at_risk_at: inMinutes(minutes - 15),
    state: "running" as const,
    ...fields,
  },
});

/** Renders the inbox with chat 5, in which the fake server makes promises and takes them back. */
async function renderChat(fields: Partial<Chat>) {
  const inbox = createTestInbox([createAnnsChat(5, "Tom Tag", fields)]);
  const app = await renderApp("/inbox/all/5", {
    ...inbox.answers,
    "PUT /chats/{id}/promise": ({ body }) => {
      const { until } = body as { until: string };
      return inbox.change(5, createPromise(0, { until }));
    },
    "POST /chats/{id}/snooze": () => inbox.get(5),
    "DELETE /chats/{id}/promise": () => {
      const { promise: _, ...rest } = inbox.get(5);
      return rest;
    },
  });
  await findOpenChat("Tom Tag");
  return { ...app, inbox };
}

test("[PROM-013] P asks for a time in words; in a messenger a message can tell it", async () => {
  const { screen, user, changes } = await renderChat({
    channel: { id: 3, kind: "telegram", name: "Shop" },
  });
  await user.keyboard("{Escape}p");
  const dialog = within(await screen.findByRole("dialog", { name: "Promise Tom Tag an answer" }));
  await user.click(dialog.getByRole("switch", { name: "Also send it as a message" }));
  const message = dialog.getByRole("textbox", { name: "Message" });
  expect((message as HTMLTextAreaElement).value).toBe("We will answer by {time}.");
  await user.type(dialog.getByRole("combobox", { name: "By when?" }), "tomorrow 14:00{Enter}");
  await waitFor(() => expect(changes.at(-1)).toMatchObject({ path: "/chats/5/promise" }));
  const sent = changes.at(-1)?.body as { until: string; text: string };
  expect(new Date(sent.until).getHours()).toBe(14);
  expect(sent.text).toMatch(/^We will answer by .*14:00\.$/);
  expect(changes.filter(({ path }) => path.endsWith("/messages"))).toEqual([]);
});

test("[PROM-013] a bar shows the promise and takes it back; row and head show the nearer time", async () => {
  const { screen, user, changes } = await renderChat({
    ...createPromise(30),
    sla: {
      policy: { id: 2, name: "VIP" },
      target: "close",
      at_risk_at: inMinutes(40),
      due_at: inMinutes(50),
      state: "on_time",
    },
  });
  await conversation().findByText(/^You promised an answer by/);
  await conversation().findByText("Promised answer:");
  within(screen.getByRole("row", { name: /Tom Tag/ })).getByText(/^due in (29|30) min$/);
  await user.click(conversation().getByRole("button", { name: "Take back" }));
  await waitFor(() =>
    expect(changes.at(-1)).toMatchObject({ method: "DELETE", path: "/chats/5/promise" }),
  );
});

test("[PROM-013] a broken promise is late until an answer, which a kept one has", async () => {
  const { inbox, sockets } = await renderChat(createPromise(-20, { state: "broken" }));
  await conversation().findByText(/^The promised time has passed/);
  await conversation().findByText("20 min late");
  conversation().getByRole("button", { name: "Promise again" });
  sockets.sendEvent("chat_updated", {
    chat: inbox.change(5, createPromise(-20, { state: "broken", answered_at: inMinutes(0) })),
  });
  await waitFor(() =>
    expect(conversation().queryByText(/^The promised time has passed/)).toBeNull(),
  );
});

test("[PROM-005] [PROM-013] the dialog of a snooze promises its end", async () => {
  const { screen, user, changes } = await renderChat({});
  await user.keyboard("{Escape}h");
  const dialog = within(
    await screen.findByRole("dialog", { name: "Snooze the chat with Tom Tag" }),
  );
  await user.click(dialog.getByRole("switch", { name: "Promise Tom Tag an answer by this time" }));
  await user.click(dialog.getByRole("option", { name: /^Tomorrow morning/ }));
  await waitFor(() => expect(changes.at(-1)?.body).toMatchObject({ stay: false, promise: true }));
});
