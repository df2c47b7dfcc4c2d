import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tail } from "../src/journal/index.ts";
import type { Journal, JournalCursor, JournalEntry, Tail, TailSink } from "../src/journal/index.ts";
import { gate, openGround, say } from "./journal-kit.ts";
import type { Ground, Place } from "./journal-kit.ts";

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.drop());

/** A sink that writes down what it is told, and can be waited for. */
class Notes implements TailSink {
  readonly calls: string[] = [];
  readonly positions: number[] = [];
  hold: Promise<void> | null = null;
  #waiting: (() => void)[] = [];
  ready(at: JournalCursor & { mode: string }): void {
    this.#note(`ready ${at.mode} ${at.position}`);
  }
  reset(at: JournalCursor): void {
    this.#note(`reset ${at.position}`);
  }
  entries(entries: readonly JournalEntry[]): void | Promise<void> {
    this.positions.push(...entries.map((entry) => entry.position));
    this.#note("entries");
    return this.hold ?? undefined;
  }
  live(position: number): void {
    this.#note(`live ${position}`);
  }
  failed(error: unknown): void {
    this.#note(`failed ${String(error)}`);
  }
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => void this.#waiting.push(resolve));
  }
  #note(call: string): void {
    this.calls.push(call);
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
/** A bus that loses everything. */
const deaf = { announce: () => undefined, onHead: () => () => undefined, close: () => Promise.resolve() };
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, n) => from + n);
const fill = async (node: Journal, place: Place, count: number): Promise<void> => {
  await Promise.all(Array.from({ length: count }, (_, n) => node.write(say(place, `v${n % 7}`, `m${n}`))));
};

describe("the tail", () => {
  it("[API-101] without cursor starts at the head and follows", async () => {
    const node = await ground.node();
    const place = await ground.account();
    await fill(node, place, 3);
    const { position } = await node.head(place.account);
    const notes = new Notes();
    const following = tail(node, place.account, null, notes);
    await notes.until(() => notes.calls.length === 2);
    await node.write(say(place, "v0", "new"));
    await notes.until(() => notes.positions.length > 0);
    expect(notes.calls).toEqual([`ready live ${position}`, `live ${position}`, "entries"]);
    expect(notes.positions).toEqual([position + 1]);
    following.close();
    await node.write(say(place, "v0", "unheard"));
    expect(notes.positions).toHaveLength(1);
  });

  it("[CORE-045] catches up from any cursor under load, each entry once and in order, from memory and from the table", async () => {
    for (const ring of [{}, { entries: 3 }]) {
      const node = await ground.node({ ring });
      const place = await ground.account();
      await fill(node, place, 300);
      const { epoch, position } = await node.head(place.account);
      const notes = [0, 1, 17, position - 1, position].map((after) => ({ after, notes: new Notes() }));
      const load = fill(node, place, 300);
      const tails: Tail[] = notes.map((one) => tail(node, place.account, { epoch, position: one.after }, one.notes));
      await load;
      const head = (await node.head(place.account)).position;
      for (const one of notes) {
        await one.notes.until(() => one.notes.positions.at(-1) === head);
        expect(one.notes.positions).toEqual(range(one.after + 1, head));
      }
      for (const following of tails) following.close();
    }
  });

  it("[API-105] a sink that is held gets nothing more, and misses nothing", async () => {
    const node = await ground.node();
    const place = await ground.account();
    await fill(node, place, 10);
    const { position } = await node.head(place.account);
    const notes = new Notes();
    const following = tail(node, place.account, null, notes);
    await notes.until(() => notes.calls.includes(`live ${position}`));
    const door = gate();
    notes.hold = door.wait;
    await node.write(say(place, "v0", "first"));
    await notes.until(() => notes.positions.length > 0);
    await fill(node, place, 50);
    expect(notes.positions).toHaveLength(1);
    notes.hold = null;
    door.open();
    const { position: head } = await node.head(place.account);
    await notes.until(() => notes.calls.includes(`live ${head}`));
    expect(notes.positions).toEqual(range(position + 1, head));
    following.close();
  });

  it("[API-103] another epoch or a position beyond the journal is reset", async () => {
    const node = await ground.node();
    const place = await ground.account();
    await fill(node, place, 3);
    const { epoch, position } = await node.head(place.account);
    for (const after of [{ epoch: "other", position: 1 }, { epoch, position: position + 1 }]) {
      const notes = new Notes();
      const following = tail(node, place.account, after, notes);
      await notes.until(() => notes.calls.length === 2);
      expect(notes.calls).toEqual([`reset ${position}`, `live ${position}`]);
      following.close();
    }
  });

  it("[CORE-132] a cursor from another node that this one has not seen yet is no reset", async () => {
    const [a, b] = [await ground.node({ bus: deaf }), await ground.node({ bus: deaf })];
    const place = await ground.account();
    await fill(a, place, 3);
    await b.head(place.account);
    await fill(a, place, 3);
    const at = await a.head(place.account);
    const notes = new Notes();
    const following = tail(b, place.account, at, notes);
    await notes.until(() => notes.calls.length > 0);
    expect(notes.calls[0]).toBe(`ready live ${at.position}`);
    following.close();
  });

  it("[CORE-045] a database put back to an older state renumbers: cursors are reset, no position means two things", async () => {
    const node = await ground.node();
    const place = await ground.account();
    await fill(node, place, 20);
    const { epoch, position } = await node.head(place.account);
    const notes = new Notes();
    const following = tail(node, place.account, null, notes);
    await notes.until(() => notes.calls.includes(`live ${position}`));
    // An older copy: the last five entries are gone.
    await ground.pools.writer.query("delete from journal where account_id = $1 and position > $2", [place.account, position - 5]);
    await ground.pools.writer.query("update account_head set position = $2 where account_id = $1", [place.account, position - 5]);
    await ground.pools.writer.query("update chat c set last_seq = (select count(*) from journal j where j.account_id = c.account_id and j.chat_id = c.id and j.seq is not null) where account_id = $1", [place.account]);
    await node.write(say(place, "v0", "written past the copy"));
    await notes.until(() => notes.calls.some((call) => call.startsWith("reset")));
    const now = await node.head(place.account);
    expect(now.epoch).not.toBe(epoch);
    expect(now.position).toBe(position - 4);
    const old = new Notes();
    tail(node, place.account, { epoch, position: position - 5 }, old);
    await old.until(() => old.calls.length > 0);
    expect(old.calls[0]).toBe(`reset ${position - 4}`);
    following.close();
  });
});

describe("publishing", () => {
  it.each([["by notices", {}], ["by polling, when notices are lost", { bus: deaf }]])("[CORE-132] both nodes publish every entry once, ascending, %s", async (_, more) => {
    const [a, b] = [await ground.node(more), await ground.node(more)];
    const place = await ground.account();
    const seen = await Promise.all([a, b].map(async (node) => {
      await node.head(place.account);
      const notes = new Notes();
      node.subscribe((_, entries) => void notes.entries(entries), place.account);
      return notes;
    }));
    await Promise.all([fill(a, place, 200), fill(b, place, 200)]);
    const head = (await ground.pools.reader.one<{ position: number }>(place.account, "select position from account_head"))?.position ?? 0;
    for (const notes of seen) {
      await notes.until(() => notes.positions.at(-1) === head);
      expect(notes.positions).toEqual(range(1, head));
    }
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
