import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { entries, shoot, type Entry, type Got } from "./hostile-a-entries.ts";
import { openHostileBed, type HostileBed, type StoredMessage, type StoredVisitor } from "./hostile-a-bed.ts";

/** Requests of interface A. Replies to operator messages are in hostile-channel-replies.test.ts. */
const requests = entries.filter((entry) => entry.request !== undefined);

/** Node ends these requests after 10 s and 30 s, so they run in parallel to the others. */
const slow = new Set(["H-113", "H-114"]);

interface Case {
  readonly entry: Entry;
  readonly got: readonly Got[];
  readonly stored: readonly StoredMessage[];
  readonly visitors: readonly StoredVisitor[];
  readonly mark: readonly number[];
  readonly logged: string;
  readonly typed: number;
}

/** One check for each `behaviour` sentence. */
const behaviours: Readonly<Record<string, (c: Case) => void | Promise<void>>> = {
  "H-012": ({ visitors }) => expect(visitors[0]?.recipient).toBe("12345678901234567890"),
  "H-026": ({ visitors, got, logged }) => {
    expect(JSON.parse(visitors[0]?.recipient ?? "")).toBe("../../h-026\r\nX-Injected: 1");
    expect(got[0]?.headers["x-injected"]).toBeUndefined();
    expect(logged).not.toMatch(/^X-Injected/m);
  },
  "H-033": () => expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined(),
  "H-075": ({ visitors, logged }) => {
    expect(visitors[0]?.name).toBe("\u001b[2J\u001b]0;owned\u0007");
    bed.log({ name: visitors[0]?.name });
    for (const line of `${logged}\n${bed.logLines.at(-1)}`.trim().split("\n")) expect(line).not.toMatch(/\p{Cc}/u);
  },
  "H-078": ({ visitors }) => expect(visitors[0]?.photo).toBeNull(),
  "H-079": ({ visitors }) => expect(visitors[0]?.photo).toBeNull(),
  "H-082": async ({ visitors, mark }) => {
    expect(visitors[0]?.name).toBeNull();
    expect((await bed.framesSince(mark)).join("")).not.toContain("[object");
  },
  "H-083": async ({ visitors, mark }) => {
    expect(visitors[0]?.name).toHaveLength(255);
    for (const frame of await bed.framesSince(mark)) expect(frame.length).toBeLessThan(64 * 1024);
  },
  "H-092": ({ typed }) => expect(typed).toBeLessThanOrEqual(1),
  "H-096": ({ stored }) => expect(stored[0]?.media?.file_name).toBe("gnp.exe"),
  "H-108": ({ got }) => expect([got[0]?.answers, got[0]?.closed]).toEqual([1, true]),
  "H-116": ({ got, logged }) => expect(JSON.stringify(got) + logged).not.toContain("evil.example"),
  "H-117": ({ got }) => expect(got.filter((g) => g.status === 429).length).toBeGreaterThanOrEqual(100),
  "H-122": ({ got }) => expect(got.some((g) => g.status === 200)).toBe(true),
  "H-125": async ({ got, stored }) => {
    expect(new Set(stored.map((m) => m.chatId)).size).toBe(1);
    expect(stored).toHaveLength(got.filter((g) => g.status === 200).length);
    expect((await bed.chatsOf("h-125")).length).toBe(1);
  },
};
/** Sentences and expectations that another test checks, with that test. */
const elsewhere: Readonly<Record<string, string>> = {
  "H-072": "links are made by the operator application: packages/operator",
  "H-073": "isolation of directions is made by the operator application: packages/operator",
  "H-074": "clipping of a bubble is made by the operator application: packages/operator",
  "H-077": "no cell of an export begins a formula: api-search.test.ts, csv.test.ts",
  "H-086": "the value is stored with its line break and shown as text; what mails make of it: mail.test.ts",
};

let bed: HostileBed;
const slowly = new Map<string, Promise<Got[]>>();
beforeAll(async () => {
  bed = await openHostileBed();
  for (const entry of requests)
    if (slow.has(entry.id) && entry.request)
      slowly.set(
        entry.id,
        shoot(bed.base, entry.request, (text) => bed.fill(text)),
      );
});
afterAll(() => bed.close());

describe("hostile requests", () => {
  for (const entry of requests.toSorted((a, b) => Number(slow.has(a.id)) - Number(slow.has(b.id)))) {
    test(`[CH-030] ${entry.id} ${entry.title}`, async () => {
      const found = await run(entry);
      checkAnswers(found);
      checkStored(found);
      if (entry.expect.same_answer_as !== undefined) await checkSame(found);
      if (entry.expect.links === 0) expect(await bed.pagesSince(found.mark)).toEqual([null]);
      if (entry.expect.dial === false) expect(bed.dialled()).toEqual([]);
      await behaviours[entry.id]?.(found);
      const next = await shoot(bed.base, good, (text) => bed.fill(text));
      expect(next[0]?.status).toBe(200);
    }, 45_000);
  }

  test("[CH-030] no sentence of the list stays unchecked", () => {
    const unchecked = requests.filter((e) => e.expect.behaviour !== undefined && !(e.id in behaviours) && !(e.id in elsewhere));
    const later = Object.entries(elsewhere).map(([id, why]) => `${id}: ${why}`);
    const shown = requests.filter((e) => e.expect.rendered !== undefined || (e.expect.links ?? 0) > 0).map((e) => e.id);
    later.push(`${shown.join(", ")}: "rendered" is also the operator application's: packages/operator`);
    console.info(`interface A requests: ${requests.length}; unchecked ${unchecked.length}; elsewhere:\n${later.join("\n")}`);
    expect(unchecked.map((e) => e.id)).toEqual([]);
  });
});

const good = {
  method: "POST",
  path: "/channel/{RANDOM}/{CHANNEL}",
  headers: { "content-type": "application/json" },
  body: '{"sender":{"id":"good"},"message":{"type":"text","text":"x"}}',
};

/** Sends the requests of an entry with fresh rate limits and collects the results. */
async function run(entry: Entry): Promise<Case> {
  if (!entry.request) throw new Error("no request");
  await bed.clock.advance(3_600_000);
  bed.dialled();
  const mark = await bed.mark();
  const typed = bed.typing.length;
  const lines = bed.logLines.length;
  const got = await (slowly.get(entry.id) ?? shoot(bed.base, entry.request, (text) => bed.fill(text)));
  // The body of a request whose sender has disconnected must not be stored later.
  const stored = await bed.messagesSince(mark);
  return {
    entry,
    got,
    mark,
    stored,
    visitors: await bed.visitorsSince(mark),
    logged: bed.logLines.slice(lines).join("").trimEnd(),
    typed: bed.typing.length - typed,
  };
}

function checkAnswers({ entry: { expect: want }, got }: Case): void {
  const allowed = [want.status ?? []].flat();
  if (allowed.length > 0) for (const one of got) expect(allowed).toContain(one.status);
  if (want.last_status !== undefined) expect(got.at(-1)?.status).toBe(want.last_status);
  if (want.error_code !== undefined)
    expect((JSON.parse(got.at(-1)?.body ?? "") as { error: { code: string } }).error.code).toBe(want.error_code);
  for (const [name, value] of Object.entries(want.header ?? {})) {
    const given = String(got[0]?.headers[name] ?? "");
    if (value === null) expect(given).toBe("");
    else if (value.startsWith("~")) expect(given).toContain(value.slice(1));
    else expect(given).toBe(value);
  }
  if (want.max_ms !== undefined) for (const one of got) expect(one.ms).toBeLessThan(want.max_ms);
  for (const one of got) {
    if (one.status !== "closed") expect(one.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    if (want.no_leak === true) expect(JSON.stringify(one)).not.toMatch(/evil\.example|email|operator|role/i);
    if (one.status !== 200 && one.status !== "closed")
      expect(JSON.parse(one.body)).toMatchObject({ error: { code: expect.any(String), message: expect.any(String) } });
  }
}

function checkStored({ entry, stored, visitors }: Case): void {
  const want = entry.expect;
  if (want.stored !== undefined) expect(stored).toHaveLength(want.stored);
  if (want.customer !== undefined) expect(stored[0]?.customer).toBe(want.customer);
  if (want.same_customer !== undefined) expect(visitors.length === 1).toBe(want.same_customer);
  const text = stored[0]?.text ?? "";
  if (want.text !== undefined) expect(text).toBe(want.text);
  // Counts code points, as CH-051 does.
  const points = Array.from(text).length;
  if (want.text_min !== undefined) expect(points).toBeGreaterThanOrEqual(want.text_min);
  if (want.text_max !== undefined) expect(points).toBeLessThanOrEqual(want.text_max);
  // Text must be stored as it was sent. A browser test checks that it creates no element.
  if (want.rendered === "text" && typeof entry.request?.body === "string")
    expect(text).toBe((JSON.parse(entry.request.body) as { message: { text?: string } }).message.text ?? "");
  if (want.well_formed === true) expect(text.isWellFormed()).toBe(true);
}

async function checkSame({ entry, got }: Case): Promise<void> {
  const twin = requests.find((other) => other.title === entry.expect.same_answer_as);
  if (!twin?.request) throw new Error(`no entry is called ${entry.expect.same_answer_as}`);
  const other = await shoot(bed.base, twin.request, (text) => bed.fill(text));
  const bare = ({ status, headers, body }: Got) => ({ status, body, headers: { ...headers, date: "", "x-request-id": "" } });
  expect(got.map(bare)).toEqual(other.map(bare));
}
