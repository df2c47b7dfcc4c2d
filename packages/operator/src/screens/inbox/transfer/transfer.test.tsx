import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator } from "../../../../tests/entities.ts";
import { Refusal } from "../../../../tests/fake-server.ts";
import {
  ann,
  conversation,
  createAnnsChat,
  createNotice,
  createTestInbox,
  findOpenChat,
  max,
  toChatEntity,
} from "../../../../tests/inbox.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

test("[CORE-010] going offline with open chats asks what becomes of them", async () => {
  const inbox = createTestInbox([createAnnsChat(5, "Finn Ode")]);
  const app = await renderApp("/inbox/all/5", {
    ...inbox.answers,
    "POST /chats/{id}/leave": () => inbox.change(5, { state: "waiting", assignee: null }),
    "PUT /me/presence": createOperator({ presence: "offline" }),
  });
  const { screen, user, changes } = app;
  await findOpenChat("Finn Ode");
  await user.click(screen.getAllByRole("button", { name: /Change status/ })[0]!);
  await user.click(await screen.findByRole("menuitemradio", { name: /Offline/ }));
  const asking = within(
    await screen.findByRole("alertdialog", { name: /Go offline with open chats/ }),
  );
  await user.click(asking.getByRole("radio", { name: /Leave them/ }));
  await user.click(asking.getByRole("button", { name: "Go offline" }));
  const sent = () =>
    changes
      .filter(({ path }) => !path.endsWith("/read"))
      .map(({ method, path, body }) => ({ request: `${method} ${path}`, body }));
  await waitFor(() =>
    expect(sent()).toEqual([
      { request: "POST /chats/5/leave", body: {} },
      { request: "PUT /me/presence", body: { status: "offline" } },
    ]),
  );
});

test("[API-135] a transfer is withdrawn by key; after the other side accepted, the sender reads who has the chat", async () => {
  const transfer = { by: ann, to: max, comment: null, until: "2099-01-01T00:00:00.000Z" };
  const inbox = createTestInbox([createAnnsChat(6, "Hugo Bell", { transfer })]);
  const app = await renderApp("/inbox/all/6", {
    ...inbox.answers,
    "POST /chats/{id}/transfer/withdraw": () => inbox.change(6, { transfer: null }),
  });
  const { screen, user, sockets, changes } = app;
  await findOpenChat("Hugo Bell");
  await conversation().findByRole("button", { name: "Withdraw" });
  await user.keyboard("w");
  await waitFor(() =>
    expect(conversation().queryByRole("button", { name: "Withdraw" })).toBeNull(),
  );
  expect(changes.at(-1)).toMatchObject({ method: "POST", path: "/chats/6/transfer/withdraw" });

  sockets.sendEvent("chat_updated", { chat: toChatEntity(inbox.change(6, { transfer })) });
  await conversation().findByRole("button", { name: "Withdraw" });
  // The press coincides with the acceptance.
  app.answer({
    "POST /chats/{id}/transfer/withdraw": new Refusal(409, "already_accepted", "Accepted.", {
      by: max,
    }),
  });
  await user.click(conversation().getByRole("button", { name: "Withdraw" }));
  await screen.findByText("Max Weber has already accepted.");
});

test("[CORE-150] [CORE-159] [CORE-219] at most three notices are shown, then how many more there are; one is dismissed for good, and a failure names its chat", async () => {
  const inbox = createTestInbox(
    [1, 2, 3, 4, 5].map((n) => createAnnsChat(n, `Many ${n}`, { notices: [createNotice(n)] })),
  );
  const app = await renderApp("/visitors", {
    ...inbox.answers,
    "POST /chats/{id}/notice": ({ ids: [id = 0], body }) =>
      id === 3
        ? new Refusal(409, "conflict", "Not now.")
        : inbox.change(id, (body as { state: string }).state === "opened" ? {} : { notices: [] }),
  });
  const { screen, user, navigate } = app;
  const findNotices = async () =>
    within(await screen.findByRole("region", { name: "Notifications about your chats" }));
  let notices = await findNotices();
  await notices.findByRole("button", { name: "2 more notifications" });
  expect(notices.getAllByRole("alert").map(({ textContent }) => textContent)).toEqual(
    [5, 4, 3].map((n) => expect.stringContaining(`Reason ${n}`) as string),
  );
  const dismiss = (text: string): Promise<void> => {
    const notice = notices.getAllByRole("alert").find((one) => one.textContent.includes(text))!;
    return user.click(within(notice).getByRole("button", { name: "Dismiss" }));
  };
  await dismiss("Reason 5");
  await user.click(await notices.findByRole("button", { name: "1 more notification" }));
  notices.getByText(/Reason 1/);
  expect(notices.queryByText(/Reason 5/)).toBeNull();
  expect(inbox.get(5).notices).toEqual([]);

  navigate("/inbox/mine/4");
  await findOpenChat("Many 4");
  notices = await findNotices();
  await notices.findByText(/Reason 3/);
  // The open chat shows its own notice in a bar.
  expect(notices.queryByText(/Reason 4/)).toBeNull();
  // An error of the offer names its chat, whichever chat is open.
  await dismiss("Reason 3");
  const toasts = within(screen.getByRole("region", { name: "Notifications" }));
  const failure = await toasts.findByRole("alert");
  expect(failure.textContent).toMatch(/^Many 3: /);
  expect(within(failure).getByRole("link", { name: "Open chat" }).getAttribute("href")).toBe(
    "/inbox/all/3",
  );
});

test("[API-027] the visitor of a chat is blocked for a while with a reason, and Undo lifts it", async () => {
  const inbox = createTestInbox([createAnnsChat(7, "Eve Moss")]);
  const app = await renderApp("/inbox/all/7", {
    ...inbox.answers,
    "POST /chats/{id}/block": () =>
      inbox.change(7, { state: "closed", close_reason: "blocked", blacklisted: true }),
    "DELETE /chats/{id}/block": () => inbox.get(7),
    "POST /blacklist/check": { blocked: false, entry: null },
  });
  const { screen, user, changes } = app;
  await findOpenChat("Eve Moss");
  await user.keyboard("b");
  const blocking = within(await screen.findByRole("dialog", { name: "Block Eve Moss" }));
  await user.selectOptions(blocking.getByRole("combobox", { name: "Duration" }), "day");
  await user.type(blocking.getByRole("textbox", { name: "Reason" }), "Spam");
  await user.click(blocking.getByRole("button", { name: "Block" }));
  await screen.findByText("Eve Moss is blocked.");
  const { body } = changes.find(({ path }) => path === "/chats/7/block")!;
  const { until, reason } = body as { until: string; reason: string };
  expect(reason).toBe("Spam");
  expect(Math.abs(Date.parse(until) - Date.now() - 86_400_000)).toBeLessThan(60_000);
  await user.click(screen.getByRole("button", { name: /^Undo/ }));
  await screen.findByText("Eve Moss is unblocked.");
  // The panel asks the block list again at a time of its own.
  expect(changes).toContainEqual(
    expect.objectContaining({ method: "DELETE", path: "/chats/7/block" }),
  );
});
