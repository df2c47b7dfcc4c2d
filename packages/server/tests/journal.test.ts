import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  buildAccept,
  getChatId,
  buildClose,
  findInconsistencies,
  openJournalFixture,
  buildOperatorMessage,
  buildVisitorMessage,
} from "./journal-fixture.ts";
import type { JournalFixture } from "./journal-fixture.ts";

let fixture: JournalFixture;
beforeAll(async () => {
  fixture = await openJournalFixture();
});
afterAll(() => fixture.drop());

describe("the write", () => {
  it("[CORE-040] numbers entries and messages, fills the slots of answer and frame", async () => {
    const node = await fixture.openNode();
    const testAccount = await fixture.addAccount();
    const frames: string[] = [];
    node.subscribe(
      (_, entries) => frames.push(...entries.map((entry) => entry.frame)),
      testAccount.id,
    );
    const first = await node.write(buildVisitorMessage(testAccount, "ann", "hello"));
    const second = await node.write(buildVisitorMessage(testAccount, "ann", "again"));
    expect(first.answer).toMatchObject({ visitor: { number: 1 }, message: { seq: 1 } });
    expect(second.answer).toMatchObject({
      visitor: { number: 1 },
      message: { seq: 2 },
    });
    expect([first.position, second.position]).toEqual([3, 4]);
    const parsed = frames.map(
      (frame) =>
        JSON.parse(frame) as {
          position: number;
          name: string;
          data: {
            chat?: { seq: number; visitor: { number: number } };
            message?: { seq: number; text: string };
            visitor?: { number: number };
          };
        },
    );
    expect(parsed.map((frame) => [frame.position, frame.name])).toEqual([
      [1, "visitor_created"],
      [2, "chat_created"],
      [3, "message_created"],
      [4, "message_created"],
    ]);
    expect(parsed[0]?.data.visitor?.number).toBe(1);
    expect(parsed[1]?.data.chat).toMatchObject({ seq: 0, visitor: { number: 1 } });
    expect(parsed[3]?.data.message).toMatchObject({ seq: 2, text: "again" });
    const read = await node.read(testAccount.id, 0, 10);
    expect(read.map((entry) => entry.frame)).toEqual(frames);
    expect(await findInconsistencies(fixture.pools)).toEqual([]);
  });

  it(
    "[CORE-034] of parallel accepts exactly one wins",
    { meta: { pin: "main path of the journal" } },
    async () => {
      const [a, b] = [await fixture.openNode(), await fixture.openNode()];
      const testAccount = await fixture.addAccount(4);
      const chat = getChatId(
        (await a.write(buildVisitorMessage(testAccount, "ann", "hello"))).answer,
      );
      const results = await Promise.allSettled(
        testAccount.operatorIds.map((operator, n) =>
          (n % 2 ? a : b).write(buildAccept(testAccount, chat, operator)),
        ),
      );
      expect(results.filter((one) => one.status === "fulfilled")).toHaveLength(1);
      for (const one of results)
        if (one.status === "rejected")
          expect((one.reason as { failure: { failure: string } }).failure.failure).toBe(
            "already_accepted",
          );
    },
  );

  it("[CORE-022] [F30] 100 parallel first messages make one visitor and one chat", async () => {
    const [a, b] = [await fixture.openNode(), await fixture.openNode()];
    const testAccount = await fixture.addAccount();
    const written = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        (n % 2 ? a : b).write(buildVisitorMessage(testAccount, "new", `m${n}`)),
      ),
    );
    expect(new Set(written.map((one) => getChatId(one.answer))).size).toBe(1);
    const { rows } = await fixture.pools.writer.query(
      "select count(*)::int as n, max(number) as top from visitor where account_id = $1",
      [testAccount.id],
    );
    expect(rows).toEqual([{ n: 1, top: 1 }]);
    expect(await findInconsistencies(fixture.pools)).toEqual([]);
  });

  it(
    "[CORE-044] a repeated client id gives the first message",
    { meta: { pin: "main path of the journal" } },
    async () => {
      const node = await fixture.openNode();
      const testAccount = await fixture.addAccount();
      const chat = getChatId(
        (await node.write(buildVisitorMessage(testAccount, "ann", "hello"))).answer,
      );
      const first = await node.write(
        buildOperatorMessage(testAccount, chat, testAccount.operatorIds[0] ?? 0, "hi", "c1"),
      );
      const [second, third] = await Promise.all([
        node.write(
          buildOperatorMessage(testAccount, chat, testAccount.operatorIds[0] ?? 0, "hi", "c1"),
        ),
        node.write(
          buildOperatorMessage(testAccount, chat, testAccount.operatorIds[0] ?? 0, "new", "c2"),
        ),
      ]);
      expect(second.answer).toEqual(first.answer);
      expect([first.replayed, second.replayed, third.replayed]).toEqual([false, "client", false]);
      expect(third.answer).toMatchObject({ seq: 3 });
    },
  );

  it("[CORE-030] after closing, the next message starts a new chat", async () => {
    const node = await fixture.openNode();
    const testAccount = await fixture.addAccount();
    const chat = getChatId(
      (await node.write(buildVisitorMessage(testAccount, "ann", "hello"))).answer,
    );
    await node.write(buildClose(testAccount, chat));
    await expect(node.write(buildClose(testAccount, chat))).rejects.toThrow("chat_closed");
    expect(
      getChatId((await node.write(buildVisitorMessage(testAccount, "ann", "more"))).answer),
    ).not.toBe(chat);
    expect(await findInconsistencies(fixture.pools)).toEqual([]);
  });
});
