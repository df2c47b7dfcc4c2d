import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ManualClock } from "../src/clock.ts";
import type { Call } from "../src/core/entity.ts";
import { fail } from "../src/core/failure.ts";
import type { Command } from "../src/core/command.ts";
import type { Journal } from "../src/journal/index.ts";
import { chatOf, close, faults, openGround, say, type Ground, type Place } from "./journal-kit.ts";

let ground: Ground;
let clock: ManualClock;
let node: Journal;
let place: Place;
let chat: number;
beforeAll(async () => {
  ground = await openGround();
  clock = new ManualClock();
  node = await ground.node({ clock });
});
beforeEach(async () => {
  place = await ground.account();
  chat = chatOf((await node.write(say(place, "ann", "hello"))).answer);
});
afterAll(() => ground.drop());

describe("calls and offline messages", () => {
  const call = (status: Call["status"], id?: number): Command => ({
    account: place.account,
    subject: { chat },
    handler: (scene) => {
      const known = scene.calls.find((one) => one.id === id);
      if (id === undefined && scene.calls.length > 0) return fail("already_running", "one at a time");
      if (id !== undefined && !known) return fail("not_found", "over");
      const at = new Date(scene.now).toISOString();
      const made: Call = known
        ? { ...known, status, updated_at: at }
        : {
            id: scene.ids.message(),
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
      return { events: [{ name: "call_updated", call: made }], answer: JSON.stringify(made) };
    },
  });
  const rows = async () =>
    (
      await ground.pools.writer.query<{ id: number; kind: string; chat_id: number | null; state: string; version: number; body: string }>(
        "select id, kind, chat_id, state, version, body from record where account_id = $1",
        [place.account],
      )
    ).rows;

  it("[CORE-040] a call is an entry and a row; verbs see it on every node until it is over", async () => {
    const other = await ground.node({ clock });
    const made = JSON.parse((await node.write(call("start"))).answer) as Call;
    await expect(other.write(call("start"))).rejects.toThrow("already_running");
    await other.write(call("client_connected", made.id));
    await node.write(call("end", made.id));
    await expect(other.write(call("end", made.id))).rejects.toThrow("not_found");
    const [row] = await rows();
    expect(row).toMatchObject({ id: made.id, kind: "call", chat_id: chat, state: "end", version: 2 });
    expect(JSON.parse(row?.body ?? "")).toMatchObject({ id: made.id, status: "end" });
    // This node reads the write of the other node a moment later.
    await node.settle();
    expect((await node.read(place.account, 3, 9)).map((entry) => JSON.parse(entry.frame) as unknown)).toMatchObject([
      { name: "call_updated", chat_id: chat, data: { call: { status: "start" } } },
      { name: "call_updated", chat_id: chat, data: { call: { status: "client_connected" } } },
      { name: "call_updated", chat_id: chat, data: { call: { status: "end" } } },
    ]);
    expect((await ground.pools.reader.rows(place.account, "select id from record")).length).toBe(1);
  });
  it("[CORE-132] of many that begin a call at once on two nodes one does", async () => {
    const other = await ground.node({ clock });
    const results = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? node : other).write(call("start"))));
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    expect(await rows()).toHaveLength(1);
    expect(await faults(ground.pools)).toEqual([]);
  });
  it("[CORE-040] an offline message is kept with its visitor's number in the entry, also of one who was never seen", async () => {
    const made = await node.write({
      account: place.account,
      subject: { customer: { channelId: place.channel, key: "new" } },
      handler: (scene) => {
        const at = new Date(scene.now).toISOString();
        const entity = {
          id: scene.ids.visitor(),
          name: null,
          phone: null,
          email: null,
          description: null,
          photo: null,
          customer: "new",
          created_at: at,
        };
        const offlineMessage = {
          id: scene.ids.message(),
          channel: { id: place.channel, kind: "widget" as const, name: "Shop" },
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
          answer: `{"number":null}`,
        };
      },
    });
    expect(made.answer).toBe('{"number":2}');
    expect(await rows()).toMatchObject([{ kind: "offline_message", chat_id: null, state: "new" }]);
    const [entry] = await node.read(place.account, made.position - 1, 1);
    expect(JSON.parse(entry?.frame ?? "")).toMatchObject({
      data: { offline_message: { visitor: { number: 2, customer: "new" }, text: 'a "number":null b', state: "new" } },
    });
  });
});

it("[CORE-130] chats and entries of a database that is older than bots get the new keys, with the time they were accepted", async () => {
  const text = await readFile(new URL("../src/store/migrations/0013_engine.sql", import.meta.url), "utf8");
  const { operators } = place;
  const open = chatOf((await node.write(say(place, "cy", 'says "assign":false} and more'))).answer);
  await node.write(close(place, chat));
  await ground.pools.writer.query(
    "insert into participant (account_id, chat_id, operator_id, joined_at) values ($1, $2, $3, '2026-01-02T03:04:05.678Z')",
    [place.account, open, operators[0]],
  );
  // The format in which earlier releases stored them.
  const older = `replace(replace(replace(body, '"bot":null,', ''), '"accepted_at":null,', ''), ',"assigned":false', '')`;
  await ground.pools.writer.query(`update chat set body = ${older} where account_id = $1`, [place.account]);
  await ground.pools.writer.query(`update journal set body = ${older} where account_id = $1 and name like 'chat%'`, [place.account]);
  for (let n = 0; n < 2; n++) await ground.pools.writer.query(text.slice(text.indexOf("-- Chats of a database")));
  const { rows } = await ground.pools.writer.query<{ id: number; body: string }>("select id, body from chat where account_id = $1", [
    place.account,
  ]);
  const chats = new Map(rows.map((row) => [row.id, JSON.parse(row.body) as Record<string, unknown>]));
  expect(chats.get(open)).toMatchObject({
    bot: null,
    accepted_at: "2026-01-02T03:04:05.678Z",
    crm: { link: null, assign: false, assigned: false },
  });
  expect(chats.get(chat)).toMatchObject({ state: "closed", bot: null, accepted_at: null, crm: { assigned: false } });
  const entries = (await node.read(place.account, 0, 50)).map((entry) => entry.name);
  const stored = await ground.pools.reader.rows<{ body: string }>(
    place.account,
    "select body from journal where name like 'chat%' order by position",
  );
  expect(stored.length).toBe(entries.filter((name) => name.startsWith("chat")).length);
  for (const { body } of stored)
    expect(JSON.parse(body)).toMatchObject({ chat: { seq: null, bot: null, accepted_at: null, crm: { assigned: false } } });
});
