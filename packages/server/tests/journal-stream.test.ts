import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Bus } from "../src/bus/index.ts";
import { ManualClock } from "../src/clock.ts";
import type { Journal, JournalEntry } from "../src/journal/index.ts";
import { openGround, say } from "./journal-kit.ts";
import type { Ground, Place } from "./journal-kit.ts";

let ground: Ground;
// Each test has its own database, because the nodes of other tests would be counted.
beforeEach(async () => {
  ground = await openGround();
});
afterEach(() => ground.drop());

/** Records the positions it receives. Tests can wait for a position. */
class Notes {
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
/** A bus that loses every message. */
const deaf = { announce: () => undefined, onHead: () => () => undefined, close: () => Promise.resolve() };
/** A bus between two nodes that sends every message twice, newer ones first. */
function muddled(): Bus {
  const listeners: Parameters<Bus["onHead"]>[0][] = [];
  const held: [account: number, head: number][] = [];
  return {
    announce(account, head) {
      held.push([account, head], [account, head]);
      setImmediate(() => {
        for (const notice of held.splice(0).toReversed()) for (const listener of listeners) listener(...notice);
      });
    },
    onHead(listener) {
      listeners.push(listener);
      return () => void listeners.splice(listeners.indexOf(listener), 1);
    },
    close: () => Promise.resolve(),
  };
}
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, n) => from + n);
const fill = async (node: Journal, place: Place, count: number): Promise<void> => {
  await Promise.all(Array.from({ length: count }, (_, n) => node.write(say(place, `v${n % 7}`, `m${n}`))));
};

describe("heads", () => {
  it("[CORE-132] a position that another node gave out counts here at once", async () => {
    const [a, b] = [await ground.node({ bus: deaf }), await ground.node({ bus: deaf })];
    const place = await ground.account();
    await fill(a, place, 3);
    await b.head(place.account);
    await fill(a, place, 3);
    const at = await a.head(place.account);
    expect(await b.head(place.account, at.position)).toEqual(at);
  });

  it("[CORE-045] a database put back to an older state renumbers: a new epoch, no position means two things", async () => {
    const node = await ground.node();
    const place = await ground.account();
    await fill(node, place, 20);
    const { epoch, position } = await node.head(place.account);
    const reset = new Promise<void>((resolve) => void node.onReset(resolve));
    // As after restoring an older copy: the last five entries are missing.
    await ground.pools.writer.query("delete from journal where account_id = $1 and position > $2", [place.account, position - 5]);
    await ground.pools.writer.query("update account_head set position = $2 where account_id = $1", [place.account, position - 5]);
    await ground.pools.writer.query(
      "update chat c set last_seq = (select count(*) from journal j where j.account_id = c.account_id and j.chat_id = c.id and j.seq is not null) where account_id = $1",
      [place.account],
    );
    await node.write(say(place, "v0", "written past the copy"));
    await reset;
    const now = await node.head(place.account);
    expect(now.epoch).not.toBe(epoch);
    expect(now.position).toBe(position - 4);
  });
});

describe("publishing", () => {
  it.each([
    ["by notices", {}],
    ["by polling, when notices are lost", { bus: deaf }],
    ["when notices come twice and out of order", { bus: muddled() }],
  ])("[CORE-132] [F23] [F24] both nodes publish every entry once, ascending, %s", async (_, more) => {
    const [a, b] = [await ground.node(more), await ground.node(more)];
    const place = await ground.account();
    const seen = await Promise.all(
      [a, b].map(async (node) => {
        await node.head(place.account);
        const notes = new Notes();
        node.subscribe((_, entries) => notes.entries(entries), place.account);
        return notes;
      }),
    );
    await Promise.all([fill(a, place, 200), fill(b, place, 200)]);
    const head = (await ground.pools.reader.one<{ position: number }>(place.account, "select position from account_head"))?.position ?? 0;
    for (const notes of seen) {
      await notes.until(() => notes.positions.at(-1) === head);
      expect(notes.positions).toEqual(range(1, head));
    }
  });

  it("[F23] without any notice a node looks for what others wrote every second", async () => {
    const clock = new ManualClock();
    const writer = await ground.node({ bus: deaf });
    const reader = await ground.node({ bus: deaf, clock });
    const place = await ground.account();
    await reader.head(place.account);
    const notes = new Notes();
    reader.subscribe((_, entries) => notes.entries(entries), place.account);
    await fill(writer, place, 5);
    const { position } = await writer.head(place.account);
    await clock.advance(999);
    expect(notes.positions).toEqual([]);
    await clock.advance(1);
    await notes.until(() => notes.positions.at(-1) === position);
    expect(notes.positions).toEqual(range(1, position));
  });

  it("[CORE-132] [F23] a node that is alone and hears of nobody finds out within ten seconds what another wrote, also one that is gone again", async () => {
    const clock = new ManualClock();
    const alone = await ground.node({ bus: deaf, clock });
    const place = await ground.account();
    await alone.head(place.account);
    const notes = new Notes();
    alone.subscribe((_, entries) => notes.entries(entries), place.account);
    const written = async (node: Journal): Promise<number> => {
      await fill(node, place, 5);
      return (await node.head(place.account)).position;
    };
    const told = async (position: number, afterMs: number): Promise<void> => {
      await clock.advance(afterMs - 1);
      expect(notes.positions.at(-1)).not.toBe(position);
      await clock.advance(1);
      await notes.until(() => notes.positions.at(-1) === position);
      expect(notes.positions).toEqual(range(1, position));
    };
    const other = await ground.node({ bus: deaf });
    await told(await written(other), 10_000);
    // The other node is known now.
    await told(await written(other), 1_000);
    const last = await written(other);
    await other.close();
    await told(last, 1_000);
  });

  it("[CORE-045] frames from memory and from the table are the same", async () => {
    const node = await ground.node();
    const fresh = await ground.node();
    const place = await ground.account();
    await fill(node, place, 20);
    const kept = await node.read(place.account, 0, 100);
    expect(kept.length).toBeGreaterThan(20);
    expect(await fresh.read(place.account, 0, 100)).toEqual(kept);
  });
});
