import type { BlockListEntry } from "@parlour/protocol/api";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createMessage, createVisitor, emptyPage } from "../../../tests/entities.ts";
import {
  ann,
  conversation,
  createAnnsChat,
  createTestInbox,
  toChatEntity,
} from "../../../tests/inbox.ts";
import { renderApp } from "../../../tests/render-app.tsx";

test("[API-027] [CORE-070] [CORE-071] by keyboard: found, blocked with a reason, unheard, lifted", async () => {
  const inbox = createTestInbox([
    createAnnsChat(5, "Nadia Ross"),
    createAnnsChat(6, "Marie Dubois"),
  ]);
  const people = [createVisitor(5, "Nadia Ross"), createVisitor(6, "Marie Dubois")];
  let entry: BlockListEntry | null = null;
  const app = await renderApp("/inbox/all", {
    ...inbox.answers,
    "GET /chats": ({ query }) => ({
      items: [5, 6]
        .map((id) => inbox.get(id))
        .filter(({ id }) => !query.has("visitor") || query.get("visitor") === String(id)),
      next_cursor: null,
    }),
    "GET /segments": emptyPage,
    "GET /visitors": ({ query }) => ({
      items: people.filter(({ name }) =>
        name?.value.toLowerCase().includes(query.get("q")?.toLowerCase() ?? ""),
      ),
      next_cursor: null,
    }),
    "GET /visitors/{number}": ({ ids: [number = 0] }) => ({
      ...createVisitor(number, number === 5 ? "Nadia Ross" : "Marie Dubois", {
        blocked: number === 5 && entry !== null,
      }),
      person: null,
    }),
    "GET /visitors/{number}/visits": emptyPage,
    "GET /visitors/{number}/matches": { items: [] },
    "GET /chats/{id}/messages": ({ ids: [id = 0] }) => ({
      items: [
        createMessage(id, 1, "Hello"),
        ...(inbox.get(id).last_message?.seq === 2 ? [inbox.get(id).last_message!] : []),
      ],
      next_cursor: null,
    }),
    "POST /chats/{id}/block": ({ body }) => {
      const { until, reason } = body as { until: string; reason: string };
      entry = {
        id: 1,
        kind: "visitor",
        value: "5",
        channel_id: null,
        state: "in_force",
        until,
        reason,
        chat_id: 5,
        by: ann,
        created_at: "2026-11-20T10:00:00.000Z",
        lifted_at: null,
        lifted_by: null,
        managed: false,
      };
      return inbox.change(5, { state: "closed", close_reason: "blocked", blacklisted: true });
    },
    "DELETE /chats/{id}/block": () => {
      entry = null;
      return inbox.get(5);
    },
    "POST /blacklist/check": ({ body }) => {
      const found = (body as { visitor: number }).visitor === 5 ? entry : null;
      return { blocked: found !== null, entry: found };
    },
  });
  const { screen, user, sockets } = app;
  await screen.findByRole("button", { name: "Connected to the server" });
  await user.keyboard("gv");
  await screen.findByRole("heading", { name: "Visitors" });
  await user.keyboard("/");
  await user.keyboard("nadia");
  const list = () =>
    within(screen.getByRole("region", { name: "Visitors, newest activity first" }));
  await waitFor(() =>
    expect(
      list()
        .getAllByRole("rowheader")
        .map((one) => one.querySelector("a")?.textContent),
    ).toEqual(["Nadia Ross"]),
  );
  list().getByRole("link", { name: "Nadia Ross" }).focus();
  await user.keyboard("{Enter}");
  const pane = () => within(document.querySelector<HTMLElement>("aside.one")!);
  (await waitFor(() => pane().getByRole("button", { name: "Block" }))).focus();
  await user.keyboard("{Enter}");
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByRole("textbox", { name: /Reason/ }), "shouts{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => pane().getByText("shouts"));
  pane().getByText(/^Blocked until/);
  expect(inbox.get(5)).toMatchObject({ state: "closed", blacklisted: true });

  app.navigate("/inbox/all");
  await screen.findByRole("grid");
  const shouted = createMessage(5, 2, "LISTEN TO ME", { blacklisted: true });
  inbox.change(5, { seq: 2, last_message: shouted });
  sockets.sendEvent("chat_closed", { chat: toChatEntity(inbox.get(5)) });
  sockets.sendEvent("message_created", { message: shouted });
  const said = createMessage(6, 2, "Said after it");
  inbox.change(6, { seq: 2, last_message: said });
  sockets.sendEvent("message_created", { message: said });
  await within(screen.getByRole("row", { name: /Marie Dubois/ })).findByText("Said after it");
  expect(screen.queryByRole("region", { name: /^New chat from/ })).toBeNull();

  app.navigate("/inbox/closed/5");
  await waitFor(() => conversation().getByText("LISTEN TO ME"));
  conversation().getByText("Sent while blocked", { exact: false });
  await waitFor(() =>
    within(document.querySelector<HTMLElement>("aside.panel")!).getByText("shouts"),
  );

  app.navigate("/visitors/5");
  await user.click(await waitFor(() => pane().getByRole("button", { name: "Unblock" })));
  await screen.findByText("Nadia Ross can write again", { exact: false });
  await waitFor(() => expect(pane().queryByText(/^Blocked/)).toBeNull());
  await user.keyboard("{Escape}");
  await waitFor(() => expect(location.pathname).toBe("/visitors"));
});
