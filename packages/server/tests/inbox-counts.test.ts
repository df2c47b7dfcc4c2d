import { afterAll, beforeAll, expect, it } from "vitest";
import { storeBlockedMessage } from "../src/core/blacklist/store-blocked-message.ts";
import { startChatActivityProjection } from "../src/journal/readers/chat-activity.ts";
import type { DurableConsumer } from "../src/journal/readers/durable-consumer.ts";
import { startService, type Service, type TestAccount } from "./api-fixture.ts";

/**
 * A projection maintains last messages and unread counts (PERF-10). Random commands run while it is
 * stopped, is behind, repeats entries or has missed some. Every number must equal the result of a
 * walk over all messages.
 */
const seed = Number(process.env["INBOX_SEED"] ?? 20_261_120);
const commands = 160;

let service: Service;
let acme: TestAccount;
let channelId: number;
let reader: DurableConsumer;
beforeAll(async () => {
  service = await startService();
  acme = await service.account("acme");
  for (const id of [acme.ids.admin, acme.ids.operator]) service.presence.set(id, "online");
  const made = await service.ask("POST", "/channels", {
    key: acme.keys.owner,
    body: { name: "App", endpoint_url: "https://hooks.example/", operators: [acme.ids.admin, acme.ids.operator] },
  });
  channelId = (made.body as { id: number }).id;
  reader = await follow();
});
afterAll(async () => {
  await reader.close();
  await service.close();
});

it(`[API-020] [API-029] unread and last messages are what a walk over all messages gives, wherever their reader stands (seed ${seed})`, async () => {
  const next = random(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const done = new Map<string, number>();
  const chats: number[] = [];
  let serial = 0;
  const people = ["admin", "operator"] as const;
  const moves: Readonly<Record<string, (chat: number, who: (typeof people)[number]) => Promise<boolean>>> = {
    async writes() {
      const chat = await service.customer(acme.id, channelId, pick(["a", "b", "c", "d", "e"]), `Hello "blacklisted":true ${next()}`);
      if (!chats.includes(chat)) chats.push(chat);
      return true;
    },
    async "writes though blocked"() {
      const key = pick(["a", "b", "c"]);
      const verb = storeBlockedMessage({ channelId, customer: key, recipient: JSON.stringify(key), text: "Let me in" });
      const written = await service.journal.write({ account: acme.id, subject: { customer: { channelId, key } }, handler: verb });
      const { chat_id: chat } = JSON.parse(written.answer) as { chat_id: number };
      if (!chats.includes(chat)) chats.push(chat);
      return true;
    },
    answers: (chat, who) => ask(who, "POST", `/chats/${chat}/messages`, { kind: "text", text: "Yes", client_id: `c${serial++}` }),
    notes: (chat, who) => ask(who, "POST", `/chats/${chat}/messages`, { kind: "note", text: "Look", client_id: `c${serial++}` }),
    accepts: (chat, who) => ask(who, "POST", `/chats/${chat}/accept`),
    // A system message, which does not count as the last message.
    invites: (chat, who) => ask(who, "POST", `/chats/${chat}/invite`, { operator_id: acme.ids[who === "admin" ? "operator" : "admin"] }),
    closes: (chat, who) => ask(who, "POST", `/chats/${chat}/close`),
    async continues(chat, who) {
      await ask(who, "POST", `/chats/${chat}/accept`);
      await ask(who, "POST", `/chats/${chat}/close`);
      const answer = await service.ask("POST", `/chats/${chat}/continue`, { key: acme.keys[who], body: {} });
      if (answer.status < 300) chats.push((answer.body as { id: number }).id);
      return answer.status < 300;
    },
    reads: (chat, who) => ask(who, "PUT", `/chats/${chat}/read`, { seq: Math.floor(next() * 12) }),
    "reads back": (chat, who) => ask(who, "PUT", `/chats/${chat}/read`, { seq: Math.floor(next() * 4), unread: true }),
    async "the reader catches up"() {
      await reader.settle();
      return true;
    },
    async "the reader starts again before what it did"() {
      await reader.close();
      await service.db.query("update cursor set position = position / 2 where reader = 'activity'");
      reader = await follow();
      return true;
    },
    async "the reader misses what was not read"() {
      await reader.close();
      await service.db.query(
        "insert into cursor (reader, account_id, position) select 'activity', account_id, position from account_head where true on conflict (reader, account_id) do update set position = excluded.position",
      );
      reader = await follow();
      return true;
    },
  };
  const often = [
    "writes",
    "writes",
    "writes",
    "answers",
    "accepts",
    "accepts",
    "reads",
    "reads",
    "invites",
    "notes",
    "the reader catches up",
  ];
  await moves["writes"]?.(0, "admin");
  for (let n = 1; n <= commands; n++) {
    const move = pick(next() < 0.6 ? often : Object.keys(moves));
    if ((await moves[move]?.(pick(chats), pick(people))) === true) done.set(move, (done.get(move) ?? 0) + 1);
    if (n % 8 === 0) for (const who of people) await compare(who, `after ${n}: ${move}`);
  }
  await reader.settle();
  for (const who of people) await compare(who, "caught up");
  expect([...done.keys()].toSorted(), "every command was taken").toEqual(Object.keys(moves).toSorted());
});

async function follow(): Promise<DurableConsumer> {
  return startChatActivityProjection({
    journal: service.journal,
    pool: { query: (text: string, values?: unknown[]) => rowsOf(text, values) } as never,
    clock: service.clock,
    onFault: (error) => {
      throw error;
    },
  });
}
async function rowsOf(text: string, values: unknown[] = []): Promise<{ rows: readonly unknown[] }> {
  return { rows: await service.db.query(text, values) };
}

async function ask(who: "admin" | "operator", method: string, path: string, body: unknown = {}): Promise<boolean> {
  const answer = await service.ask(method, path, { key: acme.keys[who], body });
  expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(500);
  return answer.status < 300;
}

interface Shown {
  readonly id: number;
  readonly seq: number;
  readonly unread: number;
  readonly last_message: { readonly seq: number } | null;
}
async function compare(who: "admin" | "operator", when: string): Promise<void> {
  const key = acme.keys[who];
  const [list, counters, wanted] = [
    (await service.ask("GET", "/chats?limit=200", { key })).body as { items: readonly Shown[] },
    (await service.ask("GET", "/chats/counters", { key })).body as { unread: number; views: Record<string, number> },
    await walk(acme.ids[who]),
  ];
  const shown = list.items.map(({ id, seq, unread, last_message }) => ({ id, seq, unread, last: last_message?.seq ?? null }));
  expect(
    shown.toSorted((a, b) => a.id - b.id),
    `${who} ${when}`,
  ).toEqual(wanted.map(({ id, seq, unread, last }) => ({ id, seq, unread, last })));
  const one = wanted[0];
  if (one) expect((await service.ask("GET", `/chats/${one.id}`, { key })).body).toMatchObject({ unread: one.unread, seq: one.seq });
  const running = wanted.filter(({ state }) => state !== "closed");
  const own = running.filter(({ isMine, state }) => isMine || state === "waiting");
  expect([counters.unread, counters.views], `${who} ${when}`).toMatchObject([
    own.reduce((sum, { unread }) => sum + unread, 0),
    {
      all: running.length,
      mine: running.filter(({ isMine }) => isMine).length,
      waiting: running.filter(({ state }) => state === "waiting").length,
    },
  ]);
}

interface Walked {
  readonly id: number;
  readonly seq: number;
  readonly state: string;
  readonly isMine: boolean;
  readonly unread: number;
  readonly last: number | null;
}
const routing = /^(?:offer|ladder_|owner_gone|transfer|colleague_invited|tag|rating_asked)/;
/**
 * Computes every chat from its rows and all of its messages, without the tables of the projection.
 */
async function walk(operator: number): Promise<readonly Walked[]> {
  const rows = await service.db.query<{ id: number; seq: number; state: string; mine: boolean; mark: number; messages: string[] | null }>(
    `select c.id, c.last_seq as seq, c.state, coalesce(r.seq, 0) as mark,
       exists (select 1 from participant p where p.chat_id = c.id and p.operator_id = $2 and p.left_at is null) as mine,
       (select array_agg(j.body order by j.seq) from journal j where j.account_id = c.account_id and j.chat_id = c.id and j.seq is not null) as messages
     from chat c left join read_mark r on r.chat_id = c.id and r.operator_id = $2 where c.account_id = $1 order by c.id`,
    [acme.id, operator],
  );
  return rows.map(({ id, seq, state, mine: isMine, mark, messages }) => {
    const said = (messages ?? []).map(
      (body) => JSON.parse(body) as { author: { kind: string }; blacklisted?: true; line?: { code: string } },
    );
    const last = said.findLastIndex(({ line }) => line === undefined || !routing.test(line.code)) + 1;
    return {
      id,
      seq,
      state,
      isMine,
      unread: said.filter(({ author, blacklisted }, at) => at + 1 > mark && author.kind === "visitor" && blacklisted !== true).length,
      last: last === 0 ? null : last,
    };
  });
}

/** Returns a generator of numbers from 0 to 1 that depend on the seed (mulberry32). */
function random(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
