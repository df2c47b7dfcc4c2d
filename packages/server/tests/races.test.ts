import { afterEach, expect, it } from "vitest";
import { acceptChat } from "../src/core/chat/accept.ts";
import { closeChat } from "../src/core/chat/close.ts";
import { leaveChat } from "../src/core/chat/leave.ts";
import { receiveCustomerMessage } from "../src/core/chat/receive-message.ts";
import { acceptTransfer, declineTransfer, transferChat } from "../src/core/chat/transfer.ts";
import { Refusal, type Failure } from "../src/core/failure.ts";
import type { CommandHandler, WriteResult } from "../src/core/command.ts";
import type { Journal } from "../src/journal/index.ts";
import { openGround, type Ground, type Place } from "./journal-kit.ts";

/** Number of races. `LONG` runs 1,000. */
const races = process.env["LONG"] === undefined ? 100 : 1_000;
const atOnce = 10;

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** Returns a number below 1,000 that depends only on the race and `n`. */
const drawn = (seed: number, n: number): number => (Math.imul(Math.imul(seed + 1, 0x9e3779b1) ^ (n + 1), 0x85ebca6b) >>> 8) % 1_000;

interface Arena {
  readonly ground: Ground;
  readonly place: Place;
  readonly nodes: readonly [Journal, Journal];
  /** For each write, the time in ms from its answer until both nodes published it. */
  readonly told: number[];
}
async function openArena(): Promise<Arena> {
  const ground = await openGround();
  closers.push(() => ground.drop());
  const place = await ground.account(2 * atOnce);
  const sql = ground.pools.writer;
  await sql.query("update operator set chat_limit = 0");
  await sql.query("insert into channel_operator (account_id, channel_id, operator_id) select $1, $2, unnest($3::bigint[])", [
    place.account,
    place.channel,
    place.operators,
  ]);
  await sql.query("insert into department (account_id, name) values ($1, 'Sales')", [place.account]);
  return { ground, place, nodes: [await ground.node(), await ground.node()], told: [] };
}

type Outcome = { readonly won: WriteResult } | { readonly lost: Failure };

/** Runs a command on a node. After a write, waits until both nodes publish it. */
async function run({ place, nodes, told }: Arena, node: 0 | 1, chat: number, verb: CommandHandler, operator: number): Promise<Outcome> {
  try {
    const won = await nodes[node].write({ account: place.account, subject: { chat, operator }, handler: verb });
    const from = performance.now();
    await Promise.all(nodes.map((one) => published(one, place.account, won.position)));
    told.push(performance.now() - from);
    return { won };
  } catch (error) {
    if (error instanceof Refusal) return { lost: error.failure };
    throw error;
  }
}
function published(journal: Journal, account: number, position: number): Promise<void> {
  return new Promise((resolve) => {
    const stop = journal.subscribe((_, entries) => {
      if ((entries.at(-1)?.position ?? 0) >= position) done();
    }, account);
    const done = (): void => {
      stop();
      resolve();
    };
    if ((journal.published(account) ?? 0) >= position) done();
  });
}

it(`[CORE-034] [API-024] [API-025] ${races} races of two operators in one chat, on two nodes: one winner each, told within 1 s`, async () => {
  const arena = await openArena();
  const { place, nodes, told } = arena;
  const { rows } = await arena.ground.pools.writer.query<{ id: number }>("select id from department");
  const department = rows[0]?.id ?? 0;
  const seen = new Map<string, number>();
  for (let first = 0; first < races; first += atOnce) {
    const together = Array.from({ length: atOnce }, (_, n) =>
      race(first + n, place.operators[2 * n] ?? 0, place.operators[2 * n + 1] ?? 0),
    );
    for (const outcome of await Promise.all(together)) for (const one of outcome) seen.set(one, (seen.get(one) ?? 0) + 1);
  }
  expect(told.length).toBeGreaterThan(2 * races);
  // The median shows whether nodes receive notices or poll. Other load affects the maximum.
  const times = told.toSorted((a, b) => a - b);
  expect(times[Math.floor(times.length / 2)]).toBeLessThan(1_000);
  expect(times.at(-1)).toBeLessThan(10_000);
  for (const what of ["accept", "take", "refuse", "close", "leave", "department"])
    expect(seen.get(what) ?? 0, what).toBeGreaterThan(races / 100);

  /** Runs one race and returns the names of the commands that won, in any order. */
  async function race(seed: number, one: number, two: number): Promise<readonly string[]> {
    const node = (n: number): 0 | 1 => (drawn(seed, n) % 2 === 0 ? 0 : 1);
    const said = await nodes[node(0)].write({
      account: place.account,
      subject: { customer: { channelId: place.channel, key: `c${seed}` } },
      handler: receiveCustomerMessage({ channelId: place.channel, customer: `c${seed}`, recipient: "1", text: "Hello" }),
    });
    const chat = (JSON.parse(said.answer) as { chat_id: number }).chat_id;

    const order = drawn(seed, 1) % 2 === 0 ? [one, two] : [two, one];
    const accepts = await Promise.all(
      order.map((operator, n) => run(arena, node(2 + n), chat, acceptChat({ operatorId: operator }), operator)),
    );
    expect(
      accepts.filter((it_) => "won" in it_),
      `race ${seed}: accepts`,
    ).toHaveLength(1);
    const winner = order[accepts.findIndex((it_) => "won" in it_)] ?? 0;
    const loser = winner === one ? two : one;
    expect(
      accepts.find((it_) => "lost" in it_),
      `race ${seed}`,
    ).toMatchObject({ lost: { failure: "already_accepted", by: { id: winner } } });

    const transfer = (to: { operatorId: number } | { departmentId: number }): CommandHandler =>
      transferChat({ operatorId: winner, to, comment: null, presence: () => "online" });
    // With an open transfer the race is for its end, otherwise for the next transfer.
    const offered = drawn(seed, 6) % 4 !== 0;
    if (offered)
      expect(await run(arena, node(4), chat, transfer({ operatorId: loser }), winner), `race ${seed}: transfer`).toHaveProperty("won");
    const all: readonly (readonly [string, number, CommandHandler])[] = [
      ["take", loser, acceptTransfer({ operatorId: loser })],
      ["take", loser, acceptTransfer({ operatorId: loser })],
      ["refuse", loser, declineTransfer({ operatorId: loser, reason: "Busy" })],
      ["close", winner, closeChat({ operatorId: winner, reason: null })],
      ["close", loser, closeChat({ operatorId: loser, reason: null })],
      ["leave", winner, leaveChat({ operatorId: winner, cause: "left" })],
      ["department", winner, transfer({ departmentId: department })],
      ["again", winner, transfer({ operatorId: loser })],
    ];
    const chosen = all
      .map((act, n) => ({ act, at: drawn(seed + 7_000, n) }))
      .toSorted((a, b) => a.at - b.at)
      .slice(0, 2 + (seed % 4))
      .map(({ act }) => act);
    const outcomes = await Promise.all(
      chosen.map(async ([name, who, verb], n) => ({ name, ...(await run(arena, node(10 + n), chat, verb, who)) })),
    );
    const won = outcomes.flatMap((it_) => ("won" in it_ ? [it_.name] : []));
    const count = (name: string): number => won.filter((it_) => it_ === name).length;
    // After a decline, another transfer may start and end.
    expect(count("take") + count("refuse"), `race ${seed}: ${won.join(" ")}`).toBeLessThanOrEqual(Number(offered) + count("again"));
    expect(count("close"), `race ${seed}`).toBe(chosen.some(([name]) => name === "close") ? 1 : 0);
    const allowed = ["no_transfer", "chat_closed", "not_open", "forbidden", "transfer_open", "invalid_request"];
    for (const it_ of outcomes) if ("lost" in it_) expect(allowed, `race ${seed}: ${it_.name}`).toContain(it_.lost.failure);
    await checkEnd(seed, chat, won);
    return ["accept", ...won];
  }

  /** Checks that the chat is in the state that the winning commands produce. */
  async function checkEnd(seed: number, chat: number, won: readonly string[]): Promise<void> {
    const found = await arena.ground.pools.writer.query<{ state: string; body: string; people: number }>(
      `select c.state, c.body, (select count(*)::int from participant p where p.account_id = c.account_id and p.chat_id = c.id and p.left_at is null) as people
      from chat c where c.account_id = $1 and c.id = $2`,
      [place.account, chat],
    );
    const row = found.rows[0];
    const entity = JSON.parse(row?.body ?? "null") as { assignee: unknown; participants: unknown[]; transfer?: unknown };
    const context = `race ${seed}: ${won.join(" ")}`;
    if (won.includes("close")) expect([row?.state, row?.people, entity.transfer ?? null], context).toEqual(["closed", 0, null]);
    else if (row?.state === "waiting")
      expect([entity.assignee, entity.participants, entity.transfer ?? null], context).toEqual([null, [], null]);
    else expect([row?.state, row?.people], context).toEqual(["open", entity.participants.length]);
  }
});
