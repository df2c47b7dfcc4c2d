import { afterAll, beforeAll, expect, it } from "vitest";
import { storeBlockedMessage } from "../src/core/chat/message/store-blocked-message.ts";
import { startChatActivityProjection } from "../src/journal/subscribers/chat-activity.ts";
import type { DurableConsumer } from "../src/journal/subscribers/durable-consumer.ts";
import { startServiceApi, type ServiceApi, type TestAccount } from "./api-fixture.ts";

/**
 * A projection maintains last messages and unread counts (PERF-10). Random commands run while it is
 * stopped, is late, or repeats entries. Every number must equal the one that is
 * computed from all messages.
 */
const seed = Number(process.env["INBOX_SEED"] ?? 20_261_120);
const commandCount = 160;

let service: ServiceApi;
let acme: TestAccount;
let channelId: number;
let projection: DurableConsumer;
beforeAll(async () => {
  service = await startServiceApi();
  acme = await service.createAccount("acme");
  await service.setPresence([acme.keys.admin, "online"], [acme.keys.operator, "online"]);
  const created = await service.call("POST", "/channels", {
    key: acme.keys.owner,
    body: {
      name: "App",
      endpoint_url: "https://hooks.example/",
      operators: [acme.ids.admin, acme.ids.operator],
    },
  });
  channelId = (created.body as { id: number }).id;
  projection = await startProjection();
});
afterAll(async () => {
  await projection.close();
  await service.close();
});

it(`[API-020] [API-029] unread and last messages are what a walk over all messages gives, wherever their reader stands (seed ${seed})`, async () => {
  const next = createRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const done = new Map<string, number>();
  const chats: number[] = [];
  let serial = 0;
  const people = ["admin", "operator"] as const;
  const moves: Readonly<
    Record<string, (chat: number, role: (typeof people)[number]) => Promise<boolean>>
  > = {
    async writes() {
      const chat = await service.sendCustomerMessage(
        acme.id,
        channelId,
        pick(["a", "b", "c", "d", "e"]),
        `Hello "blacklisted":true ${next()}`,
      );
      if (!chats.includes(chat)) chats.push(chat);
      return true;
    },
    async "writes though blocked"() {
      const key = pick(["a", "b", "c"]);
      const handler = storeBlockedMessage({
        channelId,
        customer: key,
        recipient: JSON.stringify(key),
        text: "Let me in",
      });
      const written = await service.journal.write({
        account: acme.id,
        subject: { customer: { channelId, key } },
        handler: handler,
      });
      const { chat_id: chat } = written.answer;
      if (!chats.includes(chat)) chats.push(chat);
      return true;
    },
    answers: (chat, role) =>
      callAs(role, "POST", `/chats/${chat}/messages`, {
        kind: "text",
        text: "Yes",
        client_id: `c${serial++}`,
      }),
    notes: (chat, role) =>
      callAs(role, "POST", `/chats/${chat}/messages`, {
        kind: "note",
        text: "Look",
        client_id: `c${serial++}`,
      }),
    accepts: (chat, role) => callAs(role, "POST", `/chats/${chat}/accept`),
    // Causes a system message, which does not count as the last message.
    invites: (chat, role) =>
      callAs(role, "POST", `/chats/${chat}/invite`, {
        operator_id: acme.ids[role === "admin" ? "operator" : "admin"],
      }),
    closes: (chat, role) => callAs(role, "POST", `/chats/${chat}/close`),
    async continues(chat, role) {
      await callAs(role, "POST", `/chats/${chat}/accept`);
      await callAs(role, "POST", `/chats/${chat}/close`);
      const answer = await service.call("POST", `/chats/${chat}/continue`, {
        key: acme.keys[role],
        body: {},
      });
      if (answer.status < 300) chats.push((answer.body as { id: number }).id);
      return answer.status < 300;
    },
    reads: (chat, role) =>
      callAs(role, "PUT", `/chats/${chat}/read`, { seq: Math.floor(next() * 12) }),
    "reads back": (chat, role) =>
      callAs(role, "PUT", `/chats/${chat}/read`, { seq: Math.floor(next() * 4), unread: true }),
    async "the reader catches up"() {
      await projection.settle();
      return true;
    },
    async "the reader starts again before what it did"() {
      await projection.close();
      await service.db.query("update cursor set position = position / 2 where reader = 'activity'");
      projection = await startProjection();
      return true;
    },
    // As after an upgrade.
    async "nothing is stored for lists"() {
      await service.db.query("delete from chat_text");
      await service.db.query("update chat_activity set shown_body = null, state = null");
      return true;
    },
    "renames the visitor": async (chat, role) => {
      const { body } = await service.call("GET", `/chats/${chat}`, { key: acme.keys[role] });
      const { number } = (body as { visitor: { number: number } }).visitor;
      return callAs(role, "PATCH", `/visitors/${number}`, { name: `Ann "${serial++}"` });
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
  for (let n = 1; n <= commandCount; n++) {
    const move = pick(next() < 0.6 ? often : Object.keys(moves));
    if ((await moves[move]?.(pick(chats), pick(people))) === true)
      done.set(move, (done.get(move) ?? 0) + 1);
    if (n % 8 === 0) for (const role of people) await compareCounts(role, `after ${n}: ${move}`);
  }
  await projection.settle();
  for (const role of people) await compareCounts(role, "caught up");
  expect([...done.keys()].toSorted(), "every command was taken").toEqual(
    Object.keys(moves).toSorted(),
  );
});

it("[CORE-115] a message that is erased while the projection stores it is not kept for lists", async () => {
  await projection.settle();
  await projection.close();
  const chat = await service.sendCustomerMessage(acme.id, channelId, "erased", "quince");
  const eraseMessage = (): Promise<unknown> =>
    service.db.query("update journal set body = replace(body, 'quince', '') where chat_id = $1", [
      chat,
    ]);
  projection = await startProjection(async (query, values) => {
    if (JSON.stringify(query).includes("update chat_activity")) await eraseMessage();
    return queryRows(query, values);
  });
  await projection.settle();
  const readStored = (): Promise<readonly { readonly shown_body: string | null }[]> =>
    service.db.query("select shown_body, shown_seq from chat_activity where chat_id = $1", [chat]);
  expect(await readStored()).toEqual([{ shown_body: null, shown_seq: 1 }]);
  const list = await service.call("GET", "/chats?limit=200", { key: acme.keys.admin });
  const { items } = list.body as { items: readonly ShownChat[] };
  expect(items.find(({ id }) => id === chat)).toMatchObject({ last_message: { seq: 1, text: "" } });

  await service.sendCustomerMessage(acme.id, channelId, "erased", "plum");
  await projection.settle();
  await service.db.query("update journal set body = replace(body, 'plum', '') where chat_id = $1", [
    chat,
  ]);
  expect(await readStored()).toEqual([{ shown_body: null, shown_seq: 2 }]);
});

async function startProjection(query = queryRows): Promise<DurableConsumer> {
  return startChatActivityProjection({
    journal: service.journal,
    pool: { query } as never,
    clock: service.clock,
    onFault: (error) => {
      throw error;
    },
  });
}
async function queryRows(
  query: string | { readonly text: string; readonly values: readonly unknown[] },
  values: readonly unknown[] = [],
): Promise<{ rows: readonly unknown[] }> {
  const { text, values: all } = typeof query === "string" ? { text: query, values } : query;
  return { rows: await service.db.query(text, all) };
}

async function callAs(
  role: "admin" | "operator",
  method: string,
  path: string,
  body: unknown = {},
): Promise<boolean> {
  const answer = await service.call(method, path, { key: acme.keys[role], body });
  expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(500);
  return answer.status < 300;
}

interface ShownChat {
  readonly id: number;
  readonly seq: number;
  readonly unread: number;
  readonly last_message: { readonly seq: number } | null;
}
async function compareCounts(role: "admin" | "operator", moment: string): Promise<void> {
  const key = acme.keys[role];
  const [list, counters, expected] = [
    (await service.call("GET", "/chats?limit=200", { key })).body as {
      items: readonly ShownChat[];
    },
    (await service.call("GET", "/chats/counters", { key })).body as {
      unread: number;
      views: Record<string, number>;
    },
    await walkMessages(acme.ids[role]),
  ];
  const shown = list.items.map(({ id, seq, unread, last_message }) => ({
    id,
    seq,
    unread,
    last: last_message?.seq ?? null,
  }));
  expect(
    shown.toSorted((a, b) => a.id - b.id),
    `${role} ${moment}`,
  ).toEqual(expected.map(({ id, seq, unread, last }) => ({ id, seq, unread, last })));
  // A single chat is read from its own tables, without the texts that are stored for lists.
  for (const row of list.items.slice(0, 5)) {
    const { body } = await service.call("GET", `/chats/${row.id}`, { key });
    expect(row, `${role} ${moment}`).toEqual({ ...(body as ShownChat), assignment: null });
  }
  const running = expected.filter(({ state }) => state !== "closed");
  const visibleChats = running.filter(({ isMine, state }) => isMine || state === "waiting");
  expect([counters.unread, counters.views], `${role} ${moment}`).toMatchObject([
    visibleChats.reduce((sum, { unread }) => sum + unread, 0),
    {
      all: running.length,
      mine: running.filter(({ isMine }) => isMine).length,
      waiting: running.filter(({ state }) => state === "waiting").length,
    },
  ]);
}

interface WalkedChat {
  readonly id: number;
  readonly seq: number;
  readonly state: string;
  readonly isMine: boolean;
  readonly unread: number;
  readonly last: number | null;
}
const routingLine =
  /^(?:offer|ladder_|owner_gone|transfer|colleague_invited|tag|rating_asked|snooze|promise)/;
/**
 * Computes every chat from its rows and all of its messages, without the tables of the projection.
 */
async function walkMessages(operator: number): Promise<readonly WalkedChat[]> {
  const rows = await service.db.query<{
    id: number;
    seq: number;
    state: string;
    mine: boolean;
    mark: number;
    messages: string[] | null;
  }>(
    `select c.id, coalesce((select max(l.seq) from journal l where l.chat_id = c.id), 0) as seq, c.state, coalesce(r.seq, 0) as mark,
       exists (select 1 from participant p where p.chat_id = c.id and p.operator_id = $2 and p.left_at is null) as mine,
       (select array_agg(j.body order by j.seq) from journal j where j.account_id = c.account_id and j.chat_id = c.id and j.seq is not null) as messages
     from chat c left join read_mark r on r.chat_id = c.id and r.operator_id = $2 where c.account_id = $1 order by c.id`,
    [acme.id, operator],
  );
  return rows.map(({ id, seq, state, mine: isMine, mark, messages }) => {
    const parsedMessages = (messages ?? []).map(
      (body) =>
        JSON.parse(body) as {
          author: { kind: string };
          blacklisted?: true;
          line?: { code: string };
        },
    );
    const last =
      parsedMessages.findLastIndex(
        ({ line }) => line === undefined || !routingLine.test(line.code),
      ) + 1;
    return {
      id,
      seq,
      state,
      isMine,
      unread: parsedMessages.filter(
        ({ author, blacklisted }, at) =>
          at + 1 > mark && author.kind === "visitor" && blacklisted !== true,
      ).length,
      last: last === 0 ? null : last,
    };
  });
}

/** Returns a generator of numbers from 0 to 1 that depends on the seed (mulberry32). */
function createRandom(initialSeed: number): () => number {
  let state = initialSeed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
