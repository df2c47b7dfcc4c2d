import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type pg from "pg";
import { createMemoryBus, type Bus } from "../src/bus/index.ts";
import { ManualClock } from "../src/clock.ts";
import type { Journal, JournalEntry } from "../src/journal/index.ts";
import { readEntries } from "../src/journal/stream/read-entries.ts";
import { openJournalFixture, buildVisitorMessage, silentBus } from "./journal-fixture.ts";
import type { JournalFixture, TestAccount } from "./journal-fixture.ts";

let fixture: JournalFixture;
// Each test has a separate database. Otherwise the nodes of other tests would be counted.
beforeEach(async () => {
  fixture = await openJournalFixture();
});
afterEach(() => fixture.drop());

/** Records the positions that it receives. Tests can wait for a position. */
class PositionRecorder {
  readonly positions: number[] = [];
  #waiting: (() => void)[] = [];
  entries(entries: readonly JournalEntry[]): void {
    this.positions.push(...entries.map((entry) => entry.position));
    for (const wake of this.#waiting.splice(0)) wake();
  }
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => void this.#waiting.push(resolve));
  }
}
/** A bus between two nodes that sends every message twice, newer ones first. */
function createReorderingBus(): Bus {
  const listeners: Parameters<Bus["onHead"]>[0][] = [];
  const messageListeners: ((message: string) => void)[] = [];
  const delayed: (() => void)[] = [];
  const send = (deliver: () => void): void => {
    delayed.push(deliver, deliver);
    setImmediate(() => {
      for (const item of delayed.splice(0).toReversed()) item();
    });
  };
  return {
    announce: (account, head) =>
      send(() => listeners.forEach((listener) => listener(account, head))),
    publish: (_, message) => send(() => messageListeners.forEach((listener) => listener(message))),
    subscribe(_, listener) {
      messageListeners.push(listener);
      return () => void messageListeners.splice(messageListeners.indexOf(listener), 1);
    },
    onHead(listener) {
      listeners.push(listener);
      return () => void listeners.splice(listeners.indexOf(listener), 1);
    },
    close: () => Promise.resolve(),
  };
}
const numberRange = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);
const writeMessages = async (
  node: Journal,
  testAccount: TestAccount,
  count: number,
): Promise<void> => {
  await Promise.all(
    Array.from({ length: count }, (_, n) =>
      node.write(buildVisitorMessage(testAccount, `v${n % 7}`, `m${n}`)),
    ),
  );
};

describe("heads", () => {
  it("[CORE-132] a position that another node gave out counts here at once", async () => {
    const [a, b] = [
      await fixture.openNode({ bus: silentBus }),
      await fixture.openNode({ bus: silentBus }),
    ];
    const testAccount = await fixture.addAccount();
    await writeMessages(a, testAccount, 3);
    await b.head(testAccount.id);
    await writeMessages(a, testAccount, 3);
    const at = await a.head(testAccount.id);
    expect(await b.head(testAccount.id, at.position)).toEqual(at);
  });

  it("[CORE-045] a database put back to an older state renumbers: a new epoch, no position means two things", async () => {
    const node = await fixture.openNode();
    const testAccount = await fixture.addAccount();
    await writeMessages(node, testAccount, 20);
    const { epoch, position } = await node.head(testAccount.id);
    const reset = new Promise<void>((resolve) => void node.onReset(resolve));
    // The last five entries are missing, as after an older copy was restored. The database was
    // stopped for that, so all sessions have ended.
    await fixture.pools.writer.query(
      "delete from journal where account_id = $1 and position > $2",
      [testAccount.id, position - 5],
    );
    await fixture.endGatewaySessions();
    await node.write(buildVisitorMessage(testAccount, "v0", "written past the copy"));
    await reset;
    const now = await node.head(testAccount.id);
    expect(now.epoch).not.toBe(epoch);
    expect(now.position).toBe(position - 4);
  });
});

describe("publishing", () => {
  it.each([
    ["by notices", undefined],
    ["by polling, when notices are lost", silentBus],
    ["when notices come twice and out of order", createReorderingBus()],
  ])(
    "[CORE-132] [F23] [F24] both nodes publish every entry once, ascending, %s",
    async (_, bus) => {
      const clock = new ManualClock();
      const options = { clock, ...(bus === undefined ? {} : { bus }) };
      const [a, b] = [await fixture.openNode(options), await fixture.openNode(options)];
      const testAccount = await fixture.addAccount();
      const received = await Promise.all(
        [a, b].map(async (node) => {
          await node.head(testAccount.id);
          const notes = new PositionRecorder();
          node.subscribe((_, entries) => notes.entries(entries), testAccount.id);
          return notes;
        }),
      );
      await Promise.all([writeMessages(a, testAccount, 200), writeMessages(b, testAccount, 200)]);
      // A node that knows of no other one polls every ten seconds.
      if (bus === silentBus) await clock.advance(10_000);
      const head =
        (
          await fixture.pools.reader.one<{ position: number }>(
            testAccount.id,
            "select max(position) as position from journal",
          )
        )?.position ?? 0;
      for (const notes of received) {
        await notes.until(() => notes.positions.at(-1) === head);
        expect(notes.positions).toEqual(numberRange(1, head));
      }
    },
  );

  it("[CORE-132] [PERF-23] [F23] few entries of another node come with its notice, many are read, and so are those of a lost notice", async () => {
    const clock = new ManualClock();
    const { pools } = fixture;
    let reads = 0;
    const join = createMemoryBus();
    const [busOfA, busOfB] = [join(), join()];
    let isLost = false;
    const a = await fixture.openNode({
      clock,
      bus: {
        ...busOfA,
        publish: (topic, text) => (isLost ? undefined : busOfA.publish(topic, text)),
      },
    });
    const b = await fixture.openNode({
      clock,
      bus: busOfB,
      pools: Object.assign(Object.create(pools) as typeof pools, {
        gatewayReads: {
          query(statement: { readonly name?: string }) {
            if (statement.name === "read-entries-of-nodes") reads++;
            return pools.gatewayReads.query(statement as pg.QueryConfig);
          },
        },
      }),
    });
    await clock.advance(10_000);
    const testAccount = await fixture.addAccount();
    await b.head(testAccount.id);
    const notes = new PositionRecorder();
    b.subscribe((_, entries) => notes.entries(entries), testAccount.id);
    /** Writes messages at the first node. Returns the number of reads of the second one. */
    const write = async (count: number): Promise<number> => {
      const before = reads;
      await writeMessages(a, testAccount, count);
      await clock.advance(30);
      if (isLost) return 0;
      const { position } = await a.head(testAccount.id);
      await notes.until(() => notes.positions.at(-1) === position);
      return reads - before;
    };
    expect(await write(1)).toBe(0);
    expect(await write(2)).toBe(0);
    isLost = true;
    await write(1);
    isLost = false;
    expect(await write(1)).toBe(1);
    expect(await write(200)).toBe(1);
    expect(await write(1)).toBe(0);
    expect(notes.positions).toEqual(numberRange(1, notes.positions.length));
    const stored = await a.read(testAccount.id, 0, 500);
    expect(await b.read(testAccount.id, 0, 500)).toEqual(stored);
    expect(
      await readEntries(pools.reader, testAccount.id, { after: 0, upTo: 500, limit: 500 }),
    ).toEqual(stored);
  });

  it("[F23] without any notice a node looks for what others wrote every second", async () => {
    const clock = new ManualClock();
    const writer = await fixture.openNode({ bus: silentBus });
    const reader = await fixture.openNode({ bus: silentBus, clock });
    const testAccount = await fixture.addAccount();
    await reader.head(testAccount.id);
    const notes = new PositionRecorder();
    reader.subscribe((_, entries) => notes.entries(entries), testAccount.id);
    await writeMessages(writer, testAccount, 5);
    const { position } = await writer.head(testAccount.id);
    await clock.advance(999);
    expect(notes.positions).toEqual([]);
    await clock.advance(1);
    await notes.until(() => notes.positions.at(-1) === position);
    expect(notes.positions).toEqual(numberRange(1, position));
  });

  it("[CORE-132] [F23] a node that is alone and hears of nobody finds out within ten seconds what another wrote, also one that is gone again", async () => {
    const clock = new ManualClock();
    const alone = await fixture.openNode({ bus: silentBus, clock });
    const testAccount = await fixture.addAccount();
    await alone.head(testAccount.id);
    const notes = new PositionRecorder();
    alone.subscribe((_, entries) => notes.entries(entries), testAccount.id);
    const written = async (node: Journal): Promise<number> => {
      await writeMessages(node, testAccount, 5);
      return (await node.head(testAccount.id)).position;
    };
    const expectPosition = async (position: number, afterMs: number): Promise<void> => {
      await clock.advance(afterMs - 1);
      expect(notes.positions.at(-1)).not.toBe(position);
      await clock.advance(1);
      await notes.until(() => notes.positions.at(-1) === position);
      expect(notes.positions).toEqual(numberRange(1, position));
    };
    const other = await fixture.openNode({ bus: silentBus });
    await expectPosition(await written(other), 10_000);
    // The node has now detected the other node.
    await expectPosition(await written(other), 1_000);
    const last = await written(other);
    await other.close();
    await expectPosition(last, 1_000);
  });

  it("[CORE-045] frames from memory and from the table are the same", async () => {
    const node = await fixture.openNode();
    const fresh = await fixture.openNode();
    const testAccount = await fixture.addAccount();
    await writeMessages(node, testAccount, 20);
    const stored = await node.read(testAccount.id, 0, 100);
    expect(stored.length).toBeGreaterThan(20);
    expect(await fresh.read(testAccount.id, 0, 100)).toEqual(stored);
  });
});
