import { execFileSync } from "node:child_process";
import type { Message } from "@parlour/protocol";
import { createSeededRandom } from "@parlour/testkit";
import { describe, expect, test } from "vitest";
import { root } from "../source.ts";
import { controls, type ControlName } from "./controls.ts";
import { findBrokenPromises, type Evidence } from "./evidence.ts";
import { drawFaults, faults, pairsPerRound } from "./faults/faults.ts";
import { parseChaosOptions } from "./options.ts";
import { findPatch, plantedFaults, type PlantedName } from "./planted.ts";
import { writeReport } from "./report.ts";

const at = (second: number): string => new Date(second * 1_000).toISOString();
const message = (seq: number, kind: string, text: string, more: object = {}): Message =>
  ({
    id: 100 + seq,
    chat_id: 1,
    seq,
    created_at: at(seq),
    author: { kind, name: "A" },
    text,
    ...more,
  }) as Message;
const line = (seq: number, code: string, second: number, more: object): Message =>
  message(seq, "system", "", { line: { code }, created_at: at(second), ...more });
const delivery = (id: number, text: string) =>
  ({ body: JSON.stringify({ message: { type: "text", id: String(id), text } }) }) as never;
/** The event of a message, which has the number of the message. */
const event = (chatId: number, seq: number) => ({
  id: `${chatId}-${seq}`,
  chatId,
  seq,
  messageSeq: seq,
});

/** A run in which every promise holds. Bob lost a chat while without a socket. */
const evidence: Evidence = {
  sentLog: {
    sent: new Map([
      ["c0", ["c0 0", "c0 1"]],
      ["v0", ["v0 0"]],
      ["b0", ["b0 0"]],
      ["t0", ["t0 0"]],
      ["o0", ["o0 0"]],
      ["m0", ["m0 0"]],
    ]),
    acknowledged: new Set(["c0 0", "c0 1"]),
    abandoned: new Set(),
    replies: new Map([
      ["r0", 102],
      ["r1", 104],
      ["r2", 202],
      ["r3", 203],
      ["r4", 402],
      ["r5", 403],
    ]),
  },
  stored: new Map([
    [
      1,
      [
        message(1, "visitor", "c0 0"),
        message(2, "operator", "reply r0"),
        message(3, "visitor", "c0 1"),
        message(4, "operator", "reply r1"),
        message(5, "system", "Bob is offline", {
          created_at: at(100),
          line: { code: "owner_gone", by: { id: 2, name: "Bob" } },
        }),
      ],
    ],
    [
      2,
      [
        message(1, "visitor", "v0 0", { id: 201, chat_id: 2 }),
        message(2, "operator", "reply r2", { id: 202, chat_id: 2 }),
        message(3, "operator", "reply r3", { id: 203, chat_id: 2 }),
      ],
    ],
    [
      3,
      [
        message(1, "visitor", "b0 0", { id: 301, chat_id: 3 }),
        message(2, "bot", "answer to b0 0", { id: 302, chat_id: 3 }),
      ],
    ],
    [
      4,
      [
        message(1, "visitor", "t0 0", { id: 401, chat_id: 4 }),
        message(2, "operator", "reply r4", { id: 402, chat_id: 4 }),
        message(3, "operator", "reply r5", { id: 403, chat_id: 4 }),
      ],
    ],
    [
      5,
      [
        message(1, "visitor", "o0 0", { id: 501, chat_id: 5 }),
        line(2, "accepted", 1, { id: 502, chat_id: 5 }),
      ],
    ],
    [
      6,
      [
        message(1, "visitor", "m0 0", { id: 601, chat_id: 6 }),
        line(2, "ladder_department", 60, { id: 602, chat_id: 6 }),
        line(3, "ladder_remind", 61, { id: 603, chat_id: 6 }),
        line(4, "ladder_remind", 121, { id: 604, chat_id: 6 }),
        line(5, "closed", 170, { id: 605, chat_id: 6 }),
      ],
    ],
  ]),
  received: [
    delivery(102, "reply r0"),
    delivery(102, "reply r0"),
    delivery(104, "reply r1"),
    delivery(302, "answer to b0 0"),
  ],
  clients: [
    {
      name: "node 1",
      texts: [
        "c0 0",
        "reply r0",
        "v0 0",
        "c0 1",
        "reply r1",
        "reply r2",
        "reply r3",
        "b0 0",
        "t0 0",
        "reply r4",
        "reply r5",
        "o0 0",
        "m0 0",
      ],
      faults: [],
    },
  ],
  windows: [
    {
      name: "v0",
      sent: ["v0 0"],
      replies: ["reply r2", "reply r3"],
      offline: [],
      lost: [],
      isLive: true,
      unsent: 0,
    },
  ],
  parts: {
    webhook: [1, 2, 3].flatMap((seq) => [event(2, seq), ...(seq === 3 ? [] : [event(3, seq)])]),
    bot: { questions: ["b0 0", "b0 0"], answered: ["b0 0"], refused: [] },
    telegram: [{ name: "t0", received: ["reply r4", "reply r4", "reply r5"] }],
    offers: [{ chatId: 5, accepted: ["Bob"], assignee: "Bob" }],
  },
  owners: [{ name: "Bob", sockets: [[{ from: 70_000, to: 110_000 }]], longestPauseMs: 40_000 }],
  faults: [
    {
      at: 5,
      startedAt: 75_000,
      name: "SIGKILL of a node",
      node: 1,
      seconds: 6,
      acknowledged: 10,
      pauseMs: 900,
      maxPauseMs: 5_000,
      lostSockets: 2,
      lostMs: 300,
      primaries: ["db1", "db2"],
      presenceMs: 100,
      presenceDifference: null,
      revocationMs: [20, 30],
      ended: [],
    },
  ],
  limits: [
    { name: "with all parts", allowed: 21, tolerance: 1, seconds: 0.4, nodes: 3, slowestMs: 20 },
  ],
  pendingDeliveries: [],
};

test("[P1] [P3] [P16] [P19] the checks of a chaos run find nothing in a run without losses", () => {
  expect(findBrokenPromises(evidence)).toEqual([]);
});

test.each(Object.keys(controls) as ControlName[])(
  "[P1] [P3] [P16] [P19] the negative control %s makes a chaos run fail",
  (name) => {
    expect(findBrokenPromises(controls[name](evidence))).not.toEqual([]);
  },
);

test.each([
  ["unstored-event", "socket of node 1: c0 99 arrived and is not stored"],
  ["missed-webhook-event", "webhook: chat 2: message 3 never arrived"],
  ["unordered-webhook-events", "webhook: chat 2: event 3 arrived instead of event 1"],
  ["missed-bot-message", "bot: b0 0 never arrived"],
  ["refused-bot-answer", "bot: the answer to b0 0: 400 was refused"],
  ["lost-bot-answer", "bot: answer to b0 never stored is stored 0 times"],
  ["doubled-bot-answer", "bot: answer to b0 0 is stored 2 times"],
  ["missed-telegram-reply", "telegram: t0: reply r5 never arrived"],
  ["unordered-telegram-replies", "telegram: t0: reply r5 arrived instead of reply r4"],
  ["doubled-offer", "offer: Bob and Carl both got chat 5"],
  ["unheld-offer", "offer: Bob got chat 5, but nobody else has it"],
  ["doubled-acceptance", "offer: chat 5 was accepted 2 times"],
  ["doubled-escalation", "timer: chat 6: ladder_department happened twice"],
  ["doubled-reminder", "timer: chat 6: ladder_remind 2 happened twice"],
  ["missed-reminder", "timer: chat 6: no reminder in 169 s"],
] as const)(
  "[CORE-132] [WH-063] [BOT-095] [CON-030] [CORE-034] [CORE-035] the negative control %s is found as such",
  (name, finding) => {
    expect(findBrokenPromises(controls[name](evidence))).toContain(finding);
  },
);

test("[P1] deliveries count as pending if the API does not answer", () => {
  expect(findBrokenPromises({ ...evidence, pendingDeliveries: null })).toEqual([
    "pending: unknown, because the API did not answer",
  ]);
});

test("[P1] a message that is stored after its sender gave up without a response does not count", () => {
  const messages = evidence.stored.get(1) ?? [];
  const late = {
    ...evidence,
    stored: new Map(evidence.stored).set(1, [
      ...messages,
      message(messages.length + 1, "visitor", "c0 0.5", { id: 150 }),
    ]),
    sentLog: {
      ...evidence.sentLog,
      sent: new Map(evidence.sentLog.sent).set("c0", ["c0 0", "c0 0.5", "c0 1"]),
    },
    clients: evidence.clients.map((client) => ({ ...client, texts: [...client.texts, "c0 0.5"] })),
  };
  expect(findBrokenPromises(late)).toHaveLength(1);
  const abandoned = new Set(["c0 0.5"]);
  expect(findBrokenPromises({ ...late, sentLog: { ...late.sentLog, abandoned } })).toEqual([]);
});

test("[CORE-031] a chat that is taken before its operator was away for 20 s counts, and so does one of an operator with a second socket", () => {
  const withSockets = (...sockets: Evidence["owners"][number]["sockets"]) =>
    findBrokenPromises({ ...evidence, owners: [{ name: "Bob", sockets, longestPauseMs: 0 }] });
  const lost = [{ from: 70_000, to: null }];
  expect(withSockets(lost)).toEqual([]);
  expect(withSockets([{ from: 90_000, to: null }])).toHaveLength(1);
  expect(withSockets([{ from: 40_000, to: 80_000 }])).toHaveLength(1);
  expect(withSockets(lost, [])).toHaveLength(1);
});

test("[CORE-031] [CORE-375] a socket at a suspended node counts, unless a crash of the database ended the node for the others", () => {
  const taken = (name: string, startedAt: number) =>
    findBrokenPromises({
      ...evidence,
      owners: [{ name: "Bob", sockets: [[]], longestPauseMs: 0 }],
      faults: evidence.faults.map((fault) => ({ ...fault, name, startedAt, seconds: 45 })),
    });
  const both = "SIGKILL of a process of PostgreSQL, and SIGSTOP of a node";
  expect(taken(both, 75_000)).toEqual([]);
  expect(taken(both, 40_000)).toHaveLength(1);
  expect(taken("SIGSTOP of a node", 75_000)).toHaveLength(1);
});

test("[CFG-030] a limit is exact if the nodes answer within 150 ms, and never more than one token per node above it", () => {
  const [limit] = evidence.limits;
  const check = (allowed: number, slowestMs: number): readonly string[] =>
    findBrokenPromises({ ...evidence, limits: [{ ...limit!, allowed, slowestMs, seconds: 0 }] });
  expect([19, 21].map((allowed) => check(allowed, 150))).toEqual([[], []]);
  expect(check(18, 150)).toHaveLength(1);
  expect(check(22, 150)).toHaveLength(1);
  expect([15, 23].map((allowed) => check(allowed, 151))).toEqual([[], []]);
  expect(check(24, 151)).toHaveLength(1);
});

test("[P16] a socket that reports a fault, a slow probe and a pending delivery count", () => {
  const [client] = evidence.clients;
  const [fault] = evidence.faults;
  expect(
    findBrokenPromises({
      ...evidence,
      clients: [{ ...client!, faults: ["event 3 after 5 on one socket"] }],
      faults: [
        {
          ...fault!,
          presenceMs: 5_001,
          presenceDifference: "node 1: none",
          revocationMs: [2_001, 2_000],
        },
      ],
      pendingDeliveries: [0, 1].map((attempts) => ({
        endpoint: { name: "Telegram" },
        chat_id: 4,
        attempts,
      })),
    }),
  ).toEqual([
    "pending: Telegram, chat 4: 2 deliveries, at most 1 attempts of one",
    "socket of node 1: event 3 after 5 on one socket",
    "presence: not equal on all nodes 5001 ms after SIGKILL of a node at 5 s: node 1: none",
    "revocation: a socket stayed open for 2001 ms during SIGKILL of a node at 5 s",
  ]);
});

test("[WG-082] [WG-086] [WG-031] a window that differs from what is stored, or that shows no operator 5 s after one connected, counts", () => {
  const [window] = evidence.windows;
  const check = (changes: Partial<Evidence["windows"][number]>): readonly string[] =>
    findBrokenPromises({ ...evidence, windows: [{ ...window!, ...changes }] });
  expect(
    check({ sent: ["v0 0", "v0 1"], replies: ["reply r3"], isLive: false, unsent: 2 }),
  ).toEqual([
    "window of v0: v0 1 is shown as sent and stored 0 times",
    "window of v0: reply r2 arrived 0 times",
    "window of v0: is not connected at the end",
    "window of v0: has 2 messages at the end that are not sent",
  ]);
  expect(check({ replies: ["reply r3", "reply r2"] })).toEqual([
    "window of v0: reply r3 arrived as reply 1 instead of reply r2",
  ]);
  expect(check({ replies: ["reply r2", "reply r3", "reply r1"] })).toEqual([
    "window of v0: reply r1 arrived as reply 3 instead of none",
  ]);
  // Bob had no socket from 70 to 110 s.
  const checkOffline = (from: number, to: number | null) => check({ offline: [{ from, to }] });
  expect(checkOffline(71_000, 114_999)).toEqual([]);
  expect(checkOffline(71_000, 115_001)).toHaveLength(1);
  expect(checkOffline(71_000, null)).toHaveLength(1);
  expect(checkOffline(69_000, 69_500)).toHaveLength(1);
  expect(checkOffline(130_000, 130_100)).toHaveLength(1);
});

test("[CORE-132] each fault comes once per round, then two of different parts at once, and those of Redis only with Redis", () => {
  const take = (
    hasRedis: boolean,
    count: number,
    only?: readonly string[],
    isHighlyAvailable = false,
  ) => {
    const dice = createSeededRandom(7);
    const drawn = drawFaults({ hasRedis, isHighlyAvailable, dice, only });
    return Array.from({ length: count }, () => drawn.next().value.name);
  };
  const list = (isHighlyAvailable: boolean, hasRedis: boolean) =>
    faults
      .filter((fault) => (fault.isHighlyAvailable ?? isHighlyAvailable) === isHighlyAvailable)
      .filter(({ needsRedis }) => hasRedis || !needsRedis)
      .map(({ name }) => name)
      .toSorted();
  const names = list(false, true);
  expect(take(true, names.length).toSorted()).toEqual(names);
  const withoutRedis = list(false, false);
  expect(take(false, withoutRedis.length).toSorted()).toEqual(withoutRedis);
  const ofStandbys = list(true, true);
  expect(ofStandbys).toEqual(
    expect.arrayContaining([
      "SIGKILL of a node",
      "cut between a node and database",
      "two primaries while a node reaches the earlier one only",
      "switchover",
    ]),
  );
  const twoRounds = take(true, ofStandbys.length * 2, undefined, true).toSorted();
  expect(twoRounds).toEqual([...ofStandbys, ...ofStandbys].toSorted());
  expect(withoutRedis).toHaveLength(10);
  const parts = new Map(faults.map(({ name, part }) => [name, part]));
  for (const joined of take(true, names.length + pairsPerRound).slice(names.length)) {
    const [first = "", second = ""] = joined.split(", and ");
    expect(parts.get(first)).not.toBe(parts.get(second));
    expect([parts.get(first), parts.get(second)]).not.toContain("all nodes");
  }
  const only = ["FLUSHALL", "SIGKILL of a node"];
  expect(take(true, 6, only).toSorted()).toEqual([...only, ...only, ...only].toSorted());
});

describe("planted faults", () => {
  test.each(Object.keys(plantedFaults) as PlantedName[])(
    "[CORE-132] the patch of %s applies to the sources, and its faults exist",
    (name) => {
      if (plantedFaults[name].isHighlyAvailable !== true)
        execFileSync("git", ["apply", "--check", findPatch(name)], { cwd: root });
      const known = faults.map((fault) => fault.name);
      expect(known).toEqual(expect.arrayContaining([...plantedFaults[name].faults]));
    },
  );
});

test("[CORE-132] the arguments of `npm run chaos` are checked, and its report names faults and contradictions", () => {
  expect(parseChaosOptions(["--minutes", "3", "--no-redis", "--seed", "7"], 0)).toMatchObject({
    minutes: 3,
    hasRedis: false,
    seed: 7,
  });
  expect(parseChaosOptions([], 1_234)).toMatchObject({
    minutes: 10,
    interval: 20,
    hasRedis: true,
    seed: 1_234,
    only: undefined,
  });
  expect(parseChaosOptions(["--fault", "FLUSHALL", "--interval", "45"], 0)).toMatchObject({
    interval: 45,
    only: ["FLUSHALL"],
  });
  for (const args of [["--ha"], ["--planted", "asynchronous-standbys"]])
    expect(parseChaosOptions(args, 0).isHighlyAvailable).toBe(true);
  expect(parseChaosOptions([], 0).isHighlyAvailable).toBe(false);
  for (const wrong of [
    ["--minutes", "0"],
    ["--seed", "x"],
    ["--interval", "1"],
    ["--fault", "nothing"],
    ["--control", "nothing"],
    ["--planted", "nothing"],
  ])
    expect(() => parseChaosOptions(wrong, 0)).toThrow(wrong[0]);
  const facts = {
    startedAt: new Date(0),
    minutes: 10,
    seed: 7,
    hasRedis: false,
    isHighlyAvailable: false,
    control: undefined,
    versions: { Node: "v24" },
  };
  const report = writeReport(facts, evidence, ["lost: c0 1"]);
  expect(report).toContain("Without Redis, 1970-01-01T00:00Z");
  expect(report).toContain(
    "| 5 s | SIGKILL of a node | 1 | 6.0 s | 10 | 0.9 s | 2, 0.3 s | 100 ms | 20 ms, 30 ms |",
  );
  expect(report).toContain("- lost: c0 1");
  expect(writeReport(facts, evidence, [])).toContain("no promise was broken");
});
