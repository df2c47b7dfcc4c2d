import {
  conditionHolds,
  findConditionProblem,
  type Condition,
} from "@parlour/protocol/conditions/condition";
import {
  factsWith,
  visitorFactsWith,
  type ConditionSubject,
  type Fact,
  type Facts,
  type VisitorSubject,
} from "@parlour/protocol/conditions/facts";
import { operators, operatorsOf, type Test } from "@parlour/protocol/conditions/operators";
import { holdsForRunningOnly } from "@parlour/protocol/conditions/running";
import { createTestChat } from "@parlour/protocol/entity/chat.fixture";
import {
  fieldObjects,
  valueKinds,
  type FieldObject,
  type ValueKind,
} from "@parlour/protocol/field-kinds";
import { chooseSeed, createSeededRandom } from "@parlour/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { toConditionSql, visitorRows } from "../src/store/conditions/condition-sql.ts";
import { createParameters } from "../src/store/database/parameters.ts";
import { openJournalFixture, type JournalFixture, type TestAccount } from "./journal-fixture.ts";

/** Random trees. `LONG` runs 10,000. */
const treeCount = process.env["LONG"] === undefined ? 300 : 10_000;
const chatCount = 200;
const treesPerQuery = 100;
const now = Date.parse("2026-11-20T12:00:00.000Z");
/** One field of each kind, for visitors and for chats. */
const fields = valueKinds.flatMap((kind) =>
  fieldObjects.map((object) => ({
    object,
    key: kind,
    kind,
    options: kind === "one_of" || kind === "several_of" ? ["free", "pro", 'a "b"', "é"] : [],
  })),
);
const segments = new Map<number, Condition>();
const chatFacts: Facts = factsWith(fields, segments);
const visitorFacts = visitorFactsWith(fields);

let database: JournalFixture;
let testAccount: TestAccount;
beforeAll(async () => {
  database = await openJournalFixture();
  testAccount = await database.addAccount();
});
afterAll(() => database.drop());

type Random = () => number;
const pick = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] as T;

/** Texts that differ by case, by accents, and in what regular expressions and LIKE interpret. */
const texts = [
  "pro",
  "Pro",
  "PRO",
  "profi",
  "straße",
  "STRASSE",
  "Straße",
  "İstanbul",
  "istanbul",
  "ISTANBUL",
  "ı",
  "K",
  "k",
  "Σίσυφος",
  "ΣΊΣΥΦΟΣ",
  "日本",
  "😀",
  "😀x",
  "a.b",
  "a-b",
  "[a]",
  "]",
  "^",
  "\\",
  "\\d",
  "%",
  "_",
  "'",
  '"',
  "$1",
  "***",
  "(",
  "a\nb",
  " ",
  "Ǆ",
  "ǆ",
  "ǅ",
  "null",
  "0",
];
const times = [0, 1, 59_999, 60_000, 3_600_000, 86_400_000].map((ms) =>
  new Date(now - ms).toISOString(),
);
const ids = [1, 2, 3];
const days = ["1000-01-01", "2026-02-28", "2026-11-19", "2026-11-20", "2026-11-21", "9999-12-31"];
const orNull = <T>(random: Random, value: T): T | null => (random() < 0.3 ? null : value);

/** Values of some fields, as entities have them. */
function randomFields(random: Random, object: FieldObject) {
  const values = fields
    .filter((field) => field.object === object && random() < 0.6)
    .map(({ key, kind, options }) => [
      key,
      { value: randomFieldValue(random, kind, options), source: "api" as const, at: times[0]! },
    ]);
  return Object.fromEntries(values);
}
function randomFieldValue(random: Random, kind: ValueKind, options: readonly string[]) {
  switch (kind) {
    case "text":
    case "link":
      return pick(random, texts);
    case "number":
      return pick(random, [0, 1, 100.5, -1, 1e21]);
    case "flag":
      return random() < 0.5;
    case "date":
      return pick(random, days);
    case "one_of":
      return pick(random, options);
    case "several_of":
      return options.filter(() => random() < 0.4);
  }
}

function randomChat(random: Random, id: number): ConditionSubject {
  const text = (): string => pick(random, ["", ...texts]);
  const time = (): string => pick(random, times);
  const ref = () => ({ id: pick(random, ids), name: text() });
  const contact = () => orNull(random, { value: text(), source: "channel" as const, at: time() });
  const { unread: _, last_message: __, ...chat } = createTestChat(id);
  const assignee = orNull(random, ref());
  const tookPart = ids.filter((n) => random() < 0.2 || n === assignee?.id);
  return {
    ...chat,
    took_part: tookPart,
    number: id,
    state: pick(random, ["bot", "waiting", "open", "closed"] as const),
    channel: {
      id: testAccount.channelId,
      kind: pick(random, ["api", "mail"] as const),
      name: text(),
    },
    assignee,
    participants: random() < 0.5 ? [] : [ref(), ref()],
    department: orNull(random, ref()),
    page: orNull(random, { url: text(), title: orNull(random, text()) }),
    session: orNull(random, {
      geoip: {
        region_code: "",
        country: "",
        country_code: text(),
        region: "",
        city: text(),
        latitude: "",
        longitude: "",
        organization: "",
      },
      utm: { source: text(), medium: text(), content: "", campaign: text(), term: "" },
      ip_addr: "",
      user_agent: "",
      analytics: {},
      ...(random() < 0.5 && { language: text() }),
    }),
    bot: orNull(random, { id: pick(random, ids), name: "", photo: "", attached: random() < 0.5 }),
    created_at: time(),
    accepted_at: orNull(random, time()),
    closed_at: orNull(random, time()),
    close_reason: orNull(random, text()),
    rating: orNull(random, pick(random, ["positive", "negative"] as const)),
    wait: orNull(random, { since: time() }),
    ...(random() < 0.5 && { tags: [ref(), ref()].slice(0, Math.floor(random() * 3)) }),
    ...(random() < 0.5 && { priority: pick(random, ["low", "high", "urgent"] as const) }),
    ...(random() < 0.7 && { fields: randomFields(random, "chat") }),
    ...(random() < 0.2 && { blacklisted: true as const }),
    ...(random() < 0.3 && { rating_comment: text() }),
    visitor: {
      ...chat.visitor,
      name: contact(),
      phone: contact(),
      email: contact(),
      description: contact(),
      customer: orNull(random, text()),
      ...(random() < 0.5 && { came_from: text() }),
      ...(random() < 0.7 && { fields: randomFields(random, "visitor") }),
      created_at: time(),
    },
  };
}

/** Stores chats as the journal does: bodies without the numbers. */
async function storeChats(
  chats: readonly ConditionSubject[],
  account = testAccount.id,
): Promise<void> {
  const rows = chats.map(
    ({
      seq: _seq,
      took_part: tookPart,
      number,
      visitor: { number: visitorNumber, ...visitor },
      ...chat
    }) => ({
      id: chat.id,
      number,
      source: chat.channel.id,
      state: chat.state,
      assignee: chat.assignee?.id ?? null,
      created_at: chat.created_at,
      closed_at: chat.closed_at,
      body: JSON.stringify(chat),
      took_part: tookPart,
      visitor_number: visitorNumber,
      visitor: JSON.stringify(visitor),
    }),
  );
  const { writer } = database.pools;
  await writer.query(
    `insert into visitor (account_id, number, id, source, customer, recipient, body)
    select $1, r.visitor_number, r.id, r.source, r.id::text, '""', r.visitor from jsonb_to_recordset($2::jsonb) r(visitor_number bigint, id bigint, source bigint, visitor text)`,
    [account, JSON.stringify(rows)],
  );
  await writer.query(
    `insert into chat (account_id, id, number, source, visitor_id, state, assignee, created_at, closed_at, body)
    select $1, r.id, r.number, r.source, r.id, r.state, r.assignee, r.created_at, r.closed_at, r.body
    from jsonb_to_recordset($2::jsonb) r(id bigint, number bigint, source bigint, state text, assignee bigint, created_at timestamptz, closed_at timestamptz, body text)`,
    [account, JSON.stringify(rows)],
  );
  // The current operator may be missing there (CORE-034), and others have left.
  await writer.query(
    `insert into participant (account_id, chat_id, operator_id, joined_at, left_at)
    select $1, r.id, o, now(), now() from jsonb_to_recordset($2::jsonb) r(id bigint, assignee bigint, took_part bigint[]), unnest(r.took_part) o
    where o is distinct from r.assignee`,
    [account, JSON.stringify(rows)],
  );
}

function randomValue(random: Random, fact: Fact): string | number | boolean {
  switch (fact.kind) {
    case "text":
    case "names":
      return random() < 0.7 ? pick(random, texts) : (Array.from(pick(random, texts))[0] ?? "a");
    case "number":
      return pick(random, [0, 1, 100.5, chatCount, -1]);
    case "flag":
      return random() < 0.5;
    case "time":
      return pick(random, times);
    case "date":
      return pick(random, days);
    case "choice":
    case "choices":
      return pick(random, fact.values ?? []);
    case "row":
    case "rows":
      return pick(random, fact.segments ? ids : [...ids, testAccount.channelId]);
  }
}
function randomTest(random: Random, facts: Facts): Test {
  const name = pick(random, Object.keys(facts));
  const fact = facts[name] as Fact;
  const op = pick(random, operatorsOf[fact.kind]);
  const operand = operators[op];
  if (operand === "none") return { fact: name, op };
  if (operand === "seconds") return { fact: name, op, value: pick(random, [1, 59, 60, 3600]) };
  if (operand === "value") return { fact: name, op, value: randomValue(random, fact) };
  const value = Array.from(
    { length: 1 + Math.floor(random() * 3) },
    () => randomValue(random, fact) as string | number,
  );
  return { fact: name, op, value };
}
function randomTree(random: Random, facts: Facts, depth: number): Condition {
  const form = depth === 0 ? 1 : random();
  if (form >= 0.45) return randomTest(random, facts);
  if (form < 0.1) return { not: randomTree(random, facts, depth - 1) };
  const children = Array.from({ length: Math.floor(random() * 4) }, () =>
    randomTree(random, facts, depth - 1),
  );
  return form < 0.28 ? { all: children } : { any: children };
}

/** Returns the ids of the chats or visitors for which each condition holds, by the database. */
async function findIds(
  account: number,
  of: "chat" | "visitor",
  conditions: readonly Condition[],
): Promise<readonly (readonly number[])[]> {
  const v = createParameters(account);
  const parts = conditions.map((condition) =>
    of === "chat"
      ? toConditionSql({ condition, facts: chatFacts, now }, v)
      : toConditionSql({ condition, facts: visitorFacts, now }, v, visitorRows),
  );
  const alias = of === "chat" ? "c" : "v";
  const { rows } = await database.pools.writer.query<{ id: string; answers: boolean[] }>(
    `select ${alias}.id, array[${parts.join(", ")}] as answers
    from ${of} ${alias}
    where ${alias}.account_id = $1 order by 1`,
    [...v.list],
  );
  return conditions.map((_, n) =>
    rows.filter(({ answers }) => answers[n] === true).map(({ id }) => Number(id)),
  );
}

it(`[API-253] [CND-030] [FLD-005] [SEG-007] for ${treeCount} random conditions and ${chatCount} random chats, predicate and SQL give the same answer`, async () => {
  const random = createSeededRandom(chooseSeed());
  const chats = Array.from({ length: chatCount }, (_, n) => randomChat(random, n + 1));
  await storeChats(chats);
  const { "visitor.segment": _, ...segmentFacts } = Object.fromEntries(
    Object.entries(chatFacts).filter(([name]) => name.startsWith("visitor.")),
  );
  for (const id of ids) segments.set(id, randomTree(random, segmentFacts, 2));
  let [some, none, runningOnly] = [0, 0, 0];
  for (let n = 0; n < treeCount; n += treesPerQuery) {
    const conditions = Array.from({ length: treesPerQuery }, () =>
      randomTree(random, chatFacts, 4),
    );
    for (const condition of conditions)
      expect(findConditionProblem(condition, chatFacts)).toBeNull();
    const found = await findIds(testAccount.id, "chat", conditions);
    for (const [k, condition] of conditions.entries()) {
      const expected = chats
        .filter((chat) => conditionHolds({ condition, facts: chatFacts, now }, chat))
        .map(({ id }) => id);
      expect(found[k], JSON.stringify(condition)).toEqual(expected);
      if (holdsForRunningOnly(condition)) {
        runningOnly++;
        expect(
          expected.filter((id) => chats[id - 1]?.state === "closed"),
          JSON.stringify(condition),
        ).toEqual([]);
      }
      if (expected.length === 0 || expected.length === chatCount) none++;
      else some++;
    }
  }
  // Trees that are true for all chats or for none would prove little.
  expect(some).toBeGreaterThan(none);
  expect(runningOnly).toBeGreaterThan(3);
});

it(`[SEG-002] for ${treeCount} random conditions and ${chatCount} random visitors, predicate and SQL give the same answer`, async () => {
  const random = createSeededRandom(chooseSeed());
  const { id: account } = await database.addAccount();
  // A visitor has at most one chat that is not closed.
  const chats = Array.from({ length: chatCount }, (_, n) => ({
    ...randomChat(random, n + 1),
    state: "closed" as const,
  }));
  await storeChats(chats, account);
  // Chats go to the visitor of one of their neighbours, so some visitors have several or none.
  const owners = chats.map(({ id }) => Math.max(1, id - Math.floor(random() * 3)));
  await database.pools.writer.query(
    `update chat c set visitor_id = r.owner from unnest($2::bigint[]) with ordinality r(owner, id)
     where c.account_id = $1 and c.id = r.id`,
    [account, owners],
  );
  const visitors = chats.map(({ id, visitor }): VisitorSubject => {
    const starts = chats.filter((_, n) => owners[n] === id).map(({ created_at }) => created_at);
    return { visitor, chats: starts.length, last_chat_at: starts.toSorted().at(-1) ?? null };
  });
  let [some, none] = [0, 0];
  for (let n = 0; n < treeCount; n += treesPerQuery) {
    const conditions = Array.from({ length: treesPerQuery }, () =>
      randomTree(random, visitorFacts, 4),
    );
    for (const condition of conditions)
      expect(findConditionProblem(condition, visitorFacts)).toBeNull();
    const found = await findIds(account, "visitor", conditions);
    for (const [k, condition] of conditions.entries()) {
      const expected = visitors.flatMap((subject, index) =>
        conditionHolds({ condition, facts: visitorFacts, now }, subject) ? [index + 1] : [],
      );
      expect(found[k], JSON.stringify(condition)).toEqual(expected);
      if (expected.length === 0 || expected.length === chatCount) none++;
      else some++;
    }
  }
  expect(some).toBeGreaterThan(none);
});
