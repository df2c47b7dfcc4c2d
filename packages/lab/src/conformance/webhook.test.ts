import { afterEach, describe, expect, it } from "vitest";
import { Webhook } from "standardwebhooks";
import { webhookEvents } from "../../../protocol/src/webhook/index.ts";
import {
  okResponse,
  runConformance,
  runConformanceWithOutput,
  startEndpoint,
  type ScriptedResponse,
  type ReceivedRequest,
} from "./endpoint.fixture.ts";
import { defaultWaits } from "./options.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
const start = async (answer: (got: ReceivedRequest) => ScriptedResponse) => {
  const server = await startEndpoint(answer);
  ends.push(server.close);
  return server;
};
const hasEventName = (got: ReceivedRequest, name: string): boolean =>
  got.json["event_name"] === name;
const reply = (value: unknown): ScriptedResponse => ({ body: JSON.stringify(value) });

describe("parlour conformance webhook", () => {
  it("[CLI-002] a good receiver passes everything, and gets every event as Parlour sends it", async () => {
    const good = await start((got) => {
      try {
        new Webhook(secret).verify(got.text, got.headers as Record<string, string>);
      } catch {
        return { status: 401 };
      }
      return hasEventName(got, "chat_accepted")
        ? reply({
            result: "OK",
            custom_data: [{ title: "Orders", content: "3" }],
            contact_info: [],
            enable_assign: "true",
            crm_link: "https://crm.example/1",
          })
        : okResponse;
    });
    const { code, report, broken } = await runConformance(
      "webhook",
      `${good.url}/in/?k=a%20b#top`,
      "--secret",
      secret,
    );
    expect([broken, code, report.skipped]).toEqual([[], 0, 0]);
    expect(new Set(good.got.map((request) => request.path))).toEqual(new Set(["/in/?k=a%20b"]));
    expect(new Set(good.got.map((request) => request.json["event_name"]))).toEqual(
      new Set(webhookEvents),
    );
    for (const request of good.got)
      expect(request.headers["parlour-event"]).toBe(request.json["event_name"]);
    const largest = Math.max(...good.got.map((request) => Buffer.byteLength(request.text)));
    expect(largest).toBeGreaterThan(900_000);
    expect(largest).toBeLessThanOrEqual(1_048_576);
  });

  const seenIds = new Set<unknown>();
  const faults: [
    rule: string,
    what: string,
    answer: (got: ReceivedRequest) => ScriptedResponse,
    args?: string[],
  ][] = [
    ["WH-060", "a redirect", () => ({ status: 302, headers: { location: "/elsewhere" } })],
    [
      "WH-060",
      "an event it does not know",
      (got) => (hasEventName(got, "chat_assigned") ? { status: 404 } : okResponse),
    ],
    ["WH-062", "410", () => ({ status: 410 })],
    ["WH-041", "data without result", () => reply({ crm_link: "https://crm.example/1" })],
    ["WH-040", "a repeated key", () => ({ body: '{"result":"ok","result":"ok"}' })],
    [
      "WH-043",
      "custom_data that is no array",
      () => reply({ result: "ok", custom_data: { title: "a", content: "b" } }),
    ],
    [
      "WH-044",
      "contact_info that is no object",
      () => reply({ result: "ok", contact_info: "Nadia" }),
    ],
    ["WH-045", "a button without a card", () => reply({ result: "ok", enable_assign: true })],
    [
      "WH-046",
      "a link that runs a script",
      () => reply({ result: "ok", crm_link: "javascript:alert(1)" }),
    ],
    ["WH-047", "a page without url", () => reply({ result: "ok", page: { title: "Cart" } })],
    ["WH-048", "a phone as number", () => reply({ result: "ok", contact_info: { phone: 4930 } })],
    [
      "WH-021",
      "no null as rating",
      (got) =>
        got.text.includes('"rate":null') && got.text.includes('"agent_id"')
          ? { status: 500 }
          : okResponse,
    ],
    [
      "WH-024",
      "no agent 0",
      (got) => (got.text.includes('"agent":{"id":"0"') ? { status: 500 } : okResponse),
    ],
    [
      "WH-033",
      "a small limit",
      (got) => (got.text.length > 100_000 ? { status: 413 } : okResponse),
    ],
    [
      "WH-111",
      "no changed visitor without a chat",
      (got) =>
        hasEventName(got, "visitor_updated") && got.json["chat_id"] === undefined
          ? { status: 422 }
          : okResponse,
    ],
    [
      "WH-109",
      "no message without a text",
      (got) => (got.text.includes('"type":"system"') ? { status: 422 } : okResponse),
    ],
    ["WH-070", "chat 0", (got) => (got.json["chat_id"] === 0 ? { status: 422 } : okResponse)],
    [
      "WH-063",
      "a conflict at the repeat",
      (got) => {
        const id = got.headers["webhook-id"];
        if (seenIds.has(id)) return { status: 409 };
        seenIds.add(id);
        return okResponse;
      },
    ],
    [
      "CORE-133",
      "a closed list of keys",
      (got) => (got.json["added"] === undefined ? okResponse : { status: 400 }),
    ],
    ["CORE-124", "unverified signatures", () => okResponse, ["--secret", secret]],
  ];
  it.each(faults)("[%s] finds %s", async (rule, _what, answer, args = []) => {
    const { url } = await start(answer);
    const { code, broken } = await runConformance("webhook", url, ...args);
    expect([...new Set(broken)]).toEqual([rule]);
    expect(code).toBe(1);
  });

  it("[CLI-001] finds an answer after 15 s", async () => {
    expect(defaultWaits.webhookResponseMs).toBe(15_000);
    const { url } = await start(() => ({ ...okResponse, afterMs: 30_000 }));
    const waits = { webhookResponseMs: 200 };
    const { broken } = await runConformanceWithOutput({ waits }, "webhook", url);
    expect(broken).toEqual(["WH-060"]);
  });

  it("[CLI-001] [CFG-105] dials nothing but the address given: a redirect is reported, not followed", async () => {
    const other = await start(() => okResponse);
    const { url } = await start(() => ({ status: 307, headers: { location: other.url } }));
    const { broken, report } = await runConformance("webhook", url);
    expect(broken).toEqual(["WH-060"]);
    expect(report.findings[0]?.advice).toContain("final address");
    expect(other.got).toEqual([]);
  });
});
