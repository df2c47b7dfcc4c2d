import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Command, WriteResult } from "../src/core/command.ts";
import { accept, chatOf, close, faults, openGround, reply, say } from "./journal-kit.ts";
import type { Ground } from "./journal-kit.ts";
import { key, codes, texts } from "./journal-faults-kit.ts";

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.drop());

describe("keys", () => {
  it("[CH-057] [P14] a repeat gives the first answer, also on another node and while the first is under way", async () => {
    const [a, b] = [await ground.node(), await ground.node()];
    const place = await ground.account();
    const write = (node: typeof a): Promise<WriteResult> => node.write(say(place, "ann", "hello", { idempotency: key("k1") }));
    const answers = await Promise.all([write(a), write(a), write(b), write(b)]);
    const late = await write(b);
    expect(new Set([...answers, late].map((one) => one.answer)).size).toBe(1);
    expect(answers.filter((one) => !one.replayed)).toHaveLength(1);
    expect(late.replayed).toBe("key");
    expect(await texts(ground, place)).toEqual(["hello"]);
  });

  it("[CH-058] [P14] the same key with another body is a conflict and stores nothing", async () => {
    const [a, b] = [await ground.node(), await ground.node()];
    const place = await ground.account();
    const first = a.write(say(place, "ann", "one", { idempotency: key("k2", "one") }));
    const other = (node: typeof a): Promise<WriteResult> => node.write(say(place, "ann", "two", { idempotency: key("k2", "two") }));
    expect(await codes([other(a)])).toEqual(["idempotency_conflict"]);
    await first;
    expect(await codes([other(a), other(b)])).toEqual(["idempotency_conflict", "idempotency_conflict"]);
    expect(await texts(ground, place)).toEqual(["one"]);
  });

  it("[CH-057] a refused command leaves its key free, for a repeat under way too", async () => {
    const node = await ground.node();
    const place = await ground.account();
    const chat = chatOf((await node.write(say(place, "ann", "hello"))).answer);
    const [operator = 0] = place.operators;
    await node.write(accept(place, chat, operator));
    const again = (): Promise<WriteResult> => node.write({ ...accept(place, chat, operator), idempotency: key("k3") });
    expect(await codes([again(), again(), again()])).toEqual(["already_accepted", "already_accepted", "already_accepted"]);
    await node.write({ ...close(place, chat), idempotency: key("k3") });
  });
});

describe("faults", () => {
  it("[CORE-042] [F31] a poison command among 255 good ones fails alone, also amid one chat's messages", async () => {
    const node = await ground.node();
    const place = await ground.account();
    const poison: Command = {
      ...say(place, "cy", "poison"),
      handler: (scene) => ({ ...(say(place, "cy", "poison").handler(scene) as object), visitor: { invite: "a\u0000b" } }) as never,
    };
    const commands = Array.from({ length: 256 }, (_, n) => (n === 100 ? poison : say(place, n % 5 === 0 ? "cy" : `v${n % 40}`, `m${n}`)));
    const results = await codes(commands.map((command) => node.write(command)));
    expect(results.filter((one) => one === "ok")).toHaveLength(255);
    expect(results[100]).toMatch(/invalid byte sequence/);
    const cy = (await texts(ground, place)).filter((text) => Number(text.slice(1)) % 5 === 0);
    expect(cy).toEqual(commands.flatMap((_, n) => (n % 5 === 0 && n !== 100 ? [`m${n}`] : [])));
    expect(await faults(ground.pools)).toEqual([]);
  });

  it("[CORE-021] visitor numbers stay without holes after forced failures", async () => {
    const [a, b] = [await ground.node(), await ground.node()];
    const place = await ground.account();
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        (n % 2 ? a : b).write(say(place, n % 7 === 3 ? `bad\u0000${n}` : `v${n % 30}`, "x")).catch((error: unknown) => error),
      ),
    );
    const { rows } = await ground.pools.writer.query<{ n: number }>("select number as n from visitor where account_id = $1 order by 1", [
      place.account,
    ]);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map((row) => row.n)).toEqual(rows.map((_, n) => n + 1));
    expect(await faults(ground.pools)).toEqual([]);
  });

  it("[CORE-131] a verb that throws fails its own command only", async () => {
    const node = await ground.node();
    const place = await ground.account();
    const bug: Command = {
      ...say(place, "ann", "x"),
      handler: () => {
        throw new Error("bug");
      },
    };
    expect(await codes([node.write(say(place, "ann", "one")), node.write(bug), node.write(say(place, "ann", "two"))])).toEqual([
      "ok",
      "Error: bug",
      "ok",
    ]);
    expect(await texts(ground, place)).toEqual(["one", "two"]);
  });

  it("[CORE-042] beyond the bound a command is refused at once, and taken ones are finished", async () => {
    const node = await ground.node({ limits: { waiting: 8 } });
    const place = await ground.account();
    const results = await codes(Array.from({ length: 20 }, (_, n) => node.write(say(place, "ann", `m${n}`))));
    expect(results.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => "ok"));
    expect(results.slice(6)).toEqual(Array.from({ length: 14 }, () => "temporarily_unavailable"));
    expect(node.stats()).toMatchObject({ refused: 14, waiting: 0 });
    const last = node.write(say(place, "ann", "last"));
    await node.close();
    await last;
    await expect(node.write(say(place, "ann", "late"))).rejects.toThrow("temporarily_unavailable");
  });

  it("[CORE-122] [P13] an account that floods the queue leaves places to the others, and does not make them wait behind it", async () => {
    const node = await ground.node({ limits: { waiting: 400, batch: 20 } });
    const [loud, calm] = [await ground.account(), await ground.account()];
    await Promise.all([loud, calm].map((place) => node.write(say(place, "ann", "first"))));
    const order: string[] = [];
    const flood = Array.from({ length: 500 }, async (_, n) => {
      await node.write(say(loud, "ann", `m${n}`));
      order.push("loud");
    });
    const quiet = Array.from({ length: 5 }, async (_, n) => {
      await node.write(say(calm, "ann", `m${n}`));
      order.push("calm");
    });
    expect((await Promise.allSettled(flood)).filter((one) => one.status === "rejected")).toHaveLength(200);
    await Promise.all(quiet);
    expect(order.lastIndexOf("calm")).toBeLessThan(40);
  });

  it("[CORE-003] a limit of one chat holds for two accepted at once, in one batch and on two nodes", async () => {
    const [a, b] = [await ground.node(), await ground.node()];
    const place = await ground.account();
    const [operator = 0] = place.operators;
    for (const [first, second] of [
      [a, a],
      [a, b],
    ] as const) {
      const chats = await Promise.all(
        ["x", "y"].map(async (name) => chatOf((await a.write(say(place, `${name}${place.account}`, "hi"))).answer)),
      );
      const results = await codes([
        first.write(accept(place, chats[0] ?? 0, operator)),
        second.write(accept(place, chats[1] ?? 0, operator)),
      ]);
      expect(results.toSorted()).toEqual(["not_deliverable", "ok"]);
      await Promise.all(chats.map((chat) => a.write(close(place, chat))));
    }
  });

  it("[CORE-132] two nodes, hot chats, messages only: no guard fails", async () => {
    const [a, b] = [await ground.node(), await ground.node()];
    const place = await ground.account();
    for (let n = 0; n < 20; n++) await a.write(say(place, `hot${n}`, "first"));
    await b.write(say(place, "hot0", "warm"));
    const before = a.stats().stale + b.stats().stale;
    await Promise.all(Array.from({ length: 600 }, (_, n) => (n % 2 ? a : b).write(say(place, `hot${n % 20}`, `m${n}`))));
    expect(a.stats().stale + b.stats().stale).toBe(before);
    expect(await faults(ground.pools)).toEqual([]);
  });
});

describe("errors of the database", () => {
  async function asOwner(statements: string): Promise<void> {
    const client = new pg.Client({ connectionString: ground.url });
    await client.connect();
    await client.query(statements);
    await client.end();
  }
  /**
   * Lets the first `times` inserts into the journal fail during this test. The returned function
   * reads the number of attempts.
   */
  async function failing(code: string, times: number): Promise<() => Promise<number>> {
    // A sequence is not rolled back with the transaction.
    await asOwner(`create sequence tried; grant all on sequence tried to parlour_writer;
      create function fault() returns trigger language plpgsql as $$ begin
        if nextval('tried') <= ${times} then raise exception using errcode = '${code}', message = 'as told'; end if; return null; end $$;
      create trigger fault before insert on journal for each statement execute function fault()`);
    onTestFinished(() => asOwner("drop trigger fault on journal; drop function fault(); drop sequence tried"));
    return async () => (await ground.pools.writer.query<{ n: number }>("select last_value as n from tried")).rows[0]?.n ?? 0;
  }

  it.each([
    ["40001", 2, "ok", 3, null],
    ["40P01", 9, "temporarily_unavailable", 3, null],
    ["53100", 1, "temporarily_unavailable", 1, "53100"],
    ["57014", 1, "temporarily_unavailable", 1, null],
    ["58030", 1, "temporarily_unavailable", 1, "58030"],
    ["25006", 1, "temporarily_unavailable", 1, "25006"],
  ])(
    "[CORE-042] [F07] [F08] %s, %i times: %s after %i tries, and the next write goes through",
    async (code, times, result, tries, want) => {
      const node = await ground.node();
      const place = await ground.account();
      const tried = await failing(code, times);
      expect(await codes([node.write(say(place, "ann", "one")), node.write(say(place, "bob", "two"))])).toEqual([result, result]);
      expect(await tried()).toBe(tries);
      // The values that /ready reads (P18).
      expect(node.stats().unwritten).toEqual({ count: want === null ? 0 : 1, code: want ?? "" });
      if (times < 9) expect(await codes([node.write(say(place, "ann", "three"))])).toEqual(["ok"]);
      expect(await faults(ground.pools)).toEqual([]);
    },
  );
});

describe("replies", () => {
  it("[CORE-044] the same client id from two nodes at once is one message", async () => {
    const [a, b] = [await ground.node(), await ground.node()];
    const place = await ground.account();
    const [operator = 0] = place.operators;
    const chat = chatOf((await a.write(say(place, "ann", "hello"))).answer);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => (n % 2 ? a : b).write(reply(place, chat, operator, "hi", "same"))),
    );
    expect(new Set(answers.map((one) => (JSON.parse(one.answer) as { id: number }).id)).size).toBe(1);
    expect(answers.filter((one) => !one.replayed)).toHaveLength(1);
    expect(await texts(ground, place)).toEqual(["hello", "hi"]);
  });
});
