import { waitFor } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator } from "../../../tests/entities.ts";
import {
  conversation,
  createAnnsChat,
  createTestInbox,
  createWaitingChat,
  findOpenChat,
} from "../../../tests/inbox.ts";
import { renderApp } from "../../../tests/render-app.tsx";

test("[CORE-001] a viewer reads everything and can change nothing", async () => {
  const inbox = createTestInbox([
    createAnnsChat(5, "Anna Keller"),
    createWaitingChat(6, "Ben Okafor", "Hello?", { offered: [1] }),
  ]);
  const { screen, navigate } = await renderApp("/inbox/all/5", {
    ...inbox.answers,
    "GET /me": createOperator({ id: 7, name: "Vera", role: "viewer" }),
  });
  await findOpenChat("Anna Keller");
  await waitFor(() => conversation().getByText(/^Your role can read chats, but not reply\./));
  expect(screen.queryByRole("textbox", { name: "Message" })).toBeNull();
  expect(screen.queryByRole("region", { name: /^New chat from/ })).toBeNull();
  expect(screen.queryAllByRole("button", { name: /^(Reply|Join|Close|Send)$/ })).toEqual([]);
  navigate("/inbox/mine");
  await screen.findByText("You have no open chats");
});
