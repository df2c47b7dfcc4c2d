import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accept, chatOf, close, faults, openGround, reply, say } from "./journal-kit.ts";
import type { Ground } from "./journal-kit.ts";

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.drop());

describe("the write", () => {
  it("[CORE-040] numbers entries and messages, fills the slots of answer and frame", async () => {
    const node = await ground.node();
    const place = await ground.account();
    const frames: string[] = [];
    node.subscribe((_, entries) => frames.push(...entries.map((entry) => entry.frame)), place.account);
    const first = await node.write(say(place, "ann", "hello"));
    const second = await node.write(say(place, "ann", "again"));
    expect(JSON.parse(first.answer)).toMatchObject({ visitor: { number: 1 }, message: { seq: 1 } });
    expect(JSON.parse(second.answer)).toMatchObject({ visitor: { number: 1 }, message: { seq: 2 } });
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
    const read = await node.read(place.account, 0, 10);
    expect(read.map((entry) => entry.frame)).toEqual(frames);
    expect(await faults(ground.pools)).toEqual([]);
  });

  it("[CORE-034] of parallel accepts exactly one wins", async () => {
    const [a, b] = [await ground.node(), await ground.node()];
    const place = await ground.account(4);
    const chat = chatOf((await a.write(say(place, "ann", "hello"))).answer);
    const results = await Promise.allSettled(place.operators.map((operator, n) => (n % 2 ? a : b).write(accept(place, chat, operator))));
    expect(results.filter((one) => one.status === "fulfilled")).toHaveLength(1);
    for (const one of results)
      if (one.status === "rejected") expect((one.reason as { failure: { failure: string } }).failure.failure).toBe("already_accepted");
  });

  it("[CORE-022] [F30] 100 parallel first messages make one visitor and one chat", async () => {
    const [a, b] = [await ground.node(), await ground.node()];
    const place = await ground.account();
    const written = await Promise.all(Array.from({ length: 100 }, (_, n) => (n % 2 ? a : b).write(say(place, "new", `m${n}`))));
    expect(new Set(written.map((one) => chatOf(one.answer))).size).toBe(1);
    const { rows } = await ground.pools.writer.query("select count(*)::int as n, max(number) as top from visitor where account_id = $1", [
      place.account,
    ]);
    expect(rows).toEqual([{ n: 1, top: 1 }]);
    expect(await faults(ground.pools)).toEqual([]);
  });

  it("[CORE-044] a repeated client id gives the first message", async () => {
    const node = await ground.node();
    const place = await ground.account();
    const chat = chatOf((await node.write(say(place, "ann", "hello"))).answer);
    const first = await node.write(reply(place, chat, place.operators[0] ?? 0, "hi", "c1"));
    const [second, third] = await Promise.all([
      node.write(reply(place, chat, place.operators[0] ?? 0, "hi", "c1")),
      node.write(reply(place, chat, place.operators[0] ?? 0, "new", "c2")),
    ]);
    expect(JSON.parse(second.answer)).toEqual(JSON.parse(first.answer));
    expect([first.replayed, second.replayed, third.replayed]).toEqual([false, "client", false]);
    expect(JSON.parse(third.answer)).toMatchObject({ seq: 3 });
  });

  it("[CORE-030] after closing, the next message starts a new chat", async () => {
    const node = await ground.node();
    const place = await ground.account();
    const chat = chatOf((await node.write(say(place, "ann", "hello"))).answer);
    await node.write(close(place, chat));
    await expect(node.write(close(place, chat))).rejects.toThrow("chat_closed");
    expect(chatOf((await node.write(say(place, "ann", "more"))).answer)).not.toBe(chat);
    expect(await faults(ground.pools)).toEqual([]);
  });
});
