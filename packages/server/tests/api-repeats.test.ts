import { startTestParlour, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";

let parlour: TestParlour;
beforeAll(async () => {
  parlour = await startTestParlour();
});
afterAll(() => parlour.close());

/** Sends a change three times at once and a fourth time, with one key. Returns the answers. */
async function repeat(method: string, path: string, body: unknown, key = `repeat ${path}`) {
  const send = () =>
    parlour.call(method, path, body, {
      authorization: `Bearer ${parlour.owner.key}`,
      "idempotency-key": encodeURIComponent(key),
    });
  return [...(await Promise.all([send(), send(), send()])), await send()];
}
const countRows = async (table: string): Promise<number> =>
  (await parlour.sql<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n ?? 0;

async function createChat(customer: string): Promise<number> {
  const channel = await parlour.channel("https://shop.example/chat");
  await parlour.sendCustomerMessage(channel, customer, "Hello");
  return (await parlour.findChat(customer)).id;
}

it("[API-005] [API-581] [ACT-030] a bulk action with one key writes once, however often it is sent", async () => {
  const chat = await createChat("bulk");
  const body = { chats: [chat], do: [{ type: "note", text: "Written once" }] };
  const answers = await repeat("POST", "chats/bulk", body);
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  await parlour.settle();
  expect(await countRows("bulk_action")).toBe(1);
  const notes = (await parlour.messages(chat)).filter(({ text }) => text === "Written once");
  expect(notes).toHaveLength(1);
  const other = await parlour.call(
    "POST",
    "chats/bulk",
    { ...body, do: [{ type: "close" }] },
    {
      authorization: `Bearer ${parlour.owner.key}`,
      "idempotency-key": encodeURIComponent("repeat chats/bulk"),
    },
  );
  expect([other.status, other.body.error.code]).toEqual([422, "idempotency_conflict"]);
});

it("[API-005] what is stored outside the journal is stored once per key", async () => {
  const chat = await createChat("stored");
  await parlour.owner.call("POST", `chats/${chat}/accept`, {});
  const later = new Date(parlour.clock.now() + 3_600_000).toISOString();
  for (const [table, path, body] of [
    ["scheduled_message", `chats/${chat}/scheduled-messages`, { text: "Later", send_at: later }],
    ["reminder", "reminders", { text: "Call", due_at: later }],
    ["rule_dry_run", "rules/dry-run", { rule: { when: { event: "rated" } }, days: 7 }],
    ["site_import", "site-imports", { address: "http://10.1.2.3/" }],
  ] as const) {
    const before = await countRows(table);
    const answers = await repeat("POST", path, body);
    expect(answers[0]?.status, `${path} ${answers[0]?.text}`).toBeLessThan(300);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, path).toBe(1);
    expect((await countRows(table)) - before, path).toBe(1);
  }
});

it("[API-005] a failed request leaves its key unused, and one that is in progress at another node is not repeated", async () => {
  const refused = await repeat(
    "POST",
    "reminders",
    { text: "No time", due_at: "2020-01-01T00:00:00Z" },
    "k1",
  );
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([400]));
  // Another node has taken the key.
  const at = new Date(parlour.clock.now());
  const [first] = await repeat(
    "POST",
    "rules/dry-run",
    { rule: { when: { event: "rated" } }, days: 7 },
    "k2",
  );
  expect(first?.status).toBe(202);
  await parlour.sql("update idempotency set answer = 'running', created_at = $1 where key = 'k2'", [
    at,
  ]);
  const waiting = await repeat(
    "POST",
    "rules/dry-run",
    { rule: { when: { event: "rated" } }, days: 7 },
    "k2",
  );
  expect(new Set(waiting.map(({ status }) => status))).toEqual(new Set([503]));
  expect(waiting[0]?.headers.get("retry-after")).toBe("1");
});
