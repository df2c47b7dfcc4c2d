import {
  getDatabaseAddress,
  withDatabasePort,
  waitForPass,
  waitForPoll,
  testTimeoutMs,
  startFaultProxy,
  startCpuStopwatch,
  type FaultProxy,
} from "@parlour/testkit";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ManualClock, createSystemClock } from "../src/clock.ts";
import { GatewayConnection } from "../src/journal/writing/gateway-connection.ts";
import { toRefusal } from "../src/store/database/database-errors.ts";
import { openPools } from "../src/store/database/pools.ts";
import { createDb } from "../src/store/database/sql.ts";
import {
  toFailureCode,
  collectOutcomes,
  createIdempotency,
  readMessageTexts,
} from "./journal-faults-fixture.ts";
import {
  findInconsistencies,
  openJournalFixture,
  buildVisitorMessage,
  type JournalFixture,
} from "./journal-fixture.ts";

let fixture: JournalFixture;
beforeAll(async () => {
  fixture = await openJournalFixture();
});
afterAll(() => fixture.drop());

describe("a lost connection", () => {
  const behindProxy = async (): Promise<{ proxy: FaultProxy; url: string }> => {
    const proxy = await startFaultProxy(getDatabaseAddress(fixture.url));
    return { proxy, url: withDatabasePort(fixture.url, proxy.port) };
  };
  /** Waits until the node stores messages again. Checks that the journal is consistent. */
  const servesAgain = async (
    node: Awaited<ReturnType<JournalFixture["openNode"]>>,
    testAccount: Awaited<ReturnType<JournalFixture["addAccount"]>>,
  ): Promise<void> => {
    await waitUntil(
      async () =>
        (
          await collectOutcomes([node.write(buildVisitorMessage(testAccount, "ann", "after"))])
        )[0] === "ok",
    );
    expect(await readMessageTexts(fixture, testAccount)).toContain("after");
    expect(await findInconsistencies(fixture.pools)).toEqual([]);
  };

  it("[CORE-042] cut after the request: each command is written at most once, and what was committed is answered", async () => {
    const { proxy, url } = await behindProxy();
    const node = await fixture.openNode({ url });
    const testAccount = await fixture.addAccount();
    await node.write(buildVisitorMessage(testAccount, "ann", "first"));
    const sent = ["first"];
    const acknowledged = ["first"];
    const write = async (): Promise<boolean> => {
      const text = `m${sent.length}`;
      sent.push(text);
      const [result] = await collectOutcomes([
        node.write(buildVisitorMessage(testAccount, "ann", text)),
      ]);
      if (result === "ok") acknowledged.push(text);
      else expect(result).toBe("temporarily_unavailable");
      return result === "ok";
    };
    let answeredAfterCut = 0;
    // On a busy machine, the lost session may be ended before it has read the call. The call is
    // then not executed, and refused. Otherwise its repeat finds the earlier result.
    for (let n = 0; answeredAfterCut < 5 && n < 200; n++) {
      // While the node reconnects, the next request would be another one.
      await waitUntil(write);
      proxy.cutAfterNextRequest();
      if (await write()) answeredAfterCut++;
    }
    const stored = await readMessageTexts(fixture, testAccount);
    expect(stored).toEqual([...new Set(stored)]);
    expect(sent).toEqual(expect.arrayContaining([...stored]));
    expect(stored).toEqual(expect.arrayContaining(acknowledged));
    expect(answeredAfterCut).toBe(5);
    // An entry whose commit had no response is read from the table and published with the next one.
    await waitUntil(
      async () =>
        (await node.head(testAccount.id)).position === stored.length + 2 &&
        node.published(testAccount.id) === stored.length + 2,
    );
    expect((await node.read(testAccount.id, 0, 1_000)).map((entry) => entry.position)).toEqual(
      Array.from({ length: stored.length + 2 }, (_, n) => n + 1),
    );
    expect(await findInconsistencies(fixture.pools)).toEqual([]);
    await node.close();
    await proxy.close();
  });

  it("[CORE-042] [P17] [F05] a database that is silent refuses within 2 s and serves again after", async () => {
    const { proxy, url } = await behindProxy();
    const node = await fixture.openNode({ url });
    const testAccount = await fixture.addAccount();
    await node.write(buildVisitorMessage(testAccount, "ann", "first"));
    proxy.setMode("black-hole");
    const ms = startCpuStopwatch();
    expect(
      await collectOutcomes(
        ["a", "b", "c"].map((text) => node.write(buildVisitorMessage(testAccount, "ann", text))),
      ),
    ).toEqual(Array.from({ length: 3 }, () => "temporarily_unavailable"));
    // Allows for a busy machine. The test would still detect a timeout of twice the length.
    expect(ms()).toBeLessThan(3_900);
    proxy.setMode("cut");
    proxy.setMode("pass");
    await servesAgain(node, testAccount);
    await node.close();
    await proxy.close();
  });

  it("[P17] [F05] silent while settings have to be read: refused within 2 s, and connections that never answer again hold nothing up", async () => {
    const { proxy, url } = await behindProxy();
    // The settings are read for every batch.
    const node = await fixture.openNode({ url, memory: { accounts: 0 } });
    const testAccount = await fixture.addAccount();
    await node.write(buildVisitorMessage(testAccount, "ann", "first"));
    proxy.setMode("black-hole");
    const ms = startCpuStopwatch();
    expect(
      await collectOutcomes(
        ["a", "b"].map((text) => node.write(buildVisitorMessage(testAccount, "ann", text))),
      ),
    ).toEqual(Array.from({ length: 2 }, () => "temporarily_unavailable"));
    expect(ms()).toBeLessThan(3_900);
    // New connections work. Data on the old ones is lost.
    proxy.setMode("pass");
    await servesAgain(node, testAccount);
    await node.close();
    await proxy.close();
  });

  it("[P17] [F05] a statement on a connection that says nothing any more ends, and the pool serves again", async () => {
    const { proxy, url } = await behindProxy();
    const ownPools = openPools(url, {
      statementMs: { writer: 300, reader: 300 },
      graceMs: 300,
    });
    const one = {
      writer: () => ownPools.writer.query("select 1"),
      reader: () => ownPools.reader.rows(1, "select 1"),
      db: () => createDb(ownPools.writer).query("select 1"),
    };
    const query = () => Promise.all([one.writer(), one.reader(), one.db()]);
    // A machine under load may need more than 300 ms.
    await waitForPass(query);
    proxy.setMode("black-hole");
    const [writer, reader, db] = await Promise.allSettled([one.writer(), one.reader(), one.db()]);
    expect([writer, reader, db].map(({ status }) => status)).toEqual([
      "rejected",
      "rejected",
      "rejected",
    ]);
    expect(reader.status === "rejected" && toFailureCode(reader.reason)).toBe(
      "temporarily_unavailable",
    );
    expect(db.status === "rejected" && toFailureCode(db.reason)).toBe("temporarily_unavailable");
    expect(writer.status === "rejected" && toFailureCode(toRefusal(writer.reason))).toBe(
      "temporarily_unavailable",
    );
    proxy.setMode("pass");
    await waitForPass(query);
    await ownPools.close();
    await proxy.close();
  });

  it("[CORE-035] [CORE-042] committed without an answer, and nobody could tell in time: readers hear of it all the same", async () => {
    const { proxy, url } = await behindProxy();
    let isLast = false;
    const node = await fixture.openNode({
      url,
      probe: (phase) => {
        // The call reaches the database, but its response is lost.
        if (phase === "batch_decided" && isLast) proxy.setMode("deaf");
      },
    });
    const [other, testAccount] = [await fixture.addAccount(), await fixture.addAccount()];
    await node.write(buildVisitorMessage(other, "ann", "first"));
    await node.config(testAccount.id);
    const eventNames: string[] = [];
    node.subscribe(
      (_account, entries) => void eventNames.push(...entries.map((entry) => entry.name)),
      testAccount.id,
    );
    isLast = true;
    expect(
      await collectOutcomes([node.write(buildVisitorMessage(testAccount, "bob", "the only one"))]),
    ).toEqual(["temporarily_unavailable"]);
    isLast = false;
    await expect.poll(() => readMessageTexts(fixture, testAccount)).toEqual(["the only one"]);
    proxy.setMode("cut");
    proxy.setMode("pass");
    // No further command of the account is written.
    await waitUntil(() => Promise.resolve(eventNames.includes("message_created")));
    expect(eventNames).toEqual(["visitor_created", "chat_created", "message_created"]);
    await node.close();
    await proxy.close();
  });

  it("[CORE-042] [API-040] a change of settings that was cut at its commit is in force here when it was committed", async () => {
    let isCut = false;
    const node = await fixture.openNode({
      pools: {
        ...fixture.pools,
        writer: disconnectAfter("commit", fixture.pools.writer, () => isCut),
      },
    });
    const testAccount = await fixture.addAccount();
    const { version } = await node.config(testAccount.id);
    isCut = true;
    const change = node.change(testAccount.id, () =>
      Promise.resolve({ result: null, changed: [{ kind: "account", id: null }] }),
    );
    expect(toFailureCode(await change.catch((error: unknown) => error))).toBe(
      "temporarily_unavailable",
    );
    isCut = false;
    await waitUntil(async () => (await node.config(testAccount.id)).version > version);
  });

  it("[P17] [F05] a new connection that goes silent before it is ready is given up, and the next one serves", async () => {
    const clock = new ManualClock();
    const created: pg.Client[] = [];
    const connection = new GatewayConnection({
      pools: {
        async gateway() {
          const client = await fixture.pools.gateway();
          // This is the second connection.
          if (created.push(client) === 2)
            client.query = (() => new Promise(() => undefined)) as never;
          return client;
        },
      },
      clock,
      onEpoch: () => undefined,
      onFault: () => undefined,
    });
    await connection.open();
    await created[0]?.end();
    await waitUntil(() => Promise.resolve(created.length === 2 && clock.pending().length > 0));
    await clock.advance(5_000);
    // This is the delay before the next attempt.
    await waitUntil(() => Promise.resolve(clock.pending().length > 0));
    await clock.advance(50);
    await waitUntil(() => Promise.resolve(connection.downForMs() === 0));
    expect(await connection.query("one", "select 1 as n", [])).toEqual([{ n: 1 }]);
    expect(created).toHaveLength(3);
    await connection.close();
  });

  it("[CORE-282] checks of the connection and calls beside them run one statement at a time, and a check beside a call reports its loss", async () => {
    const clients: pg.Client[] = [];
    const names: (string | undefined)[] = [];
    let running = 0;
    let most = 0;
    const connection = new GatewayConnection({
      pools: {
        async gateway() {
          const client = await fixture.pools.gateway();
          clients.push(client);
          const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
          client.query = (async (...args: unknown[]) => {
            most = Math.max(most, ++running);
            names.push((args[0] as { name?: string }).name);
            return query(...args).finally(() => running--);
          }) as never;
          return client;
        },
      },
      clock: createSystemClock(),
      onEpoch: () => undefined,
      onFault: () => undefined,
    });
    await connection.open();
    const callSlowly = (seconds: number) =>
      connection.query("slow", "select 1 as n from pg_sleep($1)", [seconds]);
    const [first, , second] = await Promise.all([
      callSlowly(0.02),
      connection.ping(),
      connection.query("two", "select 2 as n", []),
      connection.ping(),
    ]);
    expect([first, second, most]).toEqual([[{ n: 1 }], [{ n: 2 }], 1]);
    expect(names).not.toContain("ping");
    // Behind a commit that waits for a standby, statements fail at the limit for locks.
    const wrong = connection.query("wrong", "select 1 / 0", []);
    const outcomes = await Promise.allSettled([wrong, connection.ping()]);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
    expect(names.at(-1)).toBe("ping");
    const interrupted = Promise.allSettled([callSlowly(1), connection.ping()]);
    (
      clients[0] as unknown as { connection: { stream: { destroy(): void } } }
    ).connection.stream.destroy();
    expect((await interrupted).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await connection.ping();
    expect(clients).toHaveLength(2);
    await connection.close();
  });

  it("[CORE-042] [F12] an event loop that stands still behind a call under way: what was committed meanwhile is answered, nothing is lost or doubled", async () => {
    let stallMs = 0;
    const node = await fixture.openNode({
      // The default timeout is used. The timeout of tests is thirty times as long, so nothing would
      // be late.
      databaseClock: createSystemClock(),
      probe: (phase) => {
        if (phase !== "batch_sent" || stallMs === 0) return;
        // Blocks the process longer than the gateway waits for a response. The timer of the gateway
        // fires before the process reads the response that has arrived.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, stallMs);
        stallMs = 0;
      },
    });
    const testAccount = await fixture.addAccount();
    await node.write(buildVisitorMessage(testAccount, "ann", "first"));
    stallMs = 2_500;
    const during = ["a", "b"].map((text) =>
      node.write(
        buildVisitorMessage(testAccount, "ann", text, {
          idempotency: createIdempotency(`stall ${text}`, text),
        }),
      ),
    );
    expect(await collectOutcomes(during)).toEqual(["ok", "ok"]);
    expect(stallMs).toBe(0);
    expect(
      await collectOutcomes([node.write(buildVisitorMessage(testAccount, "ann", "after"))]),
    ).toEqual(["ok"]);
    expect(await readMessageTexts(fixture, testAccount)).toEqual(["first", "a", "b", "after"]);
    expect(await findInconsistencies(fixture.pools)).toEqual([]);
  });
});

/**
 * Returns a pool that closes the connection immediately after the database has executed this
 * statement.
 */
function disconnectAfter(statement: string, pool: pg.Pool, isCut: () => boolean): pg.Pool {
  const boundMember = <T extends object>(object: T, name: string | symbol): unknown => {
    const value = Reflect.get(object, name) as unknown;
    return typeof value === "function" ? (value.bind(object) as unknown) : value;
  };
  const lossy = (client: pg.PoolClient): pg.PoolClient =>
    new Proxy(client, {
      get: (target, name) =>
        name !== "query"
          ? boundMember(target, name)
          : async (text: string, values?: unknown[]) => {
              const result = await target.query(text, values);
              if (text === statement && isCut())
                throw new Error("Connection terminated unexpectedly");
              return result;
            },
    });
  return new Proxy(pool, {
    get: (target, name) =>
      name === "connect" ? async () => lossy(await target.connect()) : boundMember(target, name),
  });
}

/** Polls until the condition is met. */
async function waitUntil(holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + testTimeoutMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error("it never held");
    await waitForPoll();
  }
}
