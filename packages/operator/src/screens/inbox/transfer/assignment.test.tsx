import type { Presence } from "@parlour/protocol";
import type { Department, OperatorEntry } from "@parlour/protocol/api";
import { defaultRouting } from "@parlour/protocol/settings/default-routing";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperatorEntry, profileAnswers } from "../../../../tests/entities.ts";
import type { Answers } from "../../../../tests/fake-server.ts";
import {
  ann,
  conversation,
  createAnnsChat,
  createSystemMessage,
  createTestInbox,
  createWaitingChat,
  findOpenChat,
  max,
  toChatEntity,
} from "../../../../tests/inbox.ts";
import { renderApp, type RenderedApp } from "../../../../tests/render-app.tsx";

const sofia = { id: 3, name: "Sofia Martins" };
const createEntry = ({ id, name }: typeof ann): OperatorEntry =>
  createOperatorEntry({ id, name, email: `${id}@shop.example`, presence: "offline" });
const sales: Department = {
  id: 4,
  name: "Sales",
  operators: [max.id],
  match_language: false,
  skills: [],
  working_hours: null,
  open_now: true,
  next_opening_at: null,
  created_at: "2026-11-20T10:00:00.000Z",
  managed: false,
};
const team: Answers = {
  "GET /operators": { items: [ann, max, sofia].map(createEntry), next_cursor: null },
  "GET /departments": { items: [sales], next_cursor: null },
};
const setPresence = ({ sockets }: RenderedApp, who: typeof ann, status: Presence): void =>
  sockets.sendFrame({ type: "presence", operator_id: who.id, status });
/** Returns the text that explains why a control is unavailable (CORE-148). */
const getDescription = (control: HTMLElement): string | null =>
  document.getElementById(control.getAttribute("aria-describedby") ?? "")?.textContent ?? null;
const findDialog = async ({ screen }: RenderedApp, name: string) =>
  within(await screen.findByRole("dialog", { name }));
const waitForDialogEnd = ({ screen }: RenderedApp): Promise<void> =>
  waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
const isChecked = (radio: HTMLElement): boolean => (radio as HTMLInputElement).checked;
const isDisabled = (radio: HTMLElement): boolean => (radio as HTMLInputElement).disabled;
/** Returns the requests that changed a chat, except read marks and opened notices. */
const listActions = ({ changes }: RenderedApp) =>
  changes
    .filter(({ path }) => !/(?:read|notice)$/.test(path))
    .map(({ method, path, body }) => ({ request: `${method} ${path}`, body }));

test("[API-461] [CORE-341] a chat is given to an operator who is offline", async () => {
  const inbox = createTestInbox([createAnnsChat(5, "Ines Duarte")]);
  const app = await renderApp("/inbox/all/5", {
    ...inbox.answers,
    ...team,
    "POST /chats/{id}/transfer": () =>
      inbox.change(5, { assignee: sofia, participants: [sofia], transfer: null }),
  });
  const { user } = app;
  await findOpenChat("Ines Duarte");
  setPresence(app, max, "online");
  await user.click(conversation().getByRole("button", { name: "Transfer" }));
  const dialog = await findDialog(app, "Transfer chat with Ines Duarte");
  await user.click(await dialog.findByRole("radio", { name: /Sofia Martins.*offline/ }));
  expect(isChecked(dialog.getByRole("radio", { name: /Give it to Sofia/ }))).toBe(true);
  expect(isDisabled(dialog.getByRole("radio", { name: /Ask Sofia/ }))).toBe(true);
  await user.type(dialog.getByRole("textbox", { name: "Comment" }), "Knows the kiln");
  // For somebody who is online, the visitor of a live chat is not kept waiting.
  await user.click(dialog.getByRole("radio", { name: /Max Weber/ }));
  expect(isChecked(dialog.getByRole("radio", { name: /Ask Max/ }))).toBe(true);
  await user.click(dialog.getByRole("radio", { name: /Sofia Martins/ }));
  await user.click(dialog.getByRole("button", { name: "Assign" }));
  await waitForDialogEnd(app);
  await waitFor(() => conversation().getAllByText("with Sofia Martins"));
  expect(listActions(app)).toEqual([
    {
      request: "POST /chats/5/transfer",
      body: { operator_id: sofia.id, assign: true, comment: "Knows the kiln" },
    },
  ]);
});

test("[API-461] [CORE-341] an operator finds an assigned chat in Mine with a notice, which is opened there", async () => {
  const inbox = createTestInbox([
    createAnnsChat(5, "Ines Duarte", {
      notices: [
        {
          kind: "assigned",
          to: ann,
          by: max,
          detail: "Knows the kiln",
          at: "2026-11-20T09:00:00.000Z",
          opened_at: null,
        },
      ],
    }),
  ]);
  const app = await renderApp("/visitors", {
    ...inbox.answers,
    ...team,
    "POST /chats/{id}/notice": () => inbox.get(5),
  });
  const { screen, changes } = app;
  const notices = await screen.findByRole("region", { name: "Notifications about your chats" });
  const notice = await within(notices).findByRole("status");
  expect(notice.textContent).toMatch(/gave you a chat.*“Knows the kiln”/);
  app.navigate("/inbox/mine/5");
  await findOpenChat("Ines Duarte");
  within(screen.getByRole("grid")).getByRole("row", { name: /Ines Duarte/ });
  await waitFor(() =>
    expect(
      conversation()
        .getAllByRole("status")
        .map(({ textContent }) => textContent),
    ).toContainEqual(expect.stringContaining("Max Weber gave you this chat.")),
  );
  await waitFor(() =>
    expect(changes.find(({ path }) => path.endsWith("/notice"))).toMatchObject({
      path: "/chats/5/notice",
      body: { state: "opened" },
    }),
  );
});

test("[API-025] [CORE-148] to a department the chat goes at once and waits there", async () => {
  const inbox = createTestInbox([createAnnsChat(6, "Cleo Brandt")]);
  const app = await renderApp("/inbox/all/6", {
    ...inbox.answers,
    ...team,
    "POST /chats/{id}/transfer": () =>
      inbox.change(6, {
        state: "waiting",
        assignee: null,
        participants: [],
        department: sales,
        wait: { since: "2026-11-20T09:00:00.000Z" },
      }),
  });
  const { screen, user, sockets } = app;
  await findOpenChat("Cleo Brandt");
  await user.click(conversation().getByRole("button", { name: "Transfer" }));
  const dialog = await findDialog(app, "Transfer chat with Cleo Brandt");
  const give = dialog.getByRole("button", { name: "Transfer" });
  expect(give.getAttribute("aria-disabled")).toBe("true");
  expect(getDescription(give)).toBe("Choose from the list.");
  await user.click(await dialog.findByRole("radio", { name: /Sales/ }));
  expect(getDescription(give)).toBeNull();
  await user.click(give);
  await waitForDialogEnd(app);
  sockets.sendEvent("message_created", {
    message: createSystemMessage(6, 2, { code: "transferred", by: ann, to: sales }),
  });
  await waitFor(() => conversation().getByText(/transferred the chat to Sales/));
  within(screen.getByRole("grid")).getByRole("row", { name: /Cleo Brandt/ });
  expect(listActions(app)).toEqual([
    { request: "POST /chats/6/transfer", body: { department_id: sales.id } },
  ]);
});

test("[API-025] an operator is invited into a chat, and the chat says that they joined", async () => {
  const inbox = createTestInbox([createAnnsChat(7, "Ben Okafor")]);
  const app = await renderApp("/inbox/all/7", {
    ...inbox.answers,
    ...team,
    "POST /chats/{id}/invite": () =>
      inbox.change(7, { invited: [{ by: ann, to: max, comment: null }] }),
  });
  const { user, sockets } = app;
  await findOpenChat("Ben Okafor");
  setPresence(app, max, "online");
  await user.keyboard("i");
  const dialog = await findDialog(app, "Invite an operator");
  await user.click(await dialog.findByRole("radio", { name: /Max Weber/ }));
  await user.click(dialog.getByRole("button", { name: "Invite" }));
  await waitForDialogEnd(app);
  expect(listActions(app)).toEqual([
    { request: "POST /chats/7/invite", body: { operator_id: max.id } },
  ]);
  sockets.sendEvent("message_created", {
    message: createSystemMessage(7, 2, { code: "joined", by: max }),
  });
  await waitFor(() => conversation().getByText("Max Weber joined"));
});

test("[API-025] the card of an invitation disappears on every device after an answer, and Join opens the chat", async () => {
  const invited = [{ by: max, to: ann, comment: null }];
  const inbox = createTestInbox([
    createAnnsChat(8, "Ben Okafor", { assignee: max, participants: [max], invited }),
  ]);
  const app = await renderApp("/inbox/all", {
    ...inbox.answers,
    ...team,
    "POST /chats/{id}/invite/decline": () => inbox.change(8, { invited: [] }),
    "POST /chats/{id}/join": () => inbox.change(8, { invited: [], participants: [max, ann] }),
  });
  const { screen, user, sockets } = app;
  const name = /invites you to join the chat with Ben Okafor/;
  const waitForEnd = (): Promise<void> =>
    waitFor(() => expect(screen.queryByRole("region", { name })).toBeNull());
  const update = (): void =>
    sockets.sendEvent("chat_updated", { chat: toChatEntity(inbox.get(8)) });
  let card = within(await screen.findByRole("region", { name }));
  // Another device of the operator declines.
  inbox.change(8, { invited: [] });
  update();
  await waitForEnd();
  inbox.change(8, { invited });
  update();
  card = within(await screen.findByRole("region", { name }));
  await user.click(card.getByRole("button", { name: "Not now" }));
  await waitForEnd();
  inbox.change(8, { invited });
  update();
  card = within(await screen.findByRole("region", { name }));
  await user.click(card.getByRole("button", { name: "Join" }));
  await waitFor(() => expect(location.pathname).toBe("/inbox/mine/8"));
  await waitForEnd();
  expect(listActions(app)).toEqual([
    { request: "POST /chats/8/invite/decline", body: {} },
    { request: "POST /chats/8/join", body: {} },
  ]);
});

test("[CORE-154] after a close the longest waiting chat opens as the account says, and Undo leads back; the profile chooses differently", async () => {
  const inbox = createTestInbox([
    createAnnsChat(1, "Ida Holm"),
    createAnnsChat(2, "Jon Falk"),
    createWaitingChat(3, "Kim Vance", "I wait longest"),
    createWaitingChat(4, "Lea Moor", "Me too"),
  ]);
  const app = await renderApp("/inbox/mine/2", {
    ...inbox.answers,
    ...profileAnswers,
    "GET /routing": { ...defaultRouting, after_close: "waiting", managed: false },
  });
  const { screen, user, changes } = app;
  await findOpenChat("Jon Falk");
  await user.click(conversation().getByRole("button", { name: "Close" }));
  await waitFor(() => expect(location.pathname).toBe("/inbox/waiting/3"));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(location.pathname).toBe("/inbox/mine/2"));

  app.navigate("/me");
  await user.selectOptions(
    await screen.findByRole("combobox", { name: "After closing a chat" }),
    "mine",
  );
  app.navigate("/inbox/all/2");
  await findOpenChat("Jon Falk");
  await user.keyboard("e");
  await waitFor(() => expect(location.pathname).toBe("/inbox/mine/1"));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(location.pathname).toBe("/inbox/mine/2"));
  expect(changes.filter(({ path }) => path.endsWith("/close"))).toEqual([]);
});
