import {
  createSeededRandom,
  openTestPool,
  startIntegrator,
  startTestParlour,
  type FakeIntegrator,
  type TestChannel,
  type TestParlour,
} from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  editCustomerMessage,
  type MessageEdit,
} from "../src/core/chat/message/changes/edit-customer-message.ts";
import type { Message } from "../src/core/entity.ts";
import { Refusal } from "../src/core/failure.ts";
import type { Journal } from "../src/journal/index.ts";
import { listMessages } from "../src/store/chats/message.ts";
import { createDb } from "../src/store/database/sql.ts";
import { applyRetention } from "../src/store/erasure/retention.ts";
import { findTraces } from "./erasure-fixture.ts";
import {
  buildVisitorMessage,
  findInconsistencies,
  openJournalFixture,
  getChatId,
} from "./journal-fixture.ts";
import { createMessageEditor } from "./message-editor.ts";

const write = async (
  journal: Pick<Journal, "write">,
  account: number,
  chat: number,
  { seq, ...edit }: MessageEdit & { readonly seq: number },
): Promise<boolean> =>
  (
    await journal.write({
      account,
      subject: { chat, message: seq },
      handler: editCustomerMessage(edit),
    })
  ).answer.edited;

describe("edits on two nodes", () => {
  it("[CORE-283] [CORE-285] edits that race on two nodes leave the latest one, each earlier text once and no gap", async () => {
    const fixture = await openJournalFixture();
    const nodes = [await fixture.openNode(), await fixture.openNode()];
    const account = await fixture.addAccount();
    const [first] = nodes;
    const { answer } = await first!.write(buildVisitorMessage(account, "ann", "original"));
    const chat = getChatId(answer);
    const createdAt = Date.now();
    const random = createSeededRandom(24);
    const times = Array.from({ length: 40 }, (_, n) => createdAt + n + 1).toSorted(
      () => random() - 0.5,
    );
    for (let n = 0; n < times.length; n += 8)
      await Promise.all(
        times.slice(n, n + 8).flatMap((editedAt) => {
          const edit = { seq: 1, text: `edit ${editedAt - createdAt}`, editedAt };
          // Each edit arrives twice, as a service repeats it, and a refused one once more.
          return nodes.map((node) => untilAccepted(() => write(node, account.id, chat, edit)));
        }),
      );
    const { rows } = await fixture.pools.writer.query<{ body: string }>(
      "select body from journal where account_id = $1 and chat_id = $2 and seq = 1",
      [account.id, chat],
    );
    const message = JSON.parse(rows[0]?.body ?? "") as Message;
    expect(message).toMatchObject({ text: "edit 40" });
    expect(message.earlier?.[0]).toMatchObject({ text: "original" });
    const changedAt = message.earlier?.map((one) => one.at) ?? [];
    expect(new Set(changedAt).size).toBe(changedAt.length);
    expect(changedAt).toEqual(changedAt.toSorted());
    expect(await findInconsistencies(fixture.pools)).toEqual([]);
    await fixture.drop();
  });
  const untilAccepted = async (run: () => Promise<boolean>): Promise<boolean> => {
    for (;;)
      try {
        return await run();
      } catch (error) {
        if (!(error instanceof Refusal) || error.failure.failure !== "temporarily_unavailable")
          throw error;
      }
  };
  it("[CORE-285] edits of one message in one batch build on each other", async () => {
    const fixture = await openJournalFixture();
    const node = await fixture.openNode();
    const account = await fixture.addAccount();
    const { answer } = await node.write(buildVisitorMessage(account, "ann", "one"));
    const chat = getChatId(answer);
    const at = Date.now();
    const answers = await Promise.all(
      ["two", "three", "two", "four"].map((text, n) =>
        write(node, account.id, chat, { seq: 1, text, editedAt: at + (n === 2 ? 0 : n) }),
      ),
    );
    expect(answers.filter((one) => one)).toHaveLength(3);
    const messages = await listMessages(fixture.pools.reader, account.id, chat, { limit: 10 });
    expect(messages).toMatchObject([
      { seq: 1, text: "four", earlier: [{ text: "one" }, { text: "two" }, { text: "three" }] },
    ]);
    const frames = (await node.read(account.id, 0, 9)).map(({ frame }) => frame);
    expect(frames.slice(-3).map((frame) => JSON.parse(frame) as unknown)).toMatchObject([
      { name: "message_updated", chat_id: chat, data: { message: { seq: 1, text: "two" } } },
      { name: "message_updated", data: { message: { text: "three" } } },
      { name: "message_updated", data: { message: { text: "four", id: messages[0]?.id } } },
    ]);
    await fixture.drop();
  });
});

describe("edited messages of a server", () => {
  let integrator: FakeIntegrator;
  let parlour: TestParlour;
  let channel: TestChannel;
  const editor = createMessageEditor();
  beforeAll(async () => {
    integrator = await startIntegrator();
    parlour = await startTestParlour({ hooks: editor.hooks });
    channel = await parlour.channel(integrator.url);
  });
  afterAll(async () => {
    await parlour.close();
    await integrator.close();
  });
  const readCursor = async (): Promise<string> =>
    (await parlour.owner.call("GET", "events")).body.cursor as string;
  const readEdits = async (after: string): Promise<readonly unknown[]> =>
    (await parlour.owner.call("GET", `events?after=${after}&types=message_updated`)).body.events;
  /** Edits a message. Resolves when the server has read and processed the entry. */
  const edit = async (chat: number, seq: number, change: MessageEdit): Promise<boolean> => {
    const cursor = await readCursor();
    const isEdited = await editor.edit(parlour, chat, seq, change);
    await expect.poll(() => readEdits(cursor)).toHaveLength(isEdited ? 1 : 0);
    await parlour.settle();
    await parlour.clock.advance(2_000);
    await parlour.settle();
    return isEdited;
  };
  /** Creates a chat with one message, which is then edited. */
  const editFirstMessage = async (customer: string, before: string, after: string) => {
    expect((await parlour.sendCustomerMessage(channel, customer, before)).status).toBe(200);
    const chat = await parlour.findChat(customer);
    await parlour.settle();
    await parlour.clock.advance(5_000);
    const editedAt = parlour.clock.now();
    const message = (await parlour.messages(chat.id)).findLast((one) => one.text === before)!;
    await edit(chat.id, message.seq, { text: after, editedAt });
    return { ...chat, seq: message.seq, editedAt };
  };
  const search = async (word: string): Promise<number> =>
    (await parlour.owner.call("GET", `search?q=${word}`)).body.items.length;

  it("[CORE-283] [API-399] [CORE-286] the list, the row, the search and the transcript have the new text; the earlier one stays with the message", async () => {
    const { id, seq, editedAt } = await editFirstMessage("ann", "tomatensuppe", "kürbissuppe");
    const edited = {
      text: "kürbissuppe",
      edited_at: new Date(editedAt).toISOString(),
      earlier: [{ text: "tomatensuppe", at: new Date(editedAt - 5_000).toISOString() }],
    };
    const messages = await parlour.messages(id);
    expect(messages.find((message) => message.seq === seq)).toMatchObject(edited);
    const { call } = parlour.owner;
    expect((await call("GET", `chats/${id}`)).body.last_message).toMatchObject(edited);
    const listed = (await call("GET", "chats")).body.items;
    expect(listed.find((chat: { id: number }) => chat.id === id)).toMatchObject({
      last_message: edited,
      unread: 1,
    });
    expect([await search("tomatensuppe"), await search("kürbissuppe")]).toEqual([0, 1]);
    const transcript = (await call("GET", `chats/${id}/transcript?format=txt`)).text;
    expect([transcript.includes("kürbissuppe"), transcript.includes("tomatensuppe")]).toEqual([
      true,
      false,
    ]);
    // The next message is the last one again, and an edit of the one before does not replace it.
    await parlour.sendCustomerMessage(channel, "ann", "und brot");
    await parlour.settle();
    await edit(id, seq, { text: "linsen", editedAt: editedAt + 1 });
    expect((await call("GET", `chats/${id}`)).body.last_message).toMatchObject({
      text: "und brot",
    });
    expect([await search("kürbissuppe"), await search("linsen")]).toEqual([0, 1]);
  });

  it("[API-400] the event feed has the edit as message_updated; developers read neither text", async () => {
    const developer = await parlour.operator("developer");
    const cursor = await readCursor();
    const { id, seq } = await editFirstMessage("bob", "geheimnis", "offenkundig");
    expect(await readEdits(cursor)).toMatchObject([
      { chat_id: id, data: { message: { seq, text: "offenkundig", earlier: [{}] } } },
    ]);
    const { items } = (await developer.call("GET", `chats/${id}/messages`)).body;
    const message = items.find((one: Message) => one.seq === seq) as Message;
    expect(message.edited_at).toEqual(expect.any(String));
    expect(JSON.stringify(message)).not.toMatch(/geheimnis|offenkundig/);
  });

  it("[CORE-286] [CORE-116] erasing the visitor leaves neither text, and a later edit writes nothing", async () => {
    const { id, seq, visitor, editedAt } = await editFirstMessage(
      "carl",
      "waldmeister",
      "lavendel",
    );
    expect((await findTraces(parlour, ["waldmeister", "lavendel"])).length).toBeGreaterThan(1);
    expect((await parlour.owner.call("DELETE", `visitors/${visitor.number}`)).status).toBe(200);
    const late = { text: "rosmarin", editedAt: editedAt + 9_000 };
    expect(await edit(id, seq, late)).toBe(false);
    expect(await findTraces(parlour, ["waldmeister", "lavendel", "rosmarin"])).toEqual([]);
  });

  it("[CORE-286] [CORE-115] retention removes the texts of edits too, also of an edit after the chat was closed", async () => {
    const { id, seq, editedAt } = await editFirstMessage("dora", "steinpilz", "pfifferling");
    await parlour.owner.call("POST", `chats/${id}/accept`);
    await parlour.owner.call("POST", `chats/${id}/close`, {});
    await parlour.clock.advance(60_000);
    const late = { text: "morchel", editedAt: editedAt + 9_000 };
    expect(await edit(id, seq, late)).toBe(true);
    const pool = openTestPool(parlour.databaseUrl, { max: 2 });
    const days = { files_days: 0, visits_days: 0, addresses_days: 0, deliveries_days: 0 };
    const deps = {
      db: createDb(pool),
      now: () => parlour.clock.now() + 100 * 86_400_000,
      isClosed: () => false,
    };
    await applyRetention(deps, { ...days, audit_days: 0, chats_days: 50 });
    await pool.end();
    expect(await findTraces(parlour, ["steinpilz", "pfifferling", "morchel"])).toEqual([]);
  });
});
