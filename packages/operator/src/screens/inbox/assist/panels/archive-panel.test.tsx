import type { Account } from "@parlour/protocol";
import { waitFor } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createMessage, defaultAnswers } from "../../../../../tests/entities.ts";
import { Refusal } from "../../../../../tests/fake-server.ts";
import {
  conversation,
  createAnnsChat,
  createTestInbox,
  findOpenChat,
} from "../../../../../tests/inbox.ts";
import { renderApp } from "../../../../../tests/render-app.tsx";

test("[ASSIST-071] the panel of closed chats asks something else by keyboard, repeats it after a failure, and Esc closes it", async () => {
  const question = "Do you repair bowls?";
  const chat = createAnnsChat(5, "Pia", { last_message: createMessage(5, 1, question) });
  const { user, screen, changes } = await renderApp("/inbox/all/5", {
    ...createTestInbox([chat]).answers,
    "GET /account": {
      ...(defaultAnswers["GET /account"] as Account),
      has_model: true,
      can_translate: true,
    },
    "POST /archive-answers": new Refusal(409, "model_timeout", "Late."),
  });
  await findOpenChat("Pia", question);
  const [menu] = conversation().getAllByRole("button", { name: "More actions" });
  await user.click(menu!);
  await user.click(await screen.findByRole("menuitem", { name: "Ask closed chats" }));
  const failed = () => conversation().findByRole("region", { name: /could not be asked/u });
  expect((await failed()).textContent).toContain("The model did not answer in time.");
  const field = conversation().getByRole("textbox", { name: "Ask closed chats something else" });
  await user.type(field, "How much are gift cards?{Enter}");
  await waitFor(() => expect(changes).toHaveLength(2));
  expect((await failed()).textContent).toContain("How much are gift cards?");
  await user.click(conversation().getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(changes).toHaveLength(3));
  const own = { chat_id: 5, question: "How much are gift cards?" };
  expect(changes.map(({ body }) => body)).toEqual([{ chat_id: 5 }, own, own]);
  // Enter has not sent the reply of the composer, whose form is around the panel.
  expect(changes.map(({ path }) => path)).not.toContain("/chats/5/messages");
  await user.type(field, "{Escape}");
  await waitFor(() => expect(conversation().queryByRole("region", { name: /asked/u })).toBeNull());
  const composer = conversation().getByRole("textbox", { name: "Message" });
  await waitFor(() => expect(document.activeElement).toBe(composer));
});
