import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Command, WriteResult } from "../src/core/command.ts";
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
import { createIdempotency, collectOutcomes, readMessageTexts } from "./journal-faults-fixture.ts";

let fixture: JournalFixture;
beforeAll(async () => {
  fixture = await openJournalFixture();
});
afterAll(() => fixture.drop());

describe("keys", () => {
  it("[CH-057] [P14] a repeat gives the first answer, also on another node and while the first is under way", async () => {
    const [a, b] = [await fixture.openNode(), await fixture.openNode()];
    const testAccount = await fixture.addAccount();
    const write = (node: typeof a): Promise<WriteResult> =>
      node.write(
        buildVisitorMessage(testAccount, "ann", "hello", { idempotency: createIdempotency("k1") }),
      );
    const answers = await Promise.all([write(a), write(a), write(b), write(b)]);
    const repeated = await write(b);
    expect(new Set([...answers, repeated].map((one) => JSON.stringify(one.answer))).size).toBe(1);
    expect(answers.filter((one) => !one.replayed)).toHaveLength(1);
    expect(repeated.replayed).toBe("key");
    expect(await readMessageTexts(fixture, testAccount)).toEqual(["hello"]);
  });

  it("[CH-058] [P14] the same key with another body is a conflict and stores nothing", async () => {
    const [a, b] = [await fixture.openNode(), await fixture.openNode()];
    const testAccount = await fixture.addAccount();
    const first = a.write(
      buildVisitorMessage(testAccount, "ann", "one", {
        idempotency: createIdempotency("k2", "one"),
      }),
    );
    const other = (node: typeof a): Promise<WriteResult> =>
      node.write(
        buildVisitorMessage(testAccount, "ann", "two", {
          idempotency: createIdempotency("k2", "two"),
        }),
      );
    expect(await collectOutcomes([other(a)])).toEqual(["idempotency_conflict"]);
    await first;
    expect(await collectOutcomes([other(a), other(b)])).toEqual([
      "idempotency_conflict",
      "idempotency_conflict",
    ]);
    expect(await readMessageTexts(fixture, testAccount)).toEqual(["one"]);
  });

  it("[CH-057] a refused command leaves its key free, for a repeat under way too", async () => {
    const node = await fixture.openNode();
    const testAccount = await fixture.addAccount();
    const chat = getChatId(
      (await node.write(buildVisitorMessage(testAccount, "ann", "hello"))).answer,
    );
    const [operator = 0] = testAccount.operatorIds;
    await node.write(buildAccept(testAccount, chat, operator));
    const again = (): Promise<WriteResult> =>
      node.write({
        ...buildAccept(testAccount, chat, operator),
        idempotency: createIdempotency("k3"),
      });
    expect(await collectOutcomes([again(), again(), again()])).toEqual([
      "already_accepted",
      "already_accepted",
      "already_accepted",
    ]);
    await node.write({ ...buildClose(testAccount, chat), idempotency: createIdempotency("k3") });
  });
});

describe("faults", () => {
  it(
    "[CORE-042] [F31] a poison command among 255 good ones fails alone, also amid one chat's messages",
    { meta: { pin: "a fault inside the journal" } },
    async () => {
      const node = await fixture.openNode();
      const testAccount = await fixture.addAccount();
      const poison: Command = {
        ...buildVisitorMessage(testAccount, "cy", "poison"),
        handler: (context) =>
          ({
            ...(buildVisitorMessage(testAccount, "cy", "poison").handler(context) as object),
            visitor: { invite: "a\u0000b" },
          }) as never,
      };
      const commands = Array.from({ length: 256 }, (_, n) =>
        n === 100
          ? poison
          : buildVisitorMessage(testAccount, n % 5 === 0 ? "cy" : `v${n % 40}`, `m${n}`),
      );
      const results = await collectOutcomes(commands.map((command) => node.write(command)));
      expect(results.filter((one) => one === "ok")).toHaveLength(255);
      expect(results[100]).toMatch(/unsupported Unicode escape sequence/);
      const cy = (await readMessageTexts(fixture, testAccount)).filter(
        (text) => Number(text.slice(1)) % 5 === 0,
      );
      expect(cy).toEqual(commands.flatMap((_, n) => (n % 5 === 0 && n !== 100 ? [`m${n}`] : [])));
      expect(await findInconsistencies(fixture.pools)).toEqual([]);
    },
  );

  it("[CORE-021] visitor numbers stay without holes after forced failures", async () => {
    const [a, b] = [await fixture.openNode(), await fixture.openNode()];
    const testAccount = await fixture.addAccount();
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        (n % 2 ? a : b)
          .write(
            buildVisitorMessage(testAccount, n % 7 === 3 ? `bad\u0000${n}` : `v${n % 30}`, "x"),
          )
          .catch((error: unknown) => error),
      ),
    );
    const { rows } = await fixture.pools.writer.query<{ n: number }>(
      "select number as n from visitor where account_id = $1 order by 1",
      [testAccount.id],
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map((row) => row.n)).toEqual(rows.map((_, n) => n + 1));
    expect(await findInconsistencies(fixture.pools)).toEqual([]);
  });

  it(
    "[CORE-131] a verb that throws fails its own command only",
    { meta: { pin: "a fault inside the journal" } },
    async () => {
      const node = await fixture.openNode();
      const testAccount = await fixture.addAccount();
      const bug: Command = {
        ...buildVisitorMessage(testAccount, "ann", "x"),
        handler: () => {
          throw new Error("bug");
        },
      };
      expect(
        await collectOutcomes([
          node.write(buildVisitorMessage(testAccount, "ann", "one")),
          node.write(bug),
          node.write(buildVisitorMessage(testAccount, "ann", "two")),
        ]),
      ).toEqual(["ok", "Error: bug", "ok"]);
      expect(await readMessageTexts(fixture, testAccount)).toEqual(["one", "two"]);
    },
  );

  it("[CORE-042] beyond the bound a command is refused at once, and taken ones are finished", async () => {
    const node = await fixture.openNode({ limits: { waiting: 8 } });
    const testAccount = await fixture.addAccount();
    const results = await collectOutcomes(
      Array.from({ length: 20 }, (_, n) =>
        node.write(buildVisitorMessage(testAccount, "ann", `m${n}`)),
      ),
    );
    expect(results.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => "ok"));
    expect(results.slice(6)).toEqual(Array.from({ length: 14 }, () => "temporarily_unavailable"));
    expect(node.stats()).toMatchObject({ refused: 14, waiting: 0 });
    const last = node.write(buildVisitorMessage(testAccount, "ann", "last"));
    await node.close();
    await last;
    await expect(node.write(buildVisitorMessage(testAccount, "ann", "late"))).rejects.toThrow(
      "temporarily_unavailable",
    );
  });

  it("[CORE-122] [P13] an account that floods the queue leaves places to the others, and does not make them wait behind it", async () => {
    const node = await fixture.openNode({ limits: { waiting: 400, batch: 20 } });
    const [loud, calm] = [await fixture.addAccount(), await fixture.addAccount()];
    await Promise.all(
      [loud, calm].map((testAccount) =>
        node.write(buildVisitorMessage(testAccount, "ann", "first")),
      ),
    );
    const order: string[] = [];
    const flood = Array.from({ length: 500 }, async (_, n) => {
      await node.write(buildVisitorMessage(loud, "ann", `m${n}`));
      order.push("loud");
    });
    const quiet = Array.from({ length: 5 }, async (_, n) => {
      await node.write(buildVisitorMessage(calm, "ann", `m${n}`));
      order.push("calm");
    });
    expect(
      (await Promise.allSettled(flood)).filter((one) => one.status === "rejected"),
    ).toHaveLength(200);
    await Promise.all(quiet);
    expect(order.lastIndexOf("calm")).toBeLessThan(40);
  });

  it("[CORE-003] a limit of one chat holds for two accepted at once, in one batch and on two nodes", async () => {
    const [a, b] = [await fixture.openNode(), await fixture.openNode()];
    const testAccount = await fixture.addAccount();
    const [operator = 0] = testAccount.operatorIds;
    for (const [first, second] of [
      [a, a],
      [a, b],
    ] as const) {
      const chats = await Promise.all(
        ["x", "y"].map(async (name) =>
          getChatId(
            (await a.write(buildVisitorMessage(testAccount, `${name}${testAccount.id}`, "hi")))
              .answer,
          ),
        ),
      );
      const results = await collectOutcomes([
        first.write(buildAccept(testAccount, chats[0] ?? 0, operator)),
        second.write(buildAccept(testAccount, chats[1] ?? 0, operator)),
      ]);
      expect(results.toSorted()).toEqual(["not_deliverable", "ok"]);
      await Promise.all(chats.map((chat) => a.write(buildClose(testAccount, chat))));
    }
  });

  it("[CORE-042] settings that change all the time do not starve a message", async () => {
    const node = await fixture.openNode();
    const testAccount = await fixture.addAccount();
    await node.write(buildVisitorMessage(testAccount, "ann", "one"));
    let isChanging = true;
    /** Changes settings as another process does. One of several always waits for the lock. */
    const changeSettings = async (onChanged: () => void): Promise<void> => {
      const client = await fixture.pools.writer.connect();
      while (isChanging) {
        await client.query("begin");
        await client.query("select pg_advisory_xact_lock(-$1::bigint)", [testAccount.id]);
        await client.query(
          "update account_head set config_version = config_version + 1 where account_id = $1",
          [testAccount.id],
        );
        await client.query("commit");
        onChanged();
      }
      client.release();
    };
    const changes: Promise<void>[] = [];
    await Promise.all(
      Array.from(
        { length: 4 },
        () => new Promise<void>((resolve) => changes.push(changeSettings(resolve))),
      ),
    );
    const outcomes: string[] = [];
    for (const customer of ["bob", "cem", "dan", "eva"])
      outcomes.push(
        ...(await collectOutcomes([node.write(buildVisitorMessage(testAccount, customer, "hi"))])),
      );
    isChanging = false;
    await Promise.all(changes);
    expect(outcomes).toEqual(["ok", "ok", "ok", "ok"]);
    expect(node.stats().stale).toBeGreaterThan(0);
    expect(await findInconsistencies(fixture.pools)).toEqual([]);
  });

  it("[CORE-132] two nodes, hot chats, messages only: no guard fails", async () => {
    const [a, b] = [await fixture.openNode(), await fixture.openNode()];
    const testAccount = await fixture.addAccount();
    for (let n = 0; n < 20; n++)
      await a.write(buildVisitorMessage(testAccount, `hot${n}`, "first"));
    await b.write(buildVisitorMessage(testAccount, "hot0", "warm"));
    const before = a.stats().stale + b.stats().stale;
    await Promise.all(
      Array.from({ length: 600 }, (_, n) =>
        (n % 2 ? a : b).write(buildVisitorMessage(testAccount, `hot${n % 20}`, `m${n}`)),
      ),
    );
    expect(a.stats().stale + b.stats().stale).toBe(before);
    expect(await findInconsistencies(fixture.pools)).toEqual([]);
  });
});

describe("errors of the database", () => {
  async function asOwner(statements: string): Promise<void> {
    const client = new pg.Client({ connectionString: fixture.url });
    await client.connect();
    await client.query(statements);
    await client.end();
  }
  /**
   * Makes the first `times` inserts into the journal fail during this test. The returned function
   * returns the number of attempts.
   */
  async function failing(code: string, times: number): Promise<() => Promise<number>> {
    // A sequence is not rolled back with the transaction.
    await asOwner(`create sequence tried; grant all on sequence tried to public;
      create function fault() returns trigger language plpgsql as $$ begin
        if nextval('tried') <= ${times} then raise exception using errcode = '${code}', message = 'as told'; end if; return null; end $$;
      create trigger fault before insert on journal for each statement execute function fault()`);
    onTestFinished(() =>
      asOwner("drop trigger fault on journal; drop function fault(); drop sequence tried"),
    );
    return async () =>
      (await fixture.pools.writer.query<{ n: number }>("select last_value as n from tried")).rows[0]
        ?.n ?? 0;
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
    async (code, times, result, attempts, expectedCode) => {
      const node = await fixture.openNode();
      const testAccount = await fixture.addAccount();
      const tried = await failing(code, times);
      expect(
        await collectOutcomes([
          node.write(buildVisitorMessage(testAccount, "ann", "one")),
          node.write(buildVisitorMessage(testAccount, "bob", "two")),
        ]),
      ).toEqual([result, result]);
      expect(await tried()).toBe(attempts);
      // `/ready` reads these values (P18).
      expect(node.stats().unwritten).toEqual({
        count: expectedCode === null ? 0 : 1,
        code: expectedCode ?? "",
      });
      if (times < 9)
        expect(
          await collectOutcomes([node.write(buildVisitorMessage(testAccount, "ann", "three"))]),
        ).toEqual(["ok"]);
      expect(await findInconsistencies(fixture.pools)).toEqual([]);
    },
  );
});

describe("replies", () => {
  it("[CORE-044] the same client id from two nodes at once is one message", async () => {
    const [a, b] = [await fixture.openNode(), await fixture.openNode()];
    const testAccount = await fixture.addAccount();
    const [operator = 0] = testAccount.operatorIds;
    const chat = getChatId(
      (await a.write(buildVisitorMessage(testAccount, "ann", "hello"))).answer,
    );
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        (n % 2 ? a : b).write(buildOperatorMessage(testAccount, chat, operator, "hi", "same")),
      ),
    );
    expect(new Set(answers.map((one) => one.answer.id)).size).toBe(1);
    expect(answers.filter((one) => !one.replayed)).toHaveLength(1);
    expect(await readMessageTexts(fixture, testAccount)).toEqual(["hello", "hi"]);
  });
});
