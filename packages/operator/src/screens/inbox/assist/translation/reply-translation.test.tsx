import type { Account } from "@parlour/protocol";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createMessage, defaultAnswers } from "../../../../../tests/entities.ts";
import { Refusal, type Answers } from "../../../../../tests/fake-server.ts";
import {
  conversation,
  createAnnsChat,
  createTestInbox,
  draftAnswers,
  findOpenChat,
} from "../../../../../tests/inbox.ts";
import { renderApp } from "../../../../../tests/render-app.tsx";

const german = "Wo ist mein Paket?";
const english = "Where is my parcel?";
const reply = "Your parcel comes tomorrow.";
const germanReply = "Ihr Paket kommt morgen an.";
let lastId = 0;

/** Opens a chat that is translated without being asked. Each test has a chat of its own. */
async function openChat(answers: Answers = {}) {
  lastId += 1;
  const id = 40 + lastId;
  const chat = createAnnsChat(id, "Frieda", { last_message: createMessage(id, 1, german) });
  const app = await renderApp(`/inbox/all/${id}`, {
    ...createTestInbox([chat]).answers,
    "GET /account": {
      ...(defaultAnswers["GET /account"] as Account),
      can_translate: true,
      translates_automatically: true,
    },
    "POST /translate": ({ body }) => {
      const { to, text } = body as { readonly to: string; readonly text: string };
      if (to === "en") return { text: english, from: "de" };
      return { text: germanReply, from: text === germanReply ? "de" : "en" };
    },
    ...draftAnswers,
    "POST /chats/{id}/messages": ({ body }) => {
      const { text } = body as { text: string };
      return createMessage(id, 2, text, { author: { kind: "operator", id: 1, name: "Ann" } });
    },
    ...answers,
  });
  await findOpenChat("Frieda", german);
  await conversation().findByText(english);
  const field = conversation().getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
  const listBodies = (path: string) =>
    app.changes.filter((change) => change.path.endsWith(path)).map(({ body }) => body);
  return { ...app, id, field, listBodies };
}
const panel = () => conversation().findByRole("region", { name: "Replies in German" });

test("[ASSIST-061] a reply is shown in the language of the customer before it is sent, with what was written as its original", async () => {
  const { user, field, id, listBodies } = await openChat();
  expect((await panel()).textContent).toContain("You see the translation before it is sent.");
  await user.type(field, `${reply}{Enter}`);
  // Send has shown the translation first.
  await waitFor(async () => expect((await panel()).textContent).toContain(germanReply));
  expect(field.value).toBe(reply);
  expect(listBodies("/messages")).toEqual([]);
  expect(listBodies("/translate").at(-1)).toEqual({ text: reply, to: "de", chat_id: id });
  await user.type(field, "{Enter}");
  await waitFor(() => expect(listBodies("/messages")).toHaveLength(1));
  expect(listBodies("/messages")[0]).toMatchObject({ text: germanReply, original: reply });
  expect(field.value).toBe("");
});

test("[ASSIST-061] a text in the language of the customer is sent as it is", async () => {
  const { user, field, listBodies } = await openChat();
  await user.type(field, `${germanReply}{Enter}`);
  await waitFor(async () => expect((await panel()).textContent).toContain("Your text is sent."));
  await user.type(field, "{Enter}");
  await waitFor(() => expect(listBodies("/messages")).toHaveLength(1));
  expect(listBodies("/messages")[0]).not.toHaveProperty("original");
});

test("[ASSIST-061] [ASSIST-056] a translation that Rewrite put into the field is sent at once", async () => {
  const { user, screen, field, listBodies } = await openChat({
    "POST /chats/{id}/rewrites": { text: germanReply, model: "lt.example", request_id: 3 },
  });
  await user.type(field, reply);
  await user.click(await screen.findByRole("button", { name: "Rewrite" }));
  await user.keyboard("1");
  await screen.findByRole("button", { name: /^Use/ });
  await user.click(field);
  await user.keyboard("{Tab}");
  await waitFor(() => expect(field.value).toBe(germanReply));
  await user.type(field, "{Enter}");
  await waitFor(() => expect(listBodies("/messages")).toHaveLength(1));
  expect(listBodies("/messages")[0]).toMatchObject({ text: germanReply, original: reply });
});

test("[ASSIST-062] a translation that fails sends nothing, and the reply can be sent as written", async () => {
  const { user, screen, field, answer, listBodies } = await openChat();
  answer({ "POST /translate": new Refusal(409, "model_timeout", "Late.") });
  await user.type(field, `${reply}{Enter}`);
  await screen.findByText("Not translated. The model did not answer in time.");
  await user.type(field, "{Enter}");
  await screen.findByText("Not translated. The model did not answer in time.");
  expect([field.value, listBodies("/messages")]).toEqual([reply, []]);
  await user.click(screen.getByRole("button", { name: "Send as written" }));
  await waitFor(() => expect(listBodies("/messages")).toHaveLength(1));
  expect(listBodies("/messages")[0]).toMatchObject({ text: reply });
  expect(listBodies("/messages")[0]).not.toHaveProperty("original");
});

test("[ASSIST-062] a press stops both directions, and the device remembers it", async () => {
  const { user, screen, field, id, listBodies } = await openChat();
  await user.type(field, reply);
  await user.click(screen.getByRole("button", { name: "Stop translating" }));
  await waitFor(() => expect(conversation().queryByText(english)).toBeNull());
  expect(localStorage.getItem("parlour.translated")).toContain(`[${id},false]`);
  await user.type(field, "{Enter}");
  await waitFor(() => expect(listBodies("/messages")).toHaveLength(1));
  expect(listBodies("/messages")[0]).toMatchObject({ text: reply });
});

test("[ASSIST-061] the dialog of a scheduled reply says that it is not translated", async () => {
  const { user, screen, field } = await openChat();
  await user.type(field, reply);
  await user.click(conversation().getByRole("button", { name: "Send later" }));
  await screen.findByText("Scheduled replies are sent as written, without a translation.");
  const dialog = within(screen.getByRole("dialog", { name: "Send later" }));
  expect(dialog.getByRole<HTMLTextAreaElement>("textbox", { name: /^Reply/ }).value).toBe(reply);
});
