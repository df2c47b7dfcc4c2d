import type { Chat } from "@parlour/protocol";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import {
  ann,
  conversation,
  createAnnsChat,
  createSystemMessage,
  createTestInbox,
  findOpenChat,
  max,
  toChatEntity,
} from "../../../../tests/inbox.ts";
import { renderApp, type RenderedApp } from "../../../../tests/render-app.tsx";

const hourMs = 3_600_000;
const inHours = (hours: number): string => new Date(Date.now() + hours * hourMs).toISOString();
const snoozedBy = (by: Chat["assignee"], fields: Partial<NonNullable<Chat["snoozed"]>> = {}) => ({
  snoozed: { until: inHours(400), since: inHours(-1), by, stay: false, ...fields },
});

/** Renders the inbox with chat 5, which the fake server snoozes and wakes. */
async function renderChat(fields: Partial<Chat>, view = "all") {
  const inbox = createTestInbox([createAnnsChat(5, "Tom Tag", fields)]);
  const app = await renderApp(`/inbox/${view}/5`, {
    ...inbox.answers,
    "POST /chats/{id}/snooze": ({ body }) =>
      inbox.change(5, snoozedBy(ann, body as { until: string; stay: boolean })),
    "DELETE /chats/{id}/snooze": () => {
      const { snoozed: _, ...awake } = inbox.get(5);
      return awake;
    },
  });
  await findOpenChat("Tom Tag");
  return { ...app, inbox };
}

const openDialog = async ({ screen, user }: RenderedApp) => {
  // The composer may have the focus.
  await user.keyboard("{Escape}h");
  return within(await screen.findByRole("dialog", { name: "Snooze the chat with Tom Tag" }));
};

test("[SNZ-009] H opens the dialog, a time in words is shown as understood, Enter snoozes, and Z undoes it", async () => {
  const app = await renderChat({});
  const { user, changes } = app;
  const dialog = await openDialog(app);
  const field = await dialog.findByRole("combobox", { name: "Until when?" });
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(dialog.getAllByRole("option").length).toBeGreaterThanOrEqual(2);
  await user.type(field, "tomorow 25{Enter}");
  expect(dialog.getByRole("status").textContent).toMatch(/^No time found in “tomorow 25”\. Try/);
  expect(dialog.queryByRole("option")).toBeNull();
  await user.clear(field);
  await user.type(field, "yesterday{Enter}");
  expect(dialog.getByRole("status").textContent).toMatch(/^This time has passed/);
  expect(changes.filter(({ path }) => path.endsWith("/snooze"))).toEqual([]);
  await user.clear(field);
  await user.type(field, "завтра в 9");
  expect(dialog.getByRole("status").textContent).toMatch(/09:00$/);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(changes.at(-1)).toMatchObject({ path: "/chats/5/snooze" }));
  const sent = changes.at(-1)?.body as { until: string; stay: boolean };
  const tomorrow = new Date();
  tomorrow.setDate(tomorrow.getDate() + 1);
  tomorrow.setHours(9, 0, 0, 0);
  expect(sent).toEqual({ until: tomorrow.toISOString(), stay: false, promise: false });
  await conversation().findByText(/^Snoozed by you until/);
  await user.keyboard("z");
  await waitFor(() =>
    expect(changes.at(-1)).toMatchObject({ method: "DELETE", path: "/chats/5/snooze" }),
  );
  await waitFor(() => expect(conversation().queryByText(/^Snoozed by you/)).toBeNull());
});

test("[SNZ-009] a chat can stay asleep when the customer writes, and Undo of a change restores the snooze before", async () => {
  const { snoozed } = snoozedBy(max, { stay: true });
  const app = await renderChat({ snoozed });
  const { user, changes } = app;
  await conversation().findByText(/^Snoozed by Max Weber until/);
  conversation().getByText("Stays asleep if Tom Tag writes.", { exact: false });
  await user.click(conversation().getByRole("button", { name: "Change" }));
  const dialog = await openDialogOf(app);
  const comesBack = dialog.getByRole("switch", { name: "Come back when Tom Tag writes" });
  expect(comesBack.getAttribute("aria-checked")).toBe("false");
  await user.click(comesBack);
  await user.click(dialog.getByRole("option", { name: /^Tomorrow morning/ }));
  await waitFor(() => expect(changes.at(-1)?.body).toMatchObject({ stay: false }));
  await conversation().findByText("Comes back if Tom Tag writes.", { exact: false });
  await user.keyboard("z");
  await waitFor(() => expect(changes.at(-1)?.body).toEqual({ until: snoozed.until, stay: true }));
});

const openDialogOf = async ({ screen }: RenderedApp) =>
  within(await screen.findByRole("dialog", { name: "Snooze the chat with Tom Tag" }));

test("[SNZ-010] a snoozed chat is listed with its time in Snoozed only, and Wake up ends the snooze", async () => {
  const { screen, user, navigate, changes } = await renderChat(snoozedBy(ann), "mine");
  await screen.findByText("You have no open chats");
  expect(screen.getByRole("link", { name: /^Mine/ }).textContent).toBe("Mine 0");
  await user.click(screen.getByRole("button", { name: /^More, More views/ }));
  await screen.findByRole("menuitemradio", { name: "Snoozed 1" });
  await user.keyboard("{Escape}");
  navigate("/inbox/snoozed/5");
  const row = await screen.findByRole("row", { name: /Tom Tag/ });
  within(row).getByText("Snoozed until");
  await user.click(conversation().getByRole("button", { name: "Wake up" }));
  await waitFor(() =>
    expect(changes.at(-1)).toMatchObject({ method: "DELETE", path: "/chats/5/snooze" }),
  );
  await screen.findByText("No snoozed chats");
});

test("[SNZ-010] a chat that is back says so in row and conversation until somebody answers", async () => {
  const { screen, user, sockets, inbox } = await renderChat({
    snooze_ended: { at: inHours(-1), reason: "message", by: null },
  });
  await conversation().findByText("Back from snooze.");
  conversation().getByText(/Tom Tag wrote\./);
  within(screen.getByRole("row", { name: /Tom Tag/ })).getByText("Back:");
  sockets.sendEvent("message_created", {
    message: createSystemMessage(5, 2, { code: "snooze_ended", by: null, detail: "message" }),
  });
  await conversation().findByText("The snooze ended: the visitor wrote");
  await user.click(conversation().getByRole("button", { name: "Snooze again" }));
  await screen.findByRole("dialog", { name: "Snooze the chat with Tom Tag" });
  await user.keyboard("{Escape}");
  const { snooze_ended: _, ...answered } = toChatEntity(inbox.get(5));
  sockets.sendEvent("chat_updated", { chat: answered });
  await waitFor(() => expect(conversation().queryByText("Back from snooze.")).toBeNull());
  expect(screen.queryByText("Back:")).toBeNull();
});

test("[SNZ-011] Enter snoozes until the customer writes, which row, bar and line say", async () => {
  const app = await renderChat({});
  const { screen, user, changes, sockets, navigate } = app;
  const dialog = await openDialog(app);
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole("combobox")));
  const [first] = dialog.getAllByRole("option");
  expect(first?.textContent).toBe("Until Tom Tag writes");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(changes.at(-1)).toMatchObject({ path: "/chats/5/snooze" }));
  expect(changes.at(-1)?.body).toEqual({ until: null });
  await conversation().findByText("Snoozed by you until Tom Tag writes.");
  sockets.sendEvent("message_created", {
    message: createSystemMessage(5, 2, { code: "snoozed", by: ann, detail: "" }),
  });
  await conversation().findByText(/snoozed the chat until the visitor writes$/);
  navigate("/inbox/snoozed/5");
  within(await screen.findByRole("row", { name: /Tom Tag/ })).getByText("next message");
});
