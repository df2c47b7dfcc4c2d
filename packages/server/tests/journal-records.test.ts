import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ManualClock } from "../src/clock.ts";
import { assigned } from "../src/core/draft.ts";
import type { Call } from "../src/core/entity.ts";
import { fail } from "../src/core/failure.ts";
import type { Command } from "../src/core/command.ts";
import type { Journal } from "../src/journal/index.ts";
import {
  getChatId,
  findInconsistencies,
  openJournalFixture,
  buildVisitorMessage,
  type JournalFixture,
  type TestAccount,
} from "./journal-fixture.ts";

let fixture: JournalFixture;
let clock: ManualClock;
let node: Journal;
let testAccount: TestAccount;
let chat: number;
beforeAll(async () => {
  fixture = await openJournalFixture();
  clock = new ManualClock();
  node = await fixture.openNode({ clock });
});
beforeEach(async () => {
  testAccount = await fixture.addAccount();
  chat = getChatId((await node.write(buildVisitorMessage(testAccount, "ann", "hello"))).answer);
});
afterAll(() => fixture.drop());

describe("calls and offline messages", () => {
  const call = (status: Call["status"], id?: number): Command<Call> => ({
    account: testAccount.id,
    subject: { chat },
    handler: (context) => {
      const existing = context.calls.find((one) => one.id === id);
      if (id === undefined && context.calls.length > 0)
        return fail("already_running", "one at a time");
      if (id !== undefined && !existing) return fail("not_found", "over");
      const at = new Date(context.now).toISOString();
      const created: Call = existing
        ? { ...existing, status, updated_at: at }
        : {
            id: context.ids.message(),
            type: "callback",
            phone: "+1",
            chat_id: chat,
            status,
            operator: null,
            reason: null,
            record_url: null,
            created_at: at,
            updated_at: at,
          };
      return { events: [{ name: "call_updated", call: created }], answer: created };
    },
  });
  const rows = async () =>
    (
      await fixture.pools.writer.query<{
        id: number;
        kind: string;
        chat_id: number | null;
        state: string;
        version: number;
        body: string;
      }>("select id, kind, chat_id, state, version, body from record where account_id = $1", [
        testAccount.id,
      ])
    ).rows;

  it("[CORE-040] a call is an entry and a row; verbs see it on every node until it is over", async () => {
    const other = await fixture.openNode({ clock });
    const created = (await node.write(call("start"))).answer;
    await expect(other.write(call("start"))).rejects.toThrow("already_running");
    await other.write(call("client_connected", created.id));
    await node.write(call("end", created.id));
    await expect(other.write(call("end", created.id))).rejects.toThrow("not_found");
    const [row] = await rows();
    expect(row).toMatchObject({
      id: created.id,
      kind: "call",
      chat_id: chat,
      state: "end",
      version: 2,
    });
    expect(JSON.parse(row?.body ?? "")).toMatchObject({ id: created.id, status: "end" });
    // This node reads the write of the other node a moment later.
    await node.settle();
    expect(
      (await node.read(testAccount.id, 3, 9)).map((entry) => JSON.parse(entry.frame) as unknown),
    ).toMatchObject([
      { name: "call_updated", chat_id: chat, data: { call: { status: "start" } } },
      { name: "call_updated", chat_id: chat, data: { call: { status: "client_connected" } } },
      { name: "call_updated", chat_id: chat, data: { call: { status: "end" } } },
    ]);
    expect((await fixture.pools.reader.rows(testAccount.id, "select id from record")).length).toBe(
      1,
    );
  });
  it("[CORE-132] of many that begin a call at once on two nodes one does", async () => {
    const other = await fixture.openNode({ clock });
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? node : other).write(call("start"))),
    );
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    expect(await rows()).toHaveLength(1);
    expect(await findInconsistencies(fixture.pools)).toEqual([]);
  });
  it("[CORE-040] an offline message is kept with its visitor's number in the entry, also of one who was never seen", async () => {
    const created = await node.write({
      account: testAccount.id,
      subject: { customer: { channelId: testAccount.channelId, key: "new" } },
      handler: (context) => {
        const at = new Date(context.now).toISOString();
        const entity = {
          id: context.ids.visitor(),
          name: null,
          phone: null,
          email: null,
          description: null,
          photo: null,
          customer: "new",
          created_at: at,
        };
        const offlineMessage = {
          id: context.ids.message(),
          channel: { id: testAccount.channelId, kind: "widget" as const, name: "Shop" },
          contacts: { name: "N", email: "n@example.org", phone: "" },
          text: 'a "number":null b',
          department: null,
          page: null,
          session: null,
          state: "new" as const,
          operator: null,
          created_at: at,
        };
        return {
          events: [
            { name: "visitor_created", visitor: entity },
            { name: "offline_message_updated", offlineMessage },
          ],
          answer: { number: assigned.visitorNumber },
        };
      },
    });
    expect(created.answer).toEqual({ number: 2 });
    expect(await rows()).toMatchObject([{ kind: "offline_message", chat_id: null, state: "new" }]);
    const [entry] = await node.read(testAccount.id, created.position - 1, 1);
    expect(JSON.parse(entry?.frame ?? "")).toMatchObject({
      data: {
        offline_message: {
          visitor: { number: 2, customer: "new" },
          text: 'a "number":null b',
          state: "new",
        },
      },
    });
  });
});
