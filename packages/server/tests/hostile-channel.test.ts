import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  channelInputs,
  sendHostileRequest,
  type HostileInput,
  type HostileResponse,
} from "./hostile-inputs.ts";
import {
  openHostileInputFixture,
  type HostileInputFixture,
  type StoredMessage,
  type StoredVisitor,
} from "./hostile-input-fixture.ts";
import type { RealtimeClient } from "./realtime-client.ts";

/**
 * Tests requests of interface A. hostile-channel-replies.test.ts covers responses to operator
 * messages.
 */
const requestInputs = channelInputs.filter((entry) => entry.request !== undefined);

/** Node ends these requests after 10 s and 30 s, so they run in parallel with the others. */
const slowInputIds = new Set(["H-113", "H-114"]);

/** An operator who sees the customer's chat counts the typing frames of these requests. */
const typingInputIds = new Set(["H-092"]);

interface Case {
  readonly entry: HostileInput;
  readonly responses: readonly HostileResponse[];
  readonly stored: readonly StoredMessage[];
  readonly visitors: readonly StoredVisitor[];
  readonly mark: readonly number[];
  readonly logged: string;
  readonly typingCount: number;
}

/** Checks by the `behaviour` sentence of the entry. */
const behaviourChecks: Readonly<Record<string, (c: Case) => void | Promise<void>>> = {
  "H-012": ({ visitors }) => expect(visitors[0]?.recipient).toBe("12345678901234567890"),
  "H-026": ({ visitors, responses, logged }) => {
    expect(JSON.parse(visitors[0]?.recipient ?? "")).toBe("../../h-026\r\nX-Injected: 1");
    expect(responses[0]?.headers["x-injected"]).toBeUndefined();
    expect(logged).not.toMatch(/^X-Injected/m);
  },
  "H-033": () => expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined(),
  "H-075": ({ visitors, logged }) => {
    // CORE-310: control characters are no part of a name.
    expect(visitors[0]?.name).toBe("[2J ]0;owned");
    fixture.log({ name: "\u001b[2J\u001b]0;owned\u0007" });
    for (const line of `${logged}\n${fixture.logLines.at(-1)}`.trim().split("\n"))
      expect(line).not.toMatch(/\p{Cc}/u);
  },
  "H-078": ({ visitors }) => expect(visitors[0]?.photo).toBeNull(),
  "H-079": ({ visitors }) => expect(visitors[0]?.photo).toBeNull(),
  "H-082": async ({ visitors, mark }) => {
    expect(visitors[0]?.name).toBeNull();
    expect((await fixture.framesSince(mark)).join("")).not.toContain("[object");
  },
  "H-083": async ({ visitors, mark }) => {
    expect(visitors[0]?.name).toHaveLength(255);
    for (const frame of await fixture.framesSince(mark))
      expect(frame.length).toBeLessThan(64 * 1024);
  },
  "H-092": ({ typingCount }) => expect(typingCount).toBe(1),
  "H-096": ({ stored }) => expect(stored[0]?.media?.file_name).toBe("gnp.exe"),
  "H-108": ({ responses }) =>
    expect([responses[0]?.answers, responses[0]?.closed]).toEqual([1, true]),
  "H-116": ({ responses, logged }) =>
    expect(JSON.stringify(responses) + logged).not.toContain("evil.example"),
  "H-117": ({ responses }) =>
    expect(responses.filter((g) => g.status === 429).length).toBeGreaterThanOrEqual(100),
  "H-122": ({ responses }) => expect(responses.some((g) => g.status === 200)).toBe(true),
  "H-125": async ({ responses, stored }) => {
    expect(new Set(stored.map((m) => m.chatId)).size).toBe(1);
    expect(stored).toHaveLength(responses.filter((g) => g.status === 200).length);
    expect((await fixture.findChatIds("h-125")).length).toBe(1);
  },
};
/** Sentences and expectations that other tests check, with the name of that test. */
const checkedElsewhere: Readonly<Record<string, string>> = {
  "H-072": "links are made by the operator application: packages/operator",
  "H-073": "isolation of directions is made by the operator application: packages/operator",
  "H-074": "clipping of a bubble is made by the operator application: packages/operator",
  "H-077": "no cell of an export begins a formula: api-search.test.ts, csv.test.ts",
  "H-086":
    "the value is stored with its line break and shown as text; what mails make of it: mail.test.ts",
};

let fixture: HostileInputFixture;
const slowResponses = new Map<string, Promise<HostileResponse[]>>();
beforeAll(async () => {
  fixture = await openHostileInputFixture();
  for (const entry of requestInputs)
    if (slowInputIds.has(entry.id) && entry.request)
      slowResponses.set(
        entry.id,
        sendHostileRequest(fixture.base, entry.request, (text) => fixture.fillPlaceholders(text)),
      );
});
afterAll(() => fixture.close());

describe("hostile requests", () => {
  for (const entry of requestInputs.toSorted(
    (a, b) => Number(slowInputIds.has(a.id)) - Number(slowInputIds.has(b.id)),
  )) {
    test(`[CH-030] ${entry.id} ${entry.title}`, async () => {
      const found = await runInput(entry);
      checkResponses(found);
      checkStored(found);
      if (entry.expect.same_answer_as !== undefined) await checkSameResponse(found);
      if (entry.expect.links === 0) expect(await fixture.pagesSince(found.mark)).toEqual([null]);
      if (entry.expect.dial === false) expect(fixture.takeConnections()).toEqual([]);
      await behaviourChecks[entry.id]?.(found);
      const next = await sendHostileRequest(fixture.base, validMessage, (text) =>
        fixture.fillPlaceholders(text),
      );
      expect(next[0]?.status).toBe(200);
    });
  }

  test("[CH-030] no sentence of the list stays unchecked", () => {
    const unchecked = requestInputs.filter(
      (e) =>
        e.expect.behaviour !== undefined &&
        !(e.id in behaviourChecks) &&
        !(e.id in checkedElsewhere),
    );
    const later = Object.entries(checkedElsewhere).map(([id, why]) => `${id}: ${why}`);
    const shown = requestInputs
      .filter((e) => e.expect.rendered !== undefined || (e.expect.links ?? 0) > 0)
      .map((e) => e.id);
    later.push(
      `${shown.join(", ")}: "rendered" is also the operator application's: packages/operator`,
    );
    console.info(
      `interface A requests: ${requestInputs.length}; unchecked ${unchecked.length}; elsewhere:\n${later.join("\n")}`,
    );
    expect(unchecked.map((e) => e.id)).toEqual([]);
  });
});

const validMessage = {
  method: "POST",
  path: "/channel/{RANDOM}/{CHANNEL}",
  headers: { "content-type": "application/json" },
  body: '{"sender":{"id":"good"},"message":{"type":"text","text":"x"}}',
};

/** Sends the requests of an entry with full rate limits and collects the results. */
async function runInput(entry: HostileInput): Promise<Case> {
  if (!entry.request) throw new Error("no request");
  await fixture.clock.advance(61_000);
  fixture.takeConnections();
  const owner = typingInputIds.has(entry.id) ? await openOwnersChat(entry.id) : null;
  const mark = await fixture.readPositions();
  const lines = fixture.logLines.length;
  const responses = await (slowResponses.get(entry.id) ??
    sendHostileRequest(fixture.base, entry.request, (text) => fixture.fillPlaceholders(text)));
  // The body of a request whose sender has disconnected must not be stored later.
  const stored = await fixture.messagesSince(mark);
  await owner?.settle();
  owner?.ws.terminate();
  return {
    entry,
    responses,
    mark,
    stored,
    visitors: await fixture.visitorsSince(mark),
    logged: fixture.logLines.slice(lines).join("").trimEnd(),
    typingCount: owner?.framesOfType("typing").length ?? 0,
  };
}

/** Opens a chat of the customer `h-…`, and a socket of an operator who sees it. */
async function openOwnersChat(id: string): Promise<RealtimeClient> {
  const body = `{"sender":{"id":"${id.toLowerCase()}"},"message":{"type":"text","text":"x"}}`;
  const [sent] = await sendHostileRequest(fixture.base, { ...validMessage, body }, (text) =>
    fixture.fillPlaceholders(text),
  );
  expect(sent?.status).toBe(200);
  return fixture.connectOwner();
}

function checkResponses({ entry: { expect: expected }, responses }: Case): void {
  const allowed = [expected.status ?? []].flat();
  if (allowed.length > 0) for (const one of responses) expect(allowed).toContain(one.status);
  if (expected.last_status !== undefined)
    expect(responses.at(-1)?.status).toBe(expected.last_status);
  if (expected.error_code !== undefined)
    expect(
      (JSON.parse(responses.at(-1)?.body ?? "") as { error: { code: string } }).error.code,
    ).toBe(expected.error_code);
  for (const [name, value] of Object.entries(expected.header ?? {})) {
    const header = String(responses[0]?.headers[name] ?? "");
    if (value === null) expect(header).toBe("");
    else if (value.startsWith("~")) expect(header).toContain(value.slice(1));
    else expect(header).toBe(value);
  }
  if (expected.max_ms !== undefined)
    for (const one of responses) expect(one.ms).toBeLessThan(expected.max_ms);
  for (const one of responses) {
    if (one.status !== "closed") expect(one.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    if (expected.no_leak === true)
      expect(JSON.stringify(one)).not.toMatch(/evil\.example|email|operator|role/i);
    if (one.status !== 200 && one.status !== "closed")
      expect(JSON.parse(one.body)).toMatchObject({
        error: { code: expect.any(String), message: expect.any(String) },
      });
  }
}

function checkStored({ entry, stored, visitors }: Case): void {
  const expected = entry.expect;
  if (expected.stored !== undefined) expect(stored).toHaveLength(expected.stored);
  if (expected.customer !== undefined) expect(stored[0]?.customer).toBe(expected.customer);
  if (expected.same_customer !== undefined)
    expect(visitors.length === 1).toBe(expected.same_customer);
  const text = stored[0]?.text ?? "";
  if (expected.text !== undefined) expect(text).toBe(expected.text);
  // Counts code points, as CH-051 does.
  const points = Array.from(text).length;
  if (expected.text_min !== undefined) expect(points).toBeGreaterThanOrEqual(expected.text_min);
  if (expected.text_max !== undefined) expect(points).toBeLessThanOrEqual(expected.text_max);
  // Text must be stored as it was sent. A browser test checks that it creates no element.
  if (expected.rendered === "text" && typeof entry.request?.body === "string")
    expect(text).toBe(
      (JSON.parse(entry.request.body) as { message: { text?: string } }).message.text ?? "",
    );
  if (expected.well_formed === true) expect(text.isWellFormed()).toBe(true);
}

async function checkSameResponse({ entry, responses }: Case): Promise<void> {
  const twin = requestInputs.find((other) => other.title === entry.expect.same_answer_as);
  if (!twin?.request) throw new Error(`no entry is called ${entry.expect.same_answer_as}`);
  const other = await sendHostileRequest(fixture.base, twin.request, (text) =>
    fixture.fillPlaceholders(text),
  );
  const bare = ({ status, headers, body }: HostileResponse) => ({
    status,
    body,
    headers: { ...headers, date: "", "x-request-id": "" },
  });
  expect(responses.map(bare)).toEqual(other.map(bare));
}
