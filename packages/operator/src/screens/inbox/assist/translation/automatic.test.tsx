import type { Account } from "@parlour/protocol";
import { waitFor } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createMessage, defaultAnswers } from "../../../../../tests/entities.ts";
import {
  conversation,
  createAnnsChat,
  createTestInbox,
  draftAnswers,
  findOpenChat,
} from "../../../../../tests/inbox.ts";
import { renderApp } from "../../../../../tests/render-app.tsx";

const german = "Wo ist mein Paket?";
const openChat = async (changes: Partial<Account>) => {
  const chat = createAnnsChat(5, "Frieda", { last_message: createMessage(5, 1, german) });
  const app = await renderApp("/inbox/all/5", {
    ...createTestInbox([chat]).answers,
    "GET /account": {
      ...(defaultAnswers["GET /account"] as Account),
      can_translate: true,
      ...changes,
    },
    "POST /translate": { text: "Where is my parcel?", from: "de" },
    "POST /chats/{id}/rewrites": {
      text: "Ihr Paket kommt morgen an.",
      model: "lt.example",
      request_id: 3,
    },
    ...draftAnswers,
    "POST /chats/{id}/messages": ({ body }) => {
      const { text } = body as { text: string };
      return createMessage(5, 2, text, { author: { kind: "operator", id: 1, name: "Ann" } });
    },
  });
  await findOpenChat("Frieda", german);
  const listBodies = (path: string) =>
    app.changes.filter((change) => change.path.endsWith(path)).map(({ body }) => body);
  return { ...app, listBodies };
};
/** Chooses the translation of the reply in the open menu, and takes it. */
async function takeTranslation(
  { user, screen }: Awaited<ReturnType<typeof openChat>>,
  field: HTMLTextAreaElement,
): Promise<void> {
  await user.keyboard("1");
  await screen.findByRole("button", { name: /^Use/ });
  await user.click(field);
  await user.keyboard("{Tab}");
  await waitFor(() => expect(field.value).toBe("Ihr Paket kommt morgen an."));
}

test("[ASSIST-059] [ASSIST-058] the inbox translates without being asked, except known languages, until an operator stops it", async () => {
  const { user, screen, listBodies } = await openChat({ translates_automatically: true });
  await conversation().findByText("Where is my parcel?");
  expect(listBodies("/translate")).toEqual([
    { text: german, to: "en", chat_id: 5, seq: 1, known: ["en"] },
  ]);
  const [menu] = conversation().getAllByRole("button", { name: "More actions" });
  await user.click(menu!);
  expect(screen.queryByRole("menuitem", { name: "Summarise" })).toBeNull();
  await user.click(await screen.findByRole("menuitem", { name: "Stop translating" }));
  await waitFor(() => expect(conversation().queryByText("Where is my parcel?")).toBeNull());
});

test("[ASSIST-057] [ASSIST-056] without a model, a reply is only translated, and one that was changed afterwards has its original", async () => {
  const app = await openChat({});
  const { user, screen, listBodies } = app;
  expect(listBodies("/translate")).toEqual([]);
  const field = conversation().getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
  await user.type(field, "Your parcel comes tomorrow.");
  await user.click(await screen.findByRole("button", { name: "Rewrite" }));
  expect((await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent)).toEqual([
    "In the customer’s language1",
  ]);
  await takeTranslation(app, field);
  await user.clear(field);
  await user.type(field, "Ihr Paket kommt heute an!{Enter}");
  await waitFor(() => expect(listBodies("/messages")).toHaveLength(1));
  expect(listBodies("/messages")[0]).toMatchObject({
    text: "Ihr Paket kommt heute an!",
    original: "Your parcel comes tomorrow.",
  });
});

test("[ASSIST-056] a reply with less than half of the words of the translation has no original", async () => {
  const app = await openChat({});
  const { user, screen, listBodies } = app;
  const field = conversation().getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
  await user.type(field, "Your parcel comes tomorrow.");
  await user.click(await screen.findByRole("button", { name: "Rewrite" }));
  await takeTranslation(app, field);
  await user.clear(field);
  await user.type(field, "Es kommt nicht.{Enter}");
  await waitFor(() => expect(listBodies("/messages")).toHaveLength(1));
  expect(listBodies("/messages")[0]).not.toHaveProperty("original");
});
