import { ChannelRequest } from "@parlour/protocol/channel";
import { Value } from "typebox/value";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { acceptChat } from "../src/core/chat/accept.ts";
import { closeChat } from "../src/core/chat/close.ts";
import { sendOperatorMessage } from "../src/core/chat/message/send-message.ts";
import type { CommandHandler } from "../src/core/command.ts";
import type { Message } from "../src/core/entity.ts";
import type { ChatData } from "../src/core/event.ts";
import {
  openChannelFixture,
  openSharedJournal,
  type ChannelFixture,
  type SharedJournal,
} from "./channel-inbound-fixture.ts";

/** Integrators report how far a message has come (docs/spec/channel.md, section 6). */

let shared: SharedJournal;
let fixture: ChannelFixture;
beforeAll(async () => {
  shared = await openSharedJournal();
});
afterAll(() => shared.close());
beforeEach(async () => {
  fixture = await openChannelFixture(shared);
});
afterEach(() => fixture.close());

/** Starts a chat of the customer. Returns a function that sends an operator's message in it. */
async function startChat(customer: string | number) {
  await fixture.sendText("hello", customer);
  const chat = fixture.state.chats.findLast((one) => one.visitor.customer === String(customer))!;
  const operatorId = fixture.operators[0]!;
  const write = <A>(handler: CommandHandler<A>) =>
    shared.journal.write({
      account: fixture.account,
      subject: { chat: chat.id, operator: operatorId },
      handler,
    });
  await write(acceptChat({ operatorId }));
  return {
    id: chat.id,
    send: async (text: string, kind: "text" | "note" = "text") =>
      (await write(sendOperatorMessage({ operatorId, kind, text }))).answer,
    close: () => write(closeChat({ operatorId, reason: null })),
    readMarks: async (): Promise<ChatData["visitor_read"]> => {
      const [row] = await shared.db.query<{ body: string }>(
        "select body from chat where account_id = $1 and id = $2",
        [fixture.account, chat.id],
      );
      return (JSON.parse(row?.body ?? "{}") as ChatData).visitor_read;
    },
  };
}
const report = async (customer: string | number, type: string, id?: unknown) => {
  const response = await fixture.post({ sender: { id: customer }, message: { type, id } });
  return [response.status, response.body];
};
const accepted = [200, '{"result":"ok"}'];
const now = (): string => new Date(fixture.clock.now()).toISOString();
/** Returns the messages of the entries `message_updated`, while `run` runs. */
async function collectUpdates(run: () => Promise<unknown>): Promise<readonly Partial<Message>[]> {
  const updates: Message[] = [];
  const stop = shared.journal.subscribe((_account, entries) => {
    for (const { name, frame } of entries)
      if (name === "message_updated")
        updates.push((JSON.parse(frame) as { data: { message: Message } }).data.message);
  });
  await run();
  stop();
  return updates.map(({ seq, received_at, seen_at }) => ({
    seq,
    ...(received_at && { received_at }),
    ...(seen_at && { seen_at }),
  }));
}

describe("receipts", () => {
  it("[CH-123] delivered, seen and read mark the message and all before it; the id is text or a number", async () => {
    const chat = await startChat(7);
    const sent = [await chat.send("one"), await chat.send("two"), await chat.send("three")];
    const [, second, third] = sent.map(({ seq }) => seq);
    const updates = await collectUpdates(async () => {
      expect(await report(7, "delivered", String(sent[1]?.id))).toEqual(accepted);
      expect(await report("7", "seen", sent[1]?.id)).toEqual(accepted);
      expect(await report(7, "read", String(sent[2]?.id))).toEqual(accepted);
    });
    expect(updates).toEqual([
      { seq: second, received_at: now() },
      { seq: second, received_at: now(), seen_at: now() },
      { seq: third, received_at: now(), seen_at: now() },
    ]);
    const marks = { received: third, received_at: now(), seen: third, seen_at: now() };
    expect(await chat.readMarks()).toEqual(marks);
    for (const type of ["delivered", "seen", "read"])
      expect(Value.Check(ChannelRequest, { sender: { id: 7 }, message: { type, id: "41" } })).toBe(
        true,
      );
  });

  it("[CORE-287] reports in any order and repeated leave the farthest marks, and write each only once", async () => {
    const chat = await startChat(7);
    const [one, two] = [await chat.send("one"), await chat.send("two")];
    const updates = await collectUpdates(async () => {
      for (const [type, message] of [
        ["seen", two],
        ["delivered", two],
        ["seen", one],
        ["delivered", one],
        ["seen", two],
      ] as const)
        await report(7, type, message.id);
    });
    expect(updates).toEqual([{ seq: two.seq, received_at: now(), seen_at: now() }]);
  });

  it("[CH-066] a message that answers one of Parlour refers to it, and an unknown id has no effect", async () => {
    const { send } = await startChat("q-1");
    const question = await send("In blue or in red?");
    const note = await send("They want blue", "note");
    const write = (quote_id: unknown) =>
      fixture.post({ sender: { id: "q-1" }, message: { type: "text", text: "Blue", quote_id } });
    for (const id of [String(question.id), note.id, "m-77", 1])
      expect((await write(id)).body).toBe('{"result":"ok"}');
    const answers = fixture.state.messages.filter(({ text }) => text === "Blue");
    expect(answers.map((message) => message.refers_to)).toMatchObject([
      { kind: "message", seq: question.seq, id: question.id, text: "In blue or in red?" },
      ...[undefined, undefined, undefined].map(() => undefined),
    ]);
  });

  it("[CH-123] a report about an earlier, closed chat counts there", async () => {
    const first = await startChat(7);
    const message = await first.send("one");
    await first.close();
    const second = await startChat(7);
    await report(7, "seen", message.id);
    expect(await first.readMarks()).toMatchObject({ seen: message.seq });
    expect(await second.readMarks()).toBeUndefined();
  });

  it("[CH-124] other ids have no effect: of another customer, of a note, of the customer's own message, none", async () => {
    const [chat, other] = [await startChat(7), await startChat(8)];
    const foreign = await other.send("for 8");
    const note = await chat.send("internal", "note");
    const own = fixture.state.messages.find((message) => message.text === "hello");
    const before = fixture.commands.length;
    for (const id of [foreign.id, note.id, own?.id, undefined, "", "m-77", -1, 1e300, null, {}])
      expect(await report(7, "seen", id)).toEqual(accepted);
    expect(await report("nobody", "delivered", foreign.id)).toEqual(accepted);
    expect(fixture.commands).toHaveLength(before);
    expect(await chat.readMarks()).toBeUndefined();
  });

  it("[CH-124] [CORE-071] from a blocked customer nothing is stored", async () => {
    const chat = await startChat(7);
    const message = await chat.send("one");
    await fixture.changeSettings((tx) =>
      tx.query(
        `insert into blacklist_entry (account_id, kind, value, shown, created_at, created_by)
         values ($1, 'customer', $2, $2, now(), $3)`,
        [fixture.account, `${fixture.channelId} 7`, fixture.operators[0]],
      ),
    );
    expect(await report(7, "seen", message.id)).toEqual(accepted);
    expect(await chat.readMarks()).toBeUndefined();
  });

  it("[CH-125] reports have limits of their own, so they do not use up those of messages", async () => {
    await fixture.close();
    fixture = await openChannelFixture(shared, {
      limits: {
        channel_per_second: 100,
        channel_burst: 100,
        customer_per_second: 1,
        customer_burst: 3,
      },
    });
    const chat = await startChat(7);
    const message = await chat.send("one");
    const statuses: unknown[] = [];
    for (let n = 0; n < 5; n++) statuses.push((await report(7, "seen", message.id))[0]);
    expect(statuses).toContain(429);
    expect((await fixture.sendText("still heard")).status).toBe(200);
  });
});
