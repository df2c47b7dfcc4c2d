import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ActionResult } from "@parlour/protocol/actions/actions";
import { refuse } from "../src/core/failure.ts";
import { runRules, type RunRulesDeps } from "../src/rules/run-rules.ts";
import { startStateWatch } from "../src/rules/state-watch.ts";
import type { Db } from "../src/store/database/sql.ts";
import { createTransactionReader } from "../src/store/database/transaction-reader.ts";
import { claimDryRuns } from "../src/store/rules/dry-run.ts";
import { ruleStore } from "../src/store/settings/content/rule.ts";
import { startServiceApi, type ServiceApi, type TestAccount } from "./api-fixture.ts";

/** Rules (docs/spec/rules.md). */

let service: ServiceApi;
let acme: TestAccount;
let channel: number;
let globex: TestAccount;
let globexChannel: number;
let vip: number;
let orders: number;
beforeAll(async () => {
  service = await startServiceApi({ consumers: "on" });
  acme = await service.createAccount("acme");
  channel = (
    await create("channels", {
      kind: "api",
      name: "Shop",
      endpoint_url: "https://shop.example/in",
      operators: [acme.ids.operator],
    })
  ).id;
  globex = await service.createAccount("globex");
  globexChannel = (
    await service.call("POST", "/channels", {
      key: globex.keys.owner,
      body: {
        kind: "api",
        name: "Globex",
        endpoint_url: "https://globex.example/in",
        operators: [globex.ids.operator],
      },
    })
  ).body.id;
  vip = (await create("tags", { name: "VIP" })).id;
  orders = (await create("departments", { name: "Orders", operators: [acme.ids.operator] })).id;
});
afterAll(() => service.close());

interface Answer {
  readonly id: number;
  readonly [name: string]: unknown;
}
const call = (method: string, path: string, body?: unknown, key = acme.keys.owner) =>
  service.call(method, path, { key, ...(body !== undefined && { body }) });
async function create(kind: string, body: object): Promise<Answer> {
  const answer = await call("POST", `/${kind}`, body);
  expect([answer.status, answer.body.error]).toEqual([201, undefined]);
  return answer.body as Answer;
}
const startChat = async (customer: string, text = "Hello"): Promise<number> => {
  const chat = await service.sendCustomerMessage(acme.id, channel, customer, text);
  await service.settle();
  return chat;
};
const readChat = async (id: number) => (await call("GET", `/chats/${id}`)).body;
interface Shown {
  readonly text: string;
  readonly line?: { readonly code: string };
  readonly cause?: { readonly kind: string; readonly id: number; readonly name: string };
}
const listMessages = async (chat: number): Promise<readonly Shown[]> =>
  (await call("GET", `/chats/${chat}/messages`)).body.items as readonly Shown[];
/** Creates rules, runs the test, and deletes them. */
async function withRules(rules: readonly object[], run: (ids: number[]) => Promise<void>) {
  const ids: number[] = [];
  for (const rule of rules) ids.push((await create("rules", rule)).id);
  try {
    await run(ids);
  } finally {
    for (const id of ids) await call("DELETE", `/rules/${id}`);
  }
}
/** What runs rules without the consumer. */
const createRunDeps = (replaced: Partial<RunRulesDeps>): RunRulesDeps => ({
  write: (command) => service.journal.write(command),
  reader: createTransactionReader(service.db),
  db: service.db,
  clock: service.clock,
  config: (account) => service.journal.config(account),
  presence: () => "offline",
  createEmail: () => Promise.resolve(undefined),
  remind: () => Promise.reject(new Error("no rule of this test reminds")),
  block: () => Promise.reject(new Error("no rule of this test blocks")),
  waitForTurn: () => Promise.resolve(),
  switchOff: () => Promise.resolve(),
  onFault: (error) => expect(error).toBeUndefined(),
  ...replaced,
});
const listRuns = async (rule: number) => (await call("GET", `/rules/${rule}/runs`)).body.items;
const isFrom = (customer: string) => ({ fact: "visitor.customer", op: "is", value: customer });
/**
 * Advances the clock by a second, and gives the database time. Otherwise a day could pass during
 * one of its statements, after which a run ends as unknown.
 */
async function advanceSecond(): Promise<void> {
  await service.clock.advance(1_000);
  await service.db.query("select 1");
}

describe("settings", () => {
  it("[RULE-001] [RULE-003] a rule has defaults, a version and an order, and its name exists once", async () => {
    const first = await create("rules", {
      name: "First",
      when: { event: "rated" },
      do: [{ type: "tag", tag_id: vip }],
    });
    expect(first).toMatchObject({
      enabled: true,
      if: { all: [] },
      stop: false,
      repeat: "event",
      version: 1,
      switched_off_at: null,
      managed: false,
    });
    const second = await create("rules", {
      name: "Second",
      when: { event: "closed" },
      do: [{ type: "priority", priority: "high" }],
      repeat: { hours: 24 },
    });
    const changed = await call("PATCH", `/rules/${second.id}`, { stop: true });
    expect(changed.body).toMatchObject({ stop: true, version: 2, repeat: { hours: 24 } });
    expect((await call("PUT", "/rules/order", { ids: [second.id, first.id] })).status).toBe(204);
    const { items } = (await call("GET", "/rules")).body;
    expect(items.map(({ name }: { name: string }) => name)).toEqual(["Second", "First"]);
    const taken = await call("PATCH", `/rules/${first.id}`, { name: "second" });
    expect([taken.status, taken.body.error.code]).toEqual([409, "name_taken"]);
    for (const { id } of [first, second])
      expect((await call("DELETE", `/rules/${id}`)).status).toBe(204);
  });

  it("[RULE-002] only owners and administrators read and change rules", async () => {
    for (const [role, status] of [
      ["owner", 200],
      ["admin", 200],
      ["developer", 403],
      ["operator", 403],
      ["viewer", 403],
    ] as const)
      expect([role, (await call("GET", "/rules", undefined, acme.keys[role])).status]).toEqual([
        role,
        status,
      ]);
  });

  it("[RULE-004] [RULE-007] an invalid part is refused with its path and what it must be", async () => {
    const valid = { name: "X", when: { event: "rated" }, do: [{ type: "tag", tag_id: vip }] };
    for (const [change, field, text] of [
      [{ when: { event: "born" } }, "when.event", "chat_created or message_by_visitor"],
      [{ when: {} }, "when", "exactly one of event, waiting_for_s, silent_for_s"],
      [{ when: { event: "rated", waiting_for_s: 60 } }, "when", "exactly one"],
      [{ when: { waiting_for_s: 59 } }, "when.waiting_for_s", "from 60 to 7776000"],
      [{ repeat: "often" }, "repeat", "event or chat"],
      [{ repeat: { hours: 0 } }, "repeat.hours", "from 1 to 8784"],
      [{ if: { fact: "chat.moon", op: "is", value: 1 } }, "if.fact", "chat.number or chat.state"],
      [{ do: [] }, "do", "do must not have fewer"],
      [{ do: [{ type: "reopen" }] }, "do[0].type", "needs an operator"],
      [{ do: [{ type: "priority", priority: "x" }] }, "do[0].priority", "low or normal"],
      [{ do: [{ type: "tag", tag_id: 999 }] }, "do[0].tag_id", "must be the id of a tag"],
      [
        { do: [{ type: "set_field", field: "visitor.moon", value: 1 }] },
        "do[0].field",
        "must be one of the fields",
      ],
    ] as const) {
      const { status, body } = await call("POST", "/rules", { ...valid, ...change });
      expect([status, body.error?.code, body.error?.field]).toEqual([
        400,
        "invalid_request",
        field,
      ]);
      expect(body.error.message).toContain(text);
    }
  });

  it("[RULE-020] [REM-011] [ACT-018] a rule blocks, and reminds the operator who has the chat", async () => {
    const rule = {
      name: "Spam",
      when: { event: "tag_changed" },
      if: isFrom("spam"),
      do: [
        { type: "note", text: "Look", mentions: [acme.ids.admin] },
        { type: "remind", for_s: 60, text: "Check" },
        { type: "ask_rating" },
        { type: "block", reason: "Spam" },
      ],
    };
    await withRules([rule], async ([id = 0]) => {
      const chat = await startChat("spam");
      await call("POST", `/chats/${chat}/accept`, {}, acme.keys.operator);
      await call("PUT", `/chats/${chat}/tags`, { tags: [vip] });
      await service.settle();
      const [run] = await listRuns(id);
      expect(run.results.map(({ type, error }: ActionResult) => [type, error?.code])).toEqual([
        ["note", undefined],
        ["remind", undefined],
        ["ask_rating", "no_rating"],
        ["block", undefined],
      ]);
      const cause = { kind: "rule", id, name: "Spam" };
      const lines = (await listMessages(chat)).filter((message) => message.cause !== undefined);
      expect(lines.map(({ line, text }) => [line?.code, text])).toEqual([
        [undefined, "Look"],
        ["reminded", expect.stringContaining("Rule Spam reminds ")],
        ["blocked", "Rule Spam blocked the visitor: Spam"],
      ]);
      expect(lines.map((message) => message.cause)).toEqual([cause, cause, cause]);
      expect(await readChat(chat)).toMatchObject({ state: "closed", close_reason: "blocked" });
      const reminders = (await call("GET", "/reminders", undefined, acme.keys.operator)).body.items;
      expect(reminders).toMatchObject([{ chat_id: chat, created_by: { id: acme.ids.operator } }]);
    });
  });

  it("[RULE-005] a rule that would start itself is refused with the chain", async () => {
    const { status, body } = await call("POST", "/rules", {
      name: "Loop",
      when: { event: "tag_changed" },
      do: [
        { type: "note", text: "?" },
        { type: "tag", tag_id: vip },
      ],
    });
    expect([status, body.error.field]).toEqual([400, "do[1]"]);
    expect(body.error.message).toContain("tag_changed → Loop → tag → tag_changed");
    const inner = await create("macros", {
      name: "Inner",
      shared: "all",
      do: [{ type: "close" }],
    });
    const outer = await create("macros", {
      name: "Outer",
      shared: "all",
      do: [{ type: "run_macro", macro_id: inner.id }],
    });
    const run = { name: "Loop", do: [{ type: "run_macro", macro_id: outer.id }] };
    const refused = await call("POST", "/rules", { ...run, when: { event: "closed" } });
    expect([refused.status, refused.body.error.field]).toEqual([400, "do[0]"]);
    expect(refused.body.error.message).toContain("closed → Loop → run_macro → close → closed");
    const rule = await create("rules", { ...run, when: { event: "chat_created" } });
    const changed = await call("PATCH", `/rules/${rule.id}`, { when: { event: "closed" } });
    expect([changed.status, changed.body.error.field]).toEqual([400, "do[0]"]);
    await call("PATCH", `/macros/${inner.id}`, { do: [{ type: "priority", priority: "high" }] });
    expect((await call("PATCH", `/rules/${rule.id}`, { when: { event: "closed" } })).status).toBe(
      200,
    );
    await call("PATCH", `/macros/${inner.id}`, { do: [{ type: "close" }] });
    expect((await call("PATCH", `/rules/${rule.id}`, { enabled: false })).status).toBe(200);
    await call("DELETE", `/rules/${rule.id}`);
  });
});

describe("lasting states", () => {
  it("[RULE-011] [SNZ-002] a chat that waits for 20 minutes starts a rule once, unless it is snoozed", async () => {
    const rule = {
      name: "Waiting",
      when: { waiting_for_s: 1200 },
      if: { fact: "visitor.customer", op: "starts", value: "wait-" },
      do: [{ type: "priority", priority: "urgent" }],
    };
    const old = await startChat("wait-old");
    await service.clock.advance(1_200_000);
    await withRules([rule], async ([id = 0]) => {
      const chat = await startChat("wait-1");
      const snoozed = await startChat("wait-2");
      const other = await startChat("other");
      const until = new Date(service.clock.now() + 86_400_000).toISOString();
      await call("POST", `/chats/${snoozed}/snooze`, { until });
      await service.clock.advance(1_199_999);
      await service.settle();
      expect("priority" in (await readChat(chat))).toBe(false);
      await service.clock.advance(1);
      await service.settle();
      expect((await readChat(chat)).priority).toBe("urgent");
      await service.clock.advance(3_600_000);
      await service.settle();
      expect((await listRuns(id)).map((run: { chat_id: number }) => run.chat_id)).toEqual([chat]);
      for (const untouched of [old, snoozed, other])
        expect("priority" in (await readChat(untouched))).toBe(false);
    });
  });

  it("[RULE-011] [RULE-022] a run whose actions a crash interrupted is continued", async () => {
    const rule = {
      name: "Interrupted",
      when: { waiting_for_s: 1200 },
      if: isFrom("interrupted"),
      do: [{ type: "priority", priority: "urgent" }],
    };
    await withRules([rule], async ([id = 0]) => {
      const chat = await startChat("interrupted");
      await service.db.query(
        `insert into rule_run (account_id, rule_id, chat_id, origin, version, caused_by, facts, actions, state, at)
         values ($1, $2, $3, 'waiting_for_s:1200:1', 1, '{}', '{}', $4, 'running', $5)`,
        [acme.id, id, chat, JSON.stringify(rule.do), new Date(service.clock.now())],
      );
      // A changed rule is checked like all rules at a start.
      await call("PATCH", `/rules/${id}`, { name: "Changed" });
      await service.settle();
      expect((await readChat(chat)).priority).toBe("urgent");
      expect((await listRuns(id)).map((run: { state: string }) => run.state)).toEqual(["done"]);
    });
  });

  it("[RULE-030] an interrupted run ends as unknown if its rule was switched off", async () => {
    const rule = {
      name: "Switched off",
      when: { waiting_for_s: 1200 },
      if: isFrom("switched-off"),
      do: [{ type: "priority", priority: "urgent" }],
    };
    await withRules([rule], async ([id = 0]) => {
      const chat = await startChat("switched-off");
      const interrupt = (since: number) =>
        service.db.query(
          `insert into rule_run (account_id, rule_id, chat_id, origin, version, caused_by, facts, actions, state, at)
           values ($1, $2, $3, $4, 1, '{}', '{}', $5, 'running', $6)`,
          [
            acme.id,
            id,
            chat,
            `waiting_for_s:1200:${since}`,
            JSON.stringify(rule.do),
            new Date(service.clock.now()),
          ],
        );
      const listStates = async () =>
        (await listRuns(id)).map((run: { state: string }) => run.state);
      await interrupt(1);
      await call("PATCH", `/rules/${id}`, { enabled: false });
      await service.settle();
      expect(await listStates()).toEqual(["unknown"]);
      // A node that starts finds the run, too.
      await interrupt(2);
      const directory = {
        read: () => Promise.resolve({ rules: [], byEvent: [] }),
        isRelevant: () => false,
        isChange: () => false,
        close: () => undefined,
      };
      const watch = await startStateWatch({ ...createRunDeps({}), directory });
      await watch.settle();
      await watch.close();
      expect(await listStates()).toEqual(["unknown", "unknown"]);
      expect("priority" in (await readChat(chat))).toBe(false);
    });
  });

  it("[RULE-011] the silence of a customer begins with each answer of an operator", async () => {
    const rule = {
      name: "Silent",
      when: { silent_for_s: 3_600 },
      if: isFrom("silent"),
      do: [{ type: "reply", text: "Is it solved?" }],
    };
    await withRules([rule], async ([id = 0]) => {
      const chat = await startChat("silent");
      const answer = async (text: string): Promise<void> => {
        const sent = await call(
          "POST",
          `/chats/${chat}/messages`,
          { kind: "text", text, client_id: `c-${text}` },
          acme.keys.operator,
        );
        expect(sent.status).toBe(201);
        await service.settle();
      };
      const runsAfter = async (ms: number): Promise<number> => {
        await service.clock.advance(ms);
        await service.settle();
        return (await listRuns(id)).length;
      };
      expect(await runsAfter(3_600_000)).toBe(0);
      await answer("Hi");
      expect(await runsAfter(3_599_999)).toBe(0);
      await startChat("silent", "Still there");
      expect(await runsAfter(3_600_000)).toBe(0);
      await answer("Yes");
      expect(await runsAfter(3_600_000)).toBe(1);
      // The reply of the rule is no answer of an operator.
      expect(await runsAfter(2 * 3_600_000)).toBe(1);
      await answer("Hello?");
      expect(await runsAfter(3_600_000)).toBe(2);

      // An answer just before the end counts, also if the activity of the chat is not written yet.
      await answer("Now?");
      await service.clock.advance(3_599_500);
      await startChat("another");
      await service.sendCustomerMessage(acme.id, channel, "silent", "Yes");
      expect(await runsAfter(500)).toBe(2);
    });
  });
});

describe("runs", () => {
  it("[RULE-010] [RULE-020] [ACT-013] [RULE-030] the rule of the issue tags and prioritizes", async () => {
    const field = await create("fields", {
      object: "visitor",
      key: "plan",
      kind: "one_of",
      name: "Plan",
      options: ["free", "pro"],
    });
    await withRules(
      [
        {
          name: "VIP",
          when: { event: "message_by_visitor" },
          if: { all: [{ fact: "visitor.plan", op: "is", value: "pro" }] },
          do: [
            { type: "tag", tag_id: vip },
            { type: "priority", priority: "high" },
            { type: "assign", department_id: orders },
          ],
        },
      ],
      async ([rule = 0]) => {
        const chat = await startChat("plan");
        expect("priority" in (await readChat(chat))).toBe(false);
        await call("PUT", `/visitors/${(await readChat(chat)).visitor.number}/fields`, {
          fields: { plan: "pro" },
        });
        expect(await startChat("plan", "Again")).toBe(chat);
        expect(await readChat(chat)).toMatchObject({
          priority: "high",
          tags: [{ id: vip, name: "VIP" }],
          department: { id: orders },
          state: "waiting",
        });
        const cause = { kind: "rule", id: rule, name: "VIP" };
        const lines = (await listMessages(chat)).filter(({ line }) => line !== undefined);
        expect(lines.map(({ text, cause: c }) => [text, c])).toEqual([
          ["Rule VIP added VIP", cause],
          ["Rule VIP set the priority to high", cause],
          ["Rule VIP transferred the chat to Orders", cause],
        ]);
        expect(await listRuns(rule)).toEqual([
          {
            id: expect.any(Number),
            chat_id: chat,
            chat_number: expect.any(Number),
            at: new Date(service.clock.now()).toISOString(),
            version: 1,
            state: "done",
            results: [
              { type: "tag", result: "done" },
              { type: "priority", result: "done" },
              { type: "assign", result: "done" },
            ],
            values: { "visitor.plan": "pro" },
            caused_by: [],
            rule: { id: rule, name: "VIP" },
          },
        ]);
      },
    );
    await call("DELETE", `/fields/${field.id}`);
  });

  it("[RULE-010] each event starts its rules", async () => {
    await create("fields", { object: "chat", key: "order", kind: "text", name: "Order" });
    const events = [
      "chat_created",
      "message_by_visitor",
      "message_by_operator",
      "assigned",
      "transferred",
      "field_changed",
      "tag_changed",
      "rated",
      "closed",
      "snooze_ended",
    ];
    const rules = events.map((event) => ({
      name: event,
      when: { event },
      if: isFrom("events"),
      do: [{ type: "priority", priority: "low" }],
    }));
    await withRules(rules, async (ids) => {
      const chat = await startChat("events");
      const act = (method: string, path: string, body?: object) =>
        call(method, `/chats/${chat}/${path}`, body, acme.keys.operator);
      await act("POST", "accept");
      await act("POST", "messages", { kind: "text", text: "Hi", client_id: "c1" });
      await act("POST", "messages", { kind: "note", text: "Secret", client_id: "c2" });
      await act("PUT", "tags", { tags: [vip] });
      await act("PUT", "fields", { fields: { order: "A-1" } });
      await act("POST", "snooze", { until: new Date(service.clock.now() + 60_000).toISOString() });
      await act("DELETE", "snooze");
      await act("POST", "transfer", { department_id: orders });
      await act("POST", "accept");
      await act("POST", "close");
      await service.settle();
      const counts = new Map<string, number>();
      for (const [n, id] of ids.entries()) counts.set(events[n] ?? "", (await listRuns(id)).length);
      expect(Object.fromEntries(counts)).toEqual({
        chat_created: 1,
        message_by_visitor: 1,
        message_by_operator: 1,
        assigned: 2,
        transferred: 1,
        field_changed: 1,
        tag_changed: 1,
        rated: 0,
        closed: 1,
        snooze_ended: 1,
      });
    });
  });

  it("[RULE-020] [RULE-021] a rule assigns a chat that nobody has to an operator, replies and closes", async () => {
    await withRules(
      [
        {
          name: "Night",
          when: { event: "message_by_visitor" },
          if: isFrom("night"),
          do: [
            { type: "assign", operator_id: acme.ids.operator },
            { type: "note", text: "Came at night" },
            { type: "reply", text: "We answer tomorrow." },
            { type: "close" },
            { type: "priority", priority: "high" },
          ],
        },
      ],
      async ([rule = 0]) => {
        const chat = await startChat("night");
        expect(await readChat(chat)).toMatchObject({
          state: "closed",
          close_reason: "rule",
          assignee: { id: acme.ids.operator },
        });
        const messages = (await call("GET", `/chats/${chat}/messages`)).body.items;
        expect(
          messages.map(({ kind, author, text }: Record<string, unknown>) => [kind, author, text]),
        ).toMatchObject([
          ["text", { kind: "visitor" }, "Hello"],
          ["text", { kind: "system" }, "Rule Night gave the chat to operator"],
          ["note", { kind: "operator", id: null, name: "Night" }, "Came at night"],
          ["text", { kind: "bot", id: null, name: "Shop" }, "We answer tomorrow."],
          ["text", { kind: "system" }, "The chat was closed: a rule ended it"],
        ]);
        const [run] = await listRuns(rule);
        expect(run.results).toMatchObject([
          { result: "done" },
          { result: "done" },
          { result: "done" },
          { result: "done" },
          { result: "refused", error: { code: "chat_closed" } },
        ]);
      },
    );
  });

  it("[RULE-020] [SNZ-011] a rule snoozes until the customer writes, and is not started by its own end", async () => {
    const rule = { name: "Rest", if: isFrom("rest"), do: [{ type: "snooze", until: null }] };
    const refused = await call("POST", "/rules", { ...rule, when: { event: "snooze_ended" } });
    expect([refused.status, refused.body.error.field]).toEqual([400, "do[0]"]);
    await withRules([{ ...rule, when: { event: "message_by_visitor" } }], async () => {
      const chat = await startChat("rest");
      expect((await readChat(chat)).snoozed).toMatchObject({ until: null, by: null, stay: false });
    });
  });

  it("[RULE-023] rules run in their order, see what earlier ones did, and stop", async () => {
    const tagged = { fact: "chat.tags", op: "any_of", value: [vip] };
    const note = (name: string, condition: object, stop = false) => ({
      name,
      when: { event: "message_by_visitor" },
      if: { all: [isFrom("order"), condition] },
      do: [{ type: "note", text: name }],
      stop,
    });
    await withRules(
      [
        note("A", tagged),
        { ...note("B", { all: [] }), do: [{ type: "tag", tag_id: vip }] },
        note("C", tagged, true),
        note("D", { all: [] }),
      ],
      async () => {
        const chat = await startChat("order");
        const notes = (await listMessages(chat)).filter(({ cause }) => cause !== undefined);
        expect(notes.map(({ cause }) => cause?.name)).toEqual(["B", "C"]);
      },
    );
  });

  it("[RULE-024] effects start other rules, three in a chain, and never the same twice", async () => {
    const chained = (name: string, event: string, action: object) => ({
      name,
      when: { event },
      if: isFrom("chain"),
      do: [action],
    });
    await create("fields", { object: "chat", key: "step", kind: "text", name: "Step" });
    await withRules(
      [
        chained("A", "message_by_visitor", { type: "tag", tag_id: vip }),
        chained("B", "tag_changed", { type: "set_field", field: "chat.step", value: "b" }),
        chained("C", "field_changed", { type: "assign", department_id: orders }),
        chained("D", "transferred", { type: "untag", tag_id: vip }),
      ],
      async (ids) => {
        const chat = await startChat("chain");
        expect((await readChat(chat)).tags).toEqual([{ id: vip, name: "VIP" }]);
        const runs = await Promise.all(ids.map(listRuns));
        expect(
          runs.map(([run]) => [run.state, run.caused_by.map((cause: Answer) => cause["name"])]),
        ).toEqual([
          ["done", []],
          ["done", ["A"]],
          ["done", ["A", "B"]],
          ["stopped", ["A", "B", "C"]],
        ]);
        expect(runs.map((list) => list.length)).toEqual([1, 1, 1, 1]);
      },
    );
  });

  it("[RULE-024] two rules that start each other end", async () => {
    await withRules(
      [
        {
          name: "Ping",
          when: { event: "tag_changed" },
          if: isFrom("pair"),
          do: [{ type: "assign", department_id: orders }],
        },
        {
          name: "Pong",
          when: { event: "transferred" },
          if: isFrom("pair"),
          do: [{ type: "tag", tag_id: vip }],
        },
      ],
      async (ids) => {
        const chat = await startChat("pair");
        await call("PUT", `/chats/${chat}/tags`, { tags: [vip] });
        await call("PUT", `/chats/${chat}/tags`, { tags: [] });
        await service.settle();
        expect((await Promise.all(ids.map(listRuns))).map((list) => list.length)).toEqual([2, 1]);
      },
    );
  });

  it("[RULE-012] runs once per chat, or once in some hours", async () => {
    const repeated = (name: string, repeat: unknown) => ({
      name,
      when: { event: "message_by_visitor" },
      if: isFrom("repeat"),
      do: [{ type: "note", text: name }],
      repeat,
    });
    await withRules(
      [repeated("chat", "chat"), repeated("hours", { hours: 2 }), repeated("event", "event")],
      async (ids) => {
        await startChat("repeat");
        await startChat("repeat", "2");
        await service.clock.advance(2 * 3_600_000);
        await startChat("repeat", "3");
        expect((await Promise.all(ids.map(listRuns))).map((list) => list.length)).toEqual([
          1, 2, 3,
        ]);
      },
    );
  });

  it("[RULE-022] a run that is interrupted after an effect continues once, though its condition no longer holds", async () => {
    const rule = {
      name: "Crash",
      enabled: false,
      when: { event: "message_by_visitor" },
      if: { all: [isFrom("crash"), { fact: "chat.priority", op: "missing" }] },
      do: [
        { type: "priority", priority: "high" },
        { type: "note", text: "Once" },
      ],
    };
    await withRules([rule], async ([id = 0]) => {
      const chat = await startChat("crash");
      let isDown = false;
      const deps = createRunDeps({
        write: async (command) => {
          const result = await service.journal.write(command);
          if (isDown) refuse("temporarily_unavailable", "The node ended.");
          return result;
        },
      });
      const { reader } = deps;
      const rules = await ruleStore.list(reader, acme.id, { id });
      const run = (): Promise<unknown> =>
        runRules(deps, acme.id, [
          { account: acme.id, chatId: chat, origin: "entry:1", causedBy: [], rules },
        ]);
      isDown = true;
      await expect(run()).rejects.toThrow("temporarily_unavailable");
      await expect(run()).rejects.toThrow("temporarily_unavailable");
      expect((await listRuns(id))[0].state).toBe("running");
      isDown = false;
      await Promise.all([run(), run()]);
      await run();
      const effects = (await listMessages(chat)).filter(({ cause }) => cause !== undefined);
      expect(effects.map(({ text }) => text)).toEqual([
        "Rule Crash set the priority to high",
        "Once",
      ]);
      expect(await listRuns(id)).toMatchObject([
        { state: "done", results: [{ result: "done" }, { result: "done" }] },
      ]);
    });
  });

  it("[PERF-26] many rules that do not hold for many entries cost two queries", async () => {
    const chats = [await startChat("still-1"), await startChat("still-2")];
    const rule = (n: number) => ({
      name: `Still ${n}`,
      enabled: false,
      when: { event: "message_by_visitor" },
      if: isFrom("nobody"),
      do: [{ type: "priority", priority: "high" }],
    });
    await withRules([rule(1), rule(2), rule(3)], async () => {
      const rules = await ruleStore.list(createTransactionReader(service.db), acme.id);
      expect(rules).toHaveLength(3);
      let queries = 0;
      const db: Db = {
        ...service.db,
        query: (...query) => {
          queries++;
          return service.db.query(...query);
        },
      };
      const due = chats.flatMap((chatId) =>
        ["entry:1", "entry:2"].map((origin) => ({
          account: acme.id,
          chatId,
          origin,
          causedBy: [],
          rules,
        })),
      );
      await runRules(createRunDeps({ db, reader: createTransactionReader(db) }), acme.id, due);
      expect(queries).toBe(2);
    });
  });

  it("[PERF-26] a run reads its chat once for its actions, and not those of other visitors", async () => {
    const chats: number[] = [];
    for (const customer of ["once-1", "once-2", "once-3"]) chats.push(await startChat(customer));
    const rule = {
      name: "One",
      enabled: false,
      when: { event: "message_by_visitor" },
      if: isFrom("once-1"),
      do: [{ type: "priority", priority: "high" }],
    };
    await withRules([rule], async ([id = 0]) => {
      const rules = await ruleStore.list(createTransactionReader(service.db), acme.id, { id });
      let reads = 0;
      const db: Db = {
        ...service.db,
        query: (...query) => {
          if (query[0].includes("chat_body")) reads++;
          return service.db.query(...query);
        },
      };
      const due = [...chats, ...chats].map((chatId, n) => ({
        account: acme.id,
        chatId,
        origin: `entry:${n + 1}`,
        causedBy: [],
        rules,
      }));
      await runRules(createRunDeps({ db, reader: createTransactionReader(db) }), acme.id, due);
      expect(await listRuns(id)).toHaveLength(2);
      // All chats, and for each run the chat as it is then. After the first one, it is compared.
      expect(reads).toBe(4);
    });
  });

  it("[RULE-006] a rule runs for what happens after it was switched on", async () => {
    const before = await service.sendCustomerMessage(acme.id, channel, "early", "Hello");
    const rule = {
      name: "Late",
      when: { event: "message_by_visitor" },
      if: isFrom("early"),
      do: [{ type: "priority", priority: "high" }],
    };
    await withRules([rule], async ([id = 0]) => {
      await service.settle();
      expect("priority" in (await readChat(before))).toBe(false);
      await call("PATCH", `/rules/${id}`, { enabled: false });
      await startChat("early", "off");
      await call("PATCH", `/rules/${id}`, { enabled: true });
      await service.settle();
      expect(await listRuns(id)).toEqual([]);
      await startChat("early", "on");
      expect((await readChat(before)).priority).toBe("high");
    });
  });

  it("[RULE-025] a rule whose actions were all refused 20 times in a row is switched off", async () => {
    const rule = {
      name: "Broken",
      when: { event: "message_by_visitor" },
      if: isFrom("broken"),
      do: [{ type: "assign", operator_id: acme.ids.operator }],
    };
    await withRules([rule], async ([id = 0]) => {
      const none = await call("PATCH", `/channels/${channel}`, { operators: [acme.ids.admin] });
      expect([none.status, none.body.error]).toEqual([200, undefined]);
      for (let n = 0; n < 22; n++) await startChat("broken", String(n));
      await call("PATCH", `/channels/${channel}`, { operators: [acme.ids.operator] });
      const off = new Date(service.clock.now()).toISOString();
      const { body } = await call("GET", `/rules/${id}`);
      expect(body).toMatchObject({ enabled: false, switched_off_at: off });
      expect(await listRuns(id)).toHaveLength(20);
      const on = await call("PATCH", `/rules/${id}`, { enabled: true });
      expect(on.body).toMatchObject({ enabled: true, switched_off_at: null });
    });
  });

  it("[RULE-026] more runs than a second allows wait, and none is lost", async () => {
    const rule = {
      name: "Many",
      when: { event: "chat_created" },
      if: { fact: "visitor.customer", op: "starts", value: "many-" },
      do: [{ type: "priority", priority: "high" }],
    };
    await withRules([rule], async ([id = 0]) => {
      // The runs of other tests do not count any more.
      await service.clock.advance(1_000);
      for (let n = 0; n < 63; n++)
        await service.sendCustomerMessage(acme.id, channel, `many-${n}`, "Hello");
      let isSettled = false;
      const settled = service.settle().then(() => {
        isSettled = true;
      });
      const countRuns = async () =>
        (await service.db.query("select 1 from rule_run where rule_id = $1", [id])).length;
      await expect.poll(countRuns).toBe(60);
      expect(isSettled).toBe(false);
      while (!isSettled) await advanceSecond();
      await settled;
      expect(await countRuns()).toBe(63);
    });
  });

  it("[RULE-026] an account at its limit delays the rules of another by about a second", async () => {
    const owner = { key: globex.keys.owner };
    const body = {
      name: "Quiet",
      when: { event: "chat_created" },
      if: isFrom("quiet"),
      do: [{ type: "note", text: "Not delayed" }],
    };
    const quiet = (await service.call("POST", "/rules", { ...owner, body })).body.id as number;
    const busy = [1, 2, 3, 4].map((n) => ({
      name: `Busy ${n}`,
      when: { event: "chat_created" },
      if: { fact: "visitor.customer", op: "starts", value: "busy-" },
      do: [{ type: "priority", priority: "high" }],
    }));
    await withRules(busy, async (ids) => {
      await service.clock.advance(1_000);
      const countRuns = async (rules: readonly number[]) =>
        (await service.db.query("select 1 from rule_run where rule_id = any($1)", [rules])).length;
      for (let n = 0; n < 45; n++)
        await service.sendCustomerMessage(acme.id, channel, `busy-${n}`, "Hello");
      let isSettled = false;
      const settled = service.settle().then(() => {
        isSettled = true;
      });
      await expect.poll(() => countRuns(ids)).toBe(60);
      await service.sendCustomerMessage(globex.id, globexChannel, "quiet", "Hello");
      await service.clock.advance(1_050);
      await service.clock.advance(100);
      await expect.poll(() => countRuns([quiet])).toBe(1);
      expect(await countRuns(ids)).toBeLessThan(180);
      while (!isSettled) await advanceSecond();
      await settled;
      expect(await countRuns(ids)).toBe(180);
      const results = await Promise.all(ids.map((id) => listRuns(id)));
      expect(new Set(results.flat().map(({ state }: { state: string }) => state))).toEqual(
        new Set(["done"]),
      );
    });
  });

  it("[RULE-031] an erasure removes the values of the runs, and a deleted rule has none", async () => {
    const rule = {
      name: "Forgets",
      when: { event: "chat_created" },
      if: isFrom("forgotten"),
      do: [{ type: "priority", priority: "high" }],
    };
    let ruleId = 0;
    await withRules([rule], async ([id = 0]) => {
      ruleId = id;
      const chat = await startChat("forgotten");
      expect((await listRuns(id))[0].values).toEqual({ "visitor.customer": "forgotten" });
      const { number } = (await readChat(chat)).visitor;
      expect((await call("DELETE", `/visitors/${number}`)).status).toBeLessThan(300);
      await service.settle();
      const runs = await service.db.query<{ facts: object }>(
        "select facts from rule_run where rule_id = $1",
        [id],
      );
      expect(runs.filter(({ facts }) => Object.keys(facts).length > 0)).toEqual([]);
    });
    expect(await service.db.query("select 1 from rule_run where rule_id = $1", [ruleId])).toEqual(
      [],
    );
  });

  it("[RULE-032] operators who see a chat read the runs on it; masked roles get no values", async () => {
    const rule = {
      name: "Why",
      when: { event: "chat_created" },
      if: isFrom("why"),
      do: [{ type: "priority", priority: "high" }],
    };
    await withRules([rule], async ([id = 0]) => {
      const chat = await startChat("why");
      const read = (key: string, of = chat) =>
        call("GET", `/chats/${of}/rule-runs`, undefined, key);
      const seen = await read(acme.keys.operator);
      expect(seen.status).toBe(200);
      expect(seen.body.items).toMatchObject([
        { rule: { id, name: "Why" }, chat_id: chat, values: { "visitor.customer": "why" } },
      ]);
      const masked = await read(acme.keys.developer);
      expect(masked.body.items).toMatchObject([{ rule: { id }, values: {} }]);
      expect((await read(acme.keys.operator, 999_999)).status).toBe(404);
    });
  });

  it("[RULE-030] runs are listed in pages, newest first, and deleted after 30 days", async () => {
    const rule = {
      name: "Pages",
      when: { event: "message_by_visitor" },
      if: isFrom("pages"),
      do: [{ type: "note", text: "n" }],
    };
    await withRules([rule], async ([id = 0]) => {
      for (let n = 0; n < 3; n++) await startChat("pages", String(n));
      const first = (await call("GET", `/rules/${id}/runs?limit=2`)).body;
      const second = (await call("GET", `/rules/${id}/runs?limit=2&cursor=${first.next_cursor}`))
        .body;
      expect([first.items.length, second.items.length, second.next_cursor]).toEqual([2, 1, null]);
      expect(first.items[0].id).toBeGreaterThan(second.items[0].id);
      await service.clock.advance(30 * 86_400_000 + 1);
      expect(await listRuns(id)).toEqual([]);
    });
  });
});

describe("a dry run", () => {
  const start = (rule: object, days = 30, key = acme.keys.owner, other?: object) =>
    call("POST", "/rules/dry-run", { rule, days, ...other }, key);
  const read = async (id: number) => {
    await service.settle();
    return (await call("GET", `/rules/dry-run/${id}`)).body;
  };
  const when = { event: "message_by_visitor" };

  it("[RULE-050] counts how often the rule would have run, without effects", async () => {
    const chat = await startChat("dry-1");
    await startChat("dry-1");
    await startChat("dry-2");
    const rule = { when, if: isFrom("dry-1"), do: [{ type: "tag", tag_id: vip }] };
    const started = await start(rule);
    expect(started.status).toBe(202);
    const result = await read(started.body.id as number);
    expect(result).toMatchObject({ state: "done", matched: 2, chats: [chat] });
    expect(result.processed).toBe(result.total);
    const once = await start({ ...rule, repeat: "chat" });
    expect(await read(once.body.id as number)).toMatchObject({ matched: 1, chats: [chat] });
    expect((await readChat(chat)).tags ?? []).toEqual([]);
    expect((await call("GET", `/rules/dry-run/${Number(once.body.id) + 1}`)).status).toBe(404);
  });

  it("[RULE-054] lists the chats on which a changed rule differs from the stored one", async () => {
    const compare = async (rule: object, id: number) => {
      const started = await start(rule, 30, acme.keys.owner, { rule_id: id });
      return read(started.body.id as number);
    };
    const first = await startChat("change-1");
    const both = await startChat("change-2");
    const last = await startChat("change-3");
    const isOneOf = (...names: string[]) => ({ any: names.map(isFrom) });
    const stored = { name: "Change", do: [{ type: "note", text: "n" }], enabled: false };
    const changed = { when, if: isOneOf("change-2", "change-3") };
    await withRules(
      [
        { ...stored, when, if: isOneOf("change-1", "change-2") },
        { ...stored, name: "State", when: { waiting_for_s: 60 } },
      ],
      async ([id = 0, state = 0]) => {
        expect(await compare(changed, id)).toMatchObject({
          chats: [both, last],
          added: [last],
          removed: [first],
        });
        expect(await compare({ ...changed, when: { event: "rated" } }, id)).toMatchObject({
          added: [],
          removed: [first, both],
        });
        expect(await compare(changed, state)).toMatchObject({ added: null, removed: null });
        const unknown = await start(changed, 30, acme.keys.owner, { rule_id: state + 1 });
        expect([unknown.status, unknown.body.error.field]).toEqual([400, "rule_id"]);
      },
    );
  });

  it("[RULE-051] an invalid rule, and one with a state, is refused", async () => {
    for (const [rule, field] of [
      [{ when: { event: "boiled" } }, "rule.when.event"],
      [{ when, if: { fact: "chat.moon", op: "is", value: 1 } }, "rule.if.fact"],
      [{ when, repeat: { hours: 0 } }, "rule.repeat.hours"],
      [{ when: { waiting_for_s: 600 } }, "rule.when"],
    ] as const)
      expect((await start(rule)).body.error).toMatchObject({ code: "invalid_request", field });
    expect((await start({ when }, 8)).status).toBe(400);
    expect((await start({ when }, 7, acme.keys.operator)).status).toBe(403);
  });

  it("[RULE-050] [RULE-052] one that has ended stays, and one of a node that ended begins again", async () => {
    const chat = await startChat("dry-3");
    const done = (await start({ when, if: isFrom("dry-3") })).body.id as number;
    await read(done);
    expect((await call("DELETE", `/rules/dry-run/${done}`)).status).toBe(204);
    expect((await read(done)).state).toBe("done");
    const copy = async (): Promise<number> => {
      const [row] = await service.db.query<{ id: number }>(
        `insert into rule_dry_run (account_id, node, rule, since, total, processed, matched, created_at)
         select account_id, 0, rule, since, 9, 5, 99, created_at from rule_dry_run where id = $1 returning id::float8 as id`,
        [done],
      );
      return row?.id ?? 0;
    };
    const cancelled = await copy();
    expect((await call("DELETE", `/rules/dry-run/${cancelled}`)).status).toBe(204);
    expect(await read(cancelled)).toMatchObject({ state: "cancelled", processed: 5 });
    const left = await copy();
    const [own] = await service.db.query<{ node: number }>(
      "select node::float8 as node from rule_dry_run where id = $1",
      [done],
    );
    await claimDryRuns(service.db, own?.node ?? 0, [own?.node ?? 0]);
    const other = await service.createAccount("other");
    await start({ when }, 7, other.keys.owner);
    expect(await read(left)).toMatchObject({ state: "done", matched: 1, chats: [chat] });
    const broken = await copy();
    await service.db.query(
      `update rule_dry_run set node = $2, rule = jsonb_set(rule, '{when,event}', '"boiled"') where id = $1`,
      [broken, own?.node ?? 0],
    );
    await start({ when }, 7, other.keys.owner);
    expect((await read(broken)).state).toBe("failed");
  });
});
