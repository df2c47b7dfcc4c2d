import {
  getDatabaseAddress,
  databaseUrlAtPort,
  waitForPoll,
  testTimeoutMs,
  startFaultProxy,
  startCpuStopwatch,
  type FaultProxy,
} from "@parlour/testkit";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ManualClock, createSystemClock } from "../src/clock.ts";
import { GatewayConnection } from "../src/journal/gateway-connection.ts";
import { toRefusal } from "../src/journal/database-errors.ts";
import { openPools } from "../src/store/pools.ts";
import { createDb } from "../src/store/sql.ts";
import { codeOf, codes, key, texts } from "./journal-faults-kit.ts";
import { faults, openGround, say, type Ground } from "./journal-kit.ts";

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.drop());

describe("a lost connection", () => {
  const behindProxy = async (): Promise<{ proxy: FaultProxy; url: string }> => {
    const proxy = await startFaultProxy(getDatabaseAddress(ground.url));
    return { proxy, url: databaseUrlAtPort(ground.url, proxy.port) };
  };
  /** Waits until the node stores messages again. Checks that the journal is consistent. */
  const servesAgain = async (node: Awaited<ReturnType<Ground["node"]>>, place: Awaited<ReturnType<Ground["account"]>>): Promise<void> => {
    await until(async () => (await codes([node.write(say(place, "ann", "after"))]))[0] === "ok");
    expect(await texts(ground, place)).toContain("after");
    expect(await faults(ground.pools)).toEqual([]);
  };

  it("[CORE-042] cut after the request: each command is written at most once, and what was committed is answered", async () => {
    const { proxy, url } = await behindProxy();
    const node = await ground.node({ url });
    const place = await ground.account();
    await node.write(say(place, "ann", "first"));
    const sent = ["first"];
    const acknowledged = ["first"];
    for (let n = 0; n < 10; n++) {
      proxy.cutAfterNextRequest();
      sent.push(`m${n}`);
      const [result] = await codes([node.write(say(place, "ann", `m${n}`))]);
      if (result === "ok") acknowledged.push(`m${n}`);
      else expect(result).toBe("temporarily_unavailable");
    }
    const stored = await texts(ground, place);
    expect(stored).toEqual([...new Set(stored)]);
    expect(sent).toEqual(expect.arrayContaining([...stored]));
    expect(stored).toEqual(expect.arrayContaining(acknowledged));
    // A call that reached the database is found again. That is the normal case, not luck.
    expect(acknowledged.length).toBeGreaterThan(5);
    // An entry that was committed without an answer is read from the table and published with the
    // next one.
    await until(
      async () => (await node.head(place.account)).position === stored.length + 2 && node.published(place.account) === stored.length + 2,
    );
    expect((await node.read(place.account, 0, 100)).map((entry) => entry.position)).toEqual(
      Array.from({ length: stored.length + 2 }, (_, n) => n + 1),
    );
    expect(await faults(ground.pools)).toEqual([]);
    await node.close();
    await proxy.close();
  });

  it("[CORE-042] [P17] [F05] a database that is silent refuses within 2 s and serves again after", async () => {
    const { proxy, url } = await behindProxy();
    const node = await ground.node({ url });
    const place = await ground.account();
    await node.write(say(place, "ann", "first"));
    proxy.setMode("black-hole");
    const ms = startCpuStopwatch();
    expect(await codes(["a", "b", "c"].map((text) => node.write(say(place, "ann", text))))).toEqual(
      Array.from({ length: 3 }, () => "temporarily_unavailable"),
    );
    // Allows for a busy machine. A timeout of twice the length would still be noticed.
    expect(ms()).toBeLessThan(3_900);
    proxy.setMode("cut");
    proxy.setMode("pass");
    await servesAgain(node, place);
    await node.close();
    await proxy.close();
  });

  it("[P17] [F05] silent while settings have to be read: refused within 2 s, and connections that never answer again hold nothing up", async () => {
    const { proxy, url } = await behindProxy();
    // Settings are read for every batch.
    const node = await ground.node({ url, cache: { accounts: 0 } });
    const place = await ground.account();
    await node.write(say(place, "ann", "first"));
    proxy.setMode("black-hole");
    const ms = startCpuStopwatch();
    expect(await codes(["a", "b"].map((text) => node.write(say(place, "ann", text))))).toEqual(
      Array.from({ length: 2 }, () => "temporarily_unavailable"),
    );
    expect(ms()).toBeLessThan(3_900);
    // New connections work. Data sent on the old ones is lost.
    proxy.setMode("pass");
    await servesAgain(node, place);
    await node.close();
    await proxy.close();
  });

  it("[P17] [F05] a statement on a connection that says nothing any more ends, and the pool serves again", async () => {
    const { proxy, url } = await behindProxy();
    const own = await openPools(url, { statementMs: { writer: 300, reader: 300 }, graceMs: 300 });
    const one = {
      writer: () => own.writer.query("select 1"),
      reader: () => own.reader.rows(1, "select 1"),
      db: () => createDb(own.writer).query("select 1"),
    };
    await Promise.all([one.writer(), one.reader()]);
    proxy.setMode("black-hole");
    const [writer, reader, db] = await Promise.allSettled([one.writer(), one.reader(), one.db()]);
    expect([writer, reader, db].map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(reader.status === "rejected" && codeOf(reader.reason)).toBe("temporarily_unavailable");
    expect(db.status === "rejected" && codeOf(db.reason)).toBe("temporarily_unavailable");
    expect(writer.status === "rejected" && codeOf(toRefusal(writer.reason))).toBe("temporarily_unavailable");
    proxy.setMode("pass");
    await Promise.all([one.writer(), one.reader(), one.db()]);
    await own.close();
    await proxy.close();
  });

  it("[CORE-035] [CORE-042] committed without an answer, and nobody could tell in time: readers hear of it all the same", async () => {
    const { proxy, url } = await behindProxy();
    let isLast = false;
    const node = await ground.node({
      url,
      probe: (step) => {
        // The call reaches the database, but its answer is lost.
        if (step === "batch_decided" && isLast) proxy.setMode("deaf");
      },
    });
    const [other, place] = [await ground.account(), await ground.account()];
    await node.write(say(other, "ann", "first"));
    await node.config(place.account);
    const heard: string[] = [];
    node.subscribe((_account, entries) => void heard.push(...entries.map((entry) => entry.name)), place.account);
    isLast = true;
    expect(await codes([node.write(say(place, "bob", "the only one"))])).toEqual(["temporarily_unavailable"]);
    isLast = false;
    expect(await texts(ground, place)).toEqual(["the only one"]);
    proxy.setMode("cut");
    proxy.setMode("pass");
    // No further command is written to the account.
    await until(() => Promise.resolve(heard.includes("message_created")));
    expect(heard).toEqual(["visitor_created", "chat_created", "message_created"]);
    await node.close();
    await proxy.close();
  });

  it("[CORE-042] [API-040] a change of settings that was cut at its commit is in force here when it was committed", async () => {
    let isCut = false;
    const node = await ground.node({ pools: { ...ground.pools, writer: cutAfter("commit", ground.pools.writer, () => isCut) } });
    const place = await ground.account();
    const { version } = await node.config(place.account);
    isCut = true;
    const change = node.change(place.account, () => Promise.resolve({ result: null, changed: [{ kind: "account", id: null }] }));
    expect(codeOf(await change.catch((error: unknown) => error))).toBe("temporarily_unavailable");
    isCut = false;
    await until(async () => (await node.config(place.account)).version > version);
  });

  it("[P17] [F05] a new connection that goes silent before it is ready is given up, and the next one serves", async () => {
    const clock = new ManualClock();
    const made: pg.Client[] = [];
    const connection = new GatewayConnection({
      pools: {
        async gateway() {
          const client = await ground.pools.gateway();
          // The second connection.
          if (made.push(client) === 2) client.query = (() => new Promise(() => undefined)) as never;
          return client;
        },
      },
      clock,
      onEpoch: () => undefined,
      onFault: () => undefined,
    });
    await connection.open();
    await made[0]?.end();
    await until(() => Promise.resolve(made.length === 2 && clock.pending().length > 0));
    await clock.advance(5_000);
    // The delay before the next attempt.
    await until(() => Promise.resolve(clock.pending().length > 0));
    await clock.advance(50);
    await until(() => Promise.resolve(connection.downForMs() === 0));
    expect(await connection.query("one", "select 1 as n", [])).toEqual([{ n: 1 }]);
    expect(made).toHaveLength(3);
    await connection.close();
  });

  it("[CORE-042] [F12] an event loop that stands still behind a call under way: what was committed meanwhile is answered, nothing is lost or doubled", async () => {
    let stallMs = 0;
    const node = await ground.node({
      // The product's own timeout. The one of the tests is thirty times as long, so nothing would
      // be late.
      databaseClock: createSystemClock(),
      probe: (step) => {
        if (step !== "batch_sent" || stallMs === 0) return;
        // Blocks the process longer than the gateway waits for an answer. Its timer fires before
        // the answer, which has arrived, is read.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, stallMs);
        stallMs = 0;
      },
    });
    const place = await ground.account();
    await node.write(say(place, "ann", "first"));
    stallMs = 2_500;
    const during = ["a", "b"].map((text) => node.write(say(place, "ann", text, { idempotency: key(`stall ${text}`, text) })));
    expect(await codes(during)).toEqual(["ok", "ok"]);
    expect(stallMs).toBe(0);
    expect(await codes([node.write(say(place, "ann", "after"))])).toEqual(["ok"]);
    expect(await texts(ground, place)).toEqual(["first", "a", "b", "after"]);
    expect(await faults(ground.pools)).toEqual([]);
  });
});

/**
 * Returns a pool that cuts the connection right after this statement, which the database has
 * executed.
 */
function cutAfter(statement: string, pool: pg.Pool, isCut: () => boolean): pg.Pool {
  const given = <T extends object>(object: T, name: string | symbol): unknown => {
    const value = Reflect.get(object, name) as unknown;
    return typeof value === "function" ? (value.bind(object) as unknown) : value;
  };
  const lossy = (client: pg.PoolClient): pg.PoolClient =>
    new Proxy(client, {
      get: (target, name) =>
        name !== "query"
          ? given(target, name)
          : async (text: string, values?: unknown[]) => {
              const result = await target.query(text, values);
              if (text === statement && isCut()) throw new Error("Connection terminated unexpectedly");
              return result;
            },
    });
  return new Proxy(pool, { get: (target, name) => (name === "connect" ? async () => lossy(await target.connect()) : given(target, name)) });
}

/** Polls until the condition is met. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + testTimeoutMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error("it never held");
    await waitForPoll();
  }
}
