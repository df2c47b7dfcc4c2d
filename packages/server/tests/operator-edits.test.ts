import type { Message } from "@parlour/protocol";
import { startIntegrator, type FakeIntegrator, type TestOperator } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openWidgetFixture, useWindows, type WidgetFixture } from "./widget-fixture.ts";

/** Operators edit and delete their own answers and notes. */
let fixture: WidgetFixture;
let owner: TestOperator;
let integrator: FakeIntegrator;
beforeAll(async () => {
  [fixture, integrator] = await Promise.all([openWidgetFixture(), startIntegrator()]);
  ({ owner } = fixture.parlour);
});
afterAll(() => Promise.all([fixture.close(), integrator.close()]));

const { nextRef, sendReply, startChat } = useWindows(() => fixture);
const pathOf = ({ chat_id: chat, seq }: Pick<Message, "chat_id" | "seq">): string =>
  `chats/${chat}/messages/${seq}`;
const edit = (message: Message, text: string, by = owner) =>
  by.call("PATCH", pathOf(message), { text });
const remove = (message: Message, by = owner) => by.call("DELETE", pathOf(message), {});
const codeOf = ({ status, body }: { readonly status: number; readonly body: unknown }) =>
  `${status} ${(body as { error?: { code: string } }).error?.code ?? ""}`;
const writeNote = async (chatId: number, text: string, by = owner): Promise<Message> => {
  const body = { kind: "note", text, client_id: nextRef() };
  return (await by.call("POST", `chats/${chatId}/messages`, body)).body as Message;
};
const findStored = async (message: Message): Promise<Message | undefined> =>
  (await fixture.parlour.messages(message.chat_id)).find(({ seq }) => seq === message.seq);

describe("an answer in a widget", () => {
  test("[CORE-410] [API-520] [WG-260] an edit keeps the earlier text for the team, and the visitor sees only the new one", async () => {
    const { win, chatId } = await startChat();
    const sent = await sendReply(chatId, "It costs 10 EUR");
    const edited = await edit(sent, "It costs 12 EUR");
    expect(edited.status, edited.text).toBe(200);
    expect(edited.body).toMatchObject({
      seq: sent.seq,
      text: "It costs 12 EUR",
      earlier: [{ text: "It costs 10 EUR", at: sent.created_at }],
    });
    expect(await findStored(sent)).toEqual(edited.body);
    const { message } = await win.next("message", (frame) => frame.message.edited === true);
    expect(message).toMatchObject({ id: sent.id, from: "operator", text: "It costs 12 EUR" });
    expect(JSON.stringify(message)).not.toContain("10 EUR");
    // The same text again changes nothing.
    expect((await edit(sent, "It costs 12 EUR")).body).toEqual(edited.body);
  });

  test("[WG-281] [CORE-442] [API-540] the visitor sees the reaction of the team, until it is taken back", async () => {
    const { win, chatId } = await startChat();
    const asked = (await fixture.parlour.messages(chatId)).find(
      ({ author }) => author.kind === "visitor",
    )!;
    const path = `${pathOf(asked)}/reaction`;
    const react = async (method: "PUT" | "DELETE", body: object) => {
      const from = win.frames.length;
      const answer = await owner.call(method, path, body);
      const { message } = await win.next("message", (frame) => frame.message.id === asked.id, from);
      return { reactions: (answer.body as Message).reactions, shown: message.reaction };
    };
    const by = { by: "operator", operator: expect.anything(), at: expect.any(String) };
    expect(await react("PUT", { emoji: "👍" })).toEqual({
      reactions: [{ ...by, emoji: "👍" }],
      shown: "👍",
    });
    expect(await react("DELETE", {})).toEqual({
      reactions: [{ ...by, emoji: null }],
      shown: undefined,
    });
  });

  test("[CORE-411] [API-521] [WG-261] a deleted answer has no text, and its visitor sees that a message was deleted", async () => {
    const { win, chatId } = await startChat();
    const sent = await sendReply(chatId, "For another customer");
    const deleted = await remove(sent);
    expect(deleted.status, deleted.text).toBe(200);
    expect(deleted.body).toMatchObject({
      text: "",
      deleted_by: { id: owner.id },
      earlier: [{ text: "For another customer" }],
    });
    const { message } = await win.next("message", (frame) => frame.message.code === "deleted");
    expect(message).toMatchObject({ id: sent.id, seq: sent.seq, from: "system", text: "" });
    expect(JSON.stringify(message)).not.toContain("another");
    expect((await remove(sent)).body).toEqual(deleted.body);
    expect(codeOf(await edit(sent, "Again"))).toBe("404 not_found");
  });

  test("[WG-262] a window that was away gets the changes with its next welcome", async () => {
    const { win, chatId, token } = await startChat();
    const [first, second] = [await sendReply(chatId, "One"), await sendReply(chatId, "Two")];
    await win.next("message", (frame) => frame.message.id === second.id);
    await win.close();
    await edit(first, "One and a half");
    await remove(second);
    const third = await sendReply(chatId, "Three");
    const after = { chat_id: chatId, seq: second.seq };
    const welcome = await (await fixture.openWindow({ token, after })).waitForWelcome();
    expect(welcome.reset).toBe(false);
    expect(welcome.messages).toMatchObject([
      { id: first.id, text: "One and a half", edited: true },
      { id: second.id, code: "deleted" },
      { id: third.id, text: "Three" },
    ]);
  });

  test("[WG-289] [ASSIST-056] the window of the visitor gets what a machine translated, until it is edited", async () => {
    const { win, chatId } = await startChat();
    const original = "Yes, up to 220 degrees.";
    const body = { kind: "text", text: "Ja, bis 220 Grad.", original, client_id: nextRef() };
    const sent = await owner.call("POST", `chats/${chatId}/messages`, body);
    const { message } = await win.next("message", (frame) => frame.message.original !== undefined);
    expect(message).toMatchObject({ from: "operator", text: body.text, original });
    await edit(sent.body as unknown as Message, "Ja, bis 210 Grad.");
    const edited = await win.next("message", (frame) => frame.message.edited === true);
    expect(edited.message).not.toHaveProperty("original");
  });

  test("[WG-280] [CORE-433] an answer quotes what the visitor wrote, in their window too", async () => {
    const { win, chatId } = await startChat();
    const [asked] = (await fixture.parlour.messages(chatId)).filter(
      ({ author }) => author.kind === "visitor",
    );
    const body = { kind: "text", text: "Yes", quotes: asked?.seq, client_id: nextRef() };
    expect((await owner.call("POST", `chats/${chatId}/messages`, body)).status).toBe(201);
    const { message } = await win.next("message", (frame) => frame.message.quote !== undefined);
    expect(message).toMatchObject({ from: "operator", text: "Yes", quote: asked?.text });
    const note = await writeNote(chatId, "Not for them");
    const refused = async (quotes: number | undefined, kind: string) =>
      (
        await owner.call("POST", `chats/${chatId}/messages`, {
          ...body,
          kind,
          quotes,
          client_id: nextRef(),
        })
      ).body;
    for (const [quotes, kind] of [
      [note.seq, "text"],
      [99, "text"],
      [asked?.seq, "note"],
    ] as const)
      expect(await refused(quotes, kind)).toMatchObject({
        error: { code: "invalid_request", field: "quotes" },
      });
  });

  test("[WG-282] [CON-070] a visitor quotes a message of their chat, and nothing that they do not know", async () => {
    const { win, chatId } = await startChat();
    const other = await startChat();
    const foreign = await sendReply(other.chatId, "For somebody else");
    const sent = await sendReply(chatId, "It costs 10 EUR");
    const removed = await sendReply(chatId, "For another customer");
    await remove(removed);
    const note = await writeNote(chatId, "Not for them");
    const joined = (await fixture.parlour.messages(chatId)).find(
      ({ author }) => author.kind === "system",
    );
    const say = (ref: string, text: string, { chat_id, seq }: Message) =>
      win.sendMessage(ref, text, { quotes: { chat_id, seq } });
    for (const message of [note, removed, foreign, joined!, { ...sent, seq: 99 }]) {
      const shown = await say(nextRef(), "Hm", message);
      expect(shown).toMatchObject({ from: "visitor", text: "Hm" });
      expect(Object.keys(shown)).not.toContain("quote");
    }
    expect(
      (await fixture.parlour.messages(chatId)).filter(({ refers_to }) => refers_to !== undefined),
    ).toEqual([]);

    const ref = nextRef();
    const shown = await say(ref, "Too much", sent);
    expect(shown).toMatchObject({
      from: "visitor",
      text: "Too much",
      quote: "It costs 10 EUR",
      quote_seq: sent.seq,
    });
    expect(
      (await fixture.parlour.messages(chatId)).find(({ id }) => id === shown.id),
    ).toMatchObject({
      refers_to: {
        kind: "message",
        seq: sent.seq,
        id: sent.id,
        text: "It costs 10 EUR",
        author: sent.author.name,
      },
    });
    // A repeat finds the stored message although the quoted one was deleted in the meantime.
    await remove(sent);
    expect(await say(ref, "Too much", sent)).toMatchObject({ id: shown.id });
  });

  test("[WG-285] [CORE-440] a visitor reacts to a message of the team, replaces the reaction and takes it back", async () => {
    const { win, chatId } = await startChat();
    const sent = await sendReply(chatId, "It costs 10 EUR");
    const react = async (emoji: string, message: Pick<Message, "chat_id" | "seq"> = sent) => {
      const { chat_id, seq } = message;
      const answer = await win.request({ type: "react", ref: nextRef(), chat_id, seq, emoji });
      const code = answer.type === "failed" ? answer.code : "ok";
      return { code, reactions: (await findStored(sent))?.reactions };
    };
    const by = { by: "visitor", at: expect.any(String) };
    expect(await react("👍")).toEqual({ code: "ok", reactions: [{ ...by, emoji: "👍" }] });
    const { message } = await win.next("message", (frame) => frame.message.reaction !== undefined);
    expect(message).toMatchObject({ id: sent.id, from: "operator", reaction: "👍" });
    const before = await findStored(sent);
    await react("👍");
    expect(await findStored(sent)).toEqual(before);
    expect(await react("🎉")).toEqual({ code: "ok", reactions: [{ ...by, emoji: "🎉" }] });
    expect(await react("")).toEqual({ code: "ok", reactions: [{ ...by, emoji: null }] });
    expect(await react("🤡")).toMatchObject({ code: "invalid_request" });

    const stored = await fixture.parlour.messages(chatId);
    const asked = stored.find(({ author }) => author.kind === "visitor")!;
    const foreign = await sendReply((await startChat()).chatId, "For somebody else");
    const note = await writeNote(chatId, "Not for them");
    for (const other of [asked, foreign, note, { ...sent, seq: 99 }])
      expect(await react("👍", other)).toMatchObject({ code: "not_found" });
    expect((await findStored(foreign))?.reactions).toBeUndefined();
    await owner.call("POST", `chats/${chatId}/close`);
    expect(await react("👍")).toMatchObject({ code: "chat_closed" });
  });

  test("[CORE-410] an edit does not forget that the visitor has seen the message", async () => {
    const { win, chatId } = await startChat();
    const sent = await sendReply(chatId, "Seen");
    await win.next("message", (frame) => frame.message.id === sent.id);
    win.send({ type: "marks", chat_id: chatId, received: sent.seq, seen: sent.seq });
    await fixture.waitUntil(
      async () => (await findStored(sent))?.seen_at !== undefined,
      "the receipt is stored",
    );
    const before = await findStored(sent);
    expect((await edit(sent, "Seen, then edited")).body).toMatchObject({
      seen_at: before?.seen_at,
    });
  });

  test("[CORE-286] [CORE-411] the search no longer finds the text of a deleted answer", async () => {
    const { chatId } = await startChat();
    const sent = await sendReply(chatId, "Quitzdorf");
    const search = async (): Promise<number> => {
      const found = await owner.call("GET", "search?q=quitzdorf");
      return (found.body as { items: unknown[] }).items.length;
    };
    const index = async (): Promise<void> => {
      await fixture.parlour.clock.advance(2_000);
      await fixture.parlour.settle();
    };
    await index();
    expect(await search()).toBe(1);
    await remove(sent);
    await index();
    expect(await search()).toBe(0);
  });
});

test("[CORE-410] [CORE-411] [API-520] only authors edit, only authors and administrators delete, and closed chats stay as they are", async () => {
  const { chatId } = await startChat();
  const colleague = await fixture.parlour.operator("operator", "Ben");
  const admin = await fixture.parlour.operator("admin", "Adam");
  await owner.call("PATCH", `channels/${fixture.widget.id}`, {
    operators: [owner.id, colleague.id],
  });
  const sent = await sendReply(chatId, "Mine");
  expect(codeOf(await edit(sent, "Yours", admin))).toBe("403 forbidden");
  expect(codeOf(await edit(sent, "Yours", colleague))).toBe("403 forbidden");
  expect(codeOf(await remove(sent, colleague))).toBe("403 forbidden");
  expect(codeOf(await edit({ ...sent, seq: 1 }, "Of the visitor"))).toBe("403 forbidden");
  expect(codeOf(await edit({ ...sent, seq: 99 }, "Nothing"))).toBe("404 not_found");
  for (const text of ["", " \n", "x".repeat(4_001)])
    expect(await edit(sent, text)).toMatchObject({
      status: 400,
      body: { error: { code: "invalid_request", field: "text" } },
    });
  const note = await writeNote(chatId, "A note", colleague);
  expect((await remove(note, admin)).body).toMatchObject({
    kind: "note",
    deleted_by: { id: admin.id },
  });
  await owner.call("POST", `chats/${chatId}/close`, {});
  expect(codeOf(await edit(sent, "Late"))).toBe("409 chat_closed");
  expect(codeOf(await remove(sent))).toBe("409 chat_closed");
  expect((await findStored(sent))?.text).toBe("Mine");
});

test("[CORE-436] [API-046] [API-520] an edited note mentions those whom it names, and a line tells those who are new", async () => {
  const { parlour } = fixture;
  const { chatId } = await startChat();
  const [first, second] = [
    await parlour.operator("admin", "Max"),
    await parlour.operator("admin", "Nora"),
  ];
  const listMentions = async (by: TestOperator): Promise<unknown[]> => {
    await parlour.settle();
    const { items } = (await by.call("GET", "mentions")).body as { items: { chat_id: number }[] };
    return items.filter(({ chat_id }) => chat_id === chatId);
  };
  const body = { kind: "note", text: "@Max look", mentions: [first.id], client_id: nextRef() };
  const note = (await owner.call("POST", `chats/${chatId}/messages`, body)).body as Message;
  for (const reader of [first, second])
    await reader.call("PUT", `chats/${chatId}/read`, { seq: note.seq });
  const change = (input: object) => owner.call("PATCH", pathOf(note), input);
  const edited = await change({ text: "@Max @Nora", mentions: [first.id, second.id, owner.id] });
  expect(edited.body).toMatchObject({ mentions: [first.id, second.id] });
  const line = (await parlour.messages(chatId)).at(-1);
  expect(line).toMatchObject({
    mentions: [second.id],
    line: { code: "mentioned", by: { id: owner.id }, detail: "Nora" },
  });
  expect([await listMentions(first), await listMentions(second)]).toMatchObject([
    [],
    [{ seq: line?.seq }],
  ]);
  expect((await change({ text: "@Nora" })).body).toMatchObject({
    mentions: [first.id, second.id],
  });
  expect((await change({ text: "Nobody", mentions: [] })).body).not.toHaveProperty("mentions");
  expect((await parlour.messages(chatId)).at(-1)?.seq).toBe(line?.seq);
  const chat = await owner.call("GET", `chats/${chatId}`);
  expect(chat.body).toMatchObject({ last_message: { seq: note.seq } });
  const refused = await change({ text: "Other", mentions: [1e9] });
  expect(refused).toMatchObject({ status: 400, body: { error: { field: "mentions" } } });
});

test("[CORE-412] a channel that cannot show changes takes them for notes only", async () => {
  const { parlour } = fixture;
  const channel = await parlour.channel(integrator.url);
  await parlour.sendCustomerMessage(channel, "77", "Hello");
  const { id } = await parlour.findChat("77");
  const sent = await sendReply(id, "Sent");
  await parlour.settle();
  expect(codeOf(await edit(sent, "Edited"))).toBe("409 not_supported");
  expect(codeOf(await remove(sent))).toBe("409 not_supported");
  const note = await writeNote(id, "Wrong");
  expect((await edit(note, "Right")).body).toMatchObject({ kind: "note", text: "Right" });
});
