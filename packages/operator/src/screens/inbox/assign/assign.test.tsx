import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createBot } from "../../../../tests/channels.ts";
import { createOperator, createOperatorEntry } from "../../../../tests/entities.ts";
import {
  ann,
  createAnnsChat,
  createTestInbox,
  createWaitingChat,
  findOpenChat,
  max,
} from "../../../../tests/inbox.ts";
import { Refusal, type Answers } from "../../../../tests/fake-server.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const sonja = { id: 3, name: "Sonja Ohlin" };
const team: Answers = {
  "GET /operators": {
    items: [ann, max, sonja].map(createOperatorEntry),
    next_cursor: null,
  },
  "GET /bots": {
    items: [
      createBot(7, { name: "Robo" }),
      createBot(8, { name: "Off", enabled: false }),
      createBot(9, { name: "Elsewhere", channels: [99] }),
    ],
    next_cursor: null,
  },
  "GET /departments": {
    items: [
      {
        id: 4,
        name: "Sourcing",
        operators: [1, 2],
        match_language: false,
        skills: [],
        created_at: "2026-11-20T10:00:00.000Z",
        working_hours: null,
        open_now: true,
        next_opening_at: null,
        managed: false,
      },
    ],
    next_cursor: null,
  },
};

test("[ACT-014] A opens the people and departments with their state; a part of a name and Enter give the chat at once", async () => {
  const inbox = createTestInbox([createAnnsChat(5, "Tom Tag")]);
  const { screen, user, changes, answer } = await renderApp("/inbox/all/5", {
    ...inbox.answers,
    ...team,
    "POST /chats/{id}/assign": new Refusal(409, "not_open", "This chat is not open."),
  });
  await findOpenChat("Tom Tag");
  await user.keyboard("{Escape}a");
  const dialog = within(
    await screen.findByRole("dialog", { name: "Assign the chat with Tom Tag" }),
  );
  const field = await dialog.findByRole("combobox", { name: "Operator, department or bot" });
  expect(dialog.getAllByRole("option").map((option) => option.textContent)).toEqual([
    "Max Weberoffline",
    "Sonja Ohlinoffline",
    "Sourcing2 operators",
  ]);
  await user.type(field, "sonj{Enter}");
  await dialog.findByText("This chat is not open.");
  answer({
    "POST /chats/{id}/assign": () => inbox.change(5, { assignee: sonja, participants: [sonja] }),
  });
  await user.type(field, "sonj{Enter}");
  await screen.findByText("Assigned to Sonja Ohlin.");
  expect(changes.filter(({ path }) => path.endsWith("/assign")).at(-1)?.body).toEqual({
    operator_id: 3,
  });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("[ACT-014] in a chat of others, Join is the first choice of those who may assign; others join at once", async () => {
  const inbox = createTestInbox([
    createAnnsChat(5, "Tom Tag", { assignee: max, participants: [max] }),
  ]);
  const { screen, user, changes } = await renderApp("/inbox/all/5", {
    ...inbox.answers,
    ...team,
    "GET /me": createOperator({ role: "admin" }),
    "POST /chats/{id}/join": () => inbox.change(5, { participants: [max, ann] }),
    "POST /chats/{id}/assign": () => inbox.get(5),
  });
  await findOpenChat("Tom Tag");
  await user.keyboard("{Escape}a");
  const dialog = within(
    await screen.findByRole("dialog", { name: "Assign the chat with Tom Tag" }),
  );
  expect((await dialog.findAllByRole("option")).map((option) => option.textContent)).toEqual([
    "Join",
    "Sonja Ohlinoffline",
    "Sourcing2 operators",
    "Robo",
  ]);
  await user.type(dialog.getByRole("combobox"), "sour");
  await user.click(dialog.getByRole("option", { name: /^Sourcing/ }));
  await waitFor(() => expect(changes.at(-1)?.body).toEqual({ department_id: 4 }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.keyboard("a");
  await screen.findByRole("dialog", { name: "Assign the chat with Tom Tag" });
  await user.keyboard("{Enter}");
  await waitFor(() => expect(changes.at(-1)?.path).toBe("/chats/5/join"));
});

test("[ACT-014] [BOT-110] an operator returns a chat to the bot that it had", async () => {
  const robo = { id: 7, name: "Robo", photo: "", attached: false };
  const inbox = createTestInbox([createAnnsChat(5, "Tom Tag", { bot: robo })]);
  const { screen, user, changes } = await renderApp("/inbox/all/5", {
    ...inbox.answers,
    ...team,
    "GET /bots": new Refusal(403, "forbidden", "You may not read bots."),
    "POST /chats/{id}/assign": () => inbox.get(5),
  });
  await findOpenChat("Tom Tag");
  await user.keyboard("{Escape}a");
  const dialog = within(await screen.findByRole("dialog", { name: /^Assign the chat/ }));
  await user.type(await dialog.findByRole("combobox"), "robo{Enter}");
  await screen.findByText("Assigned to Robo.");
  expect(changes.at(-1)?.body).toEqual({ bot_id: 7 });
});

test("[ACT-014] a chat that nobody has is taken at once", async () => {
  const inbox = createTestInbox([createWaitingChat(5, "Wanda Wait", "Hello")]);
  const { user, changes } = await renderApp("/inbox/all/5", {
    ...inbox.answers,
    ...team,
    "POST /chats/{id}/accept": () =>
      inbox.change(5, { state: "open", assignee: ann, participants: [ann] }),
  });
  await findOpenChat("Wanda Wait", "Hello");
  await user.keyboard("{Escape}a");
  await waitFor(() => expect(changes.at(-1)?.path).toBe("/chats/5/accept"));
});
