import { afterEach, describe, expect, it } from "vitest";
import { Webhook } from "standardwebhooks";
import {
  okResponse,
  runConformance,
  runConformanceWithOutput,
  startEndpoint,
  type ScriptedResponse,
  type ReceivedRequest,
} from "./endpoint.fixture.ts";
import { runConformanceCommand } from "./main.ts";
import { defaultWaits } from "./options.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
const part = (got: ReceivedRequest, name: string): Record<string, unknown> =>
  got.json[name] as Record<string, unknown>;
const start = async (
  answer: (got: ReceivedRequest) => ScriptedResponse | Promise<ScriptedResponse>,
) => {
  const server = await startEndpoint(answer);
  ends.push(server.close);
  return server;
};
const refused: ScriptedResponse = { status: 500, body: "{}" };

describe("parlour conformance channel", () => {
  it("[CLI-002] a good endpoint passes everything, with a secret, and exits 0", async () => {
    const good = await start((got) => {
      try {
        new Webhook(secret).verify(got.text, got.headers as Record<string, string>);
      } catch {
        return { status: 401, body: '{"error":{"code":"internal","message":"signature"}}' };
      }
      const id = part(got, "recipient")["id"];
      return typeof id === "string" && id.startsWith("conformance-") && id.length > 20
        ? { body: '{"error":{"code":"recipient_not_found","message":"No such customer"}}' }
        : okResponse;
    });
    const { code, report, broken } = await runConformance(
      "channel",
      `${good.url}/hook/?k=1`,
      "--secret",
      secret,
      "--recipient",
      "7",
    );
    expect([broken, code, report.skipped]).toEqual([[], 0, 0]);
    expect(report.passed).toBeGreaterThan(20);
    expect(report.url).toBe(`${good.url}/hook/conformance`);
    expect(new Set(good.got.map((request) => request.path))).toEqual(
      new Set(["/hook/conformance?k=1"]),
    );
    expect(good.got[0]?.text).toContain('"recipient":{"id":7}');
    expect(good.got.some((request) => request.headers["transfer-encoding"] === "chunked")).toBe(
      true,
    );
  });

  const seenIds = new Set<unknown>();
  let openRequests = 0;
  let ninth: () => void = () => undefined;
  const isCrowded = new Promise<void>((resolve) => {
    ninth = resolve;
  });
  const verify = (got: ReceivedRequest, signature: string): boolean => {
    try {
      new Webhook(secret).verify(got.text, {
        ...(got.headers as Record<string, string>),
        "webhook-signature": signature,
      });
      return true;
    } catch {
      return false;
    }
  };
  const faults: [
    rule: string,
    what: string,
    answer: (got: ReceivedRequest) => ScriptedResponse | Promise<ScriptedResponse>,
    args?: string[],
  ][] = [
    [
      "CH-080",
      "a web page",
      () => ({
        body: "<!doctype html><title>It works</title>",
        headers: { "content-type": "text/html" },
      }),
    ],
    ["CH-080", "a redirect", () => ({ status: 301, headers: { location: "http://127.0.0.1:9/" } })],
    ["CH-070", "another path", (got) => (got.path === "/" ? okResponse : { status: 404 })],
    [
      "CH-073",
      "no chunked bodies",
      (got) => (got.headers["content-length"] === undefined ? { status: 411 } : okResponse),
    ],
    [
      "CH-072",
      "a conflict at the second attempt",
      (got) => {
        const id = got.headers["webhook-id"];
        if (seenIds.has(id))
          return { status: 409, body: '{"error":{"code":"duplicate","message":"known"}}' };
        seenIds.add(id);
        return okResponse;
      },
    ],
    [
      "CH-043",
      "no numbers as ids",
      (got) => (typeof part(got, "recipient")["id"] === "number" ? refused : okResponse),
    ],
    ["CH-074", "no long texts", (got) => (got.text.length > 1500 ? { status: 413 } : okResponse)],
    [
      "CH-075",
      "no media",
      (got) => (part(got, "message")["file"] === undefined ? okResponse : refused),
    ],
    [
      "CH-077",
      "a cut connection at typing",
      (got) =>
        String(part(got, "message")["type"]).startsWith("type") ? { cut: true } : okResponse,
    ],
    [
      "CH-082",
      "404 for unknown customers",
      (got) => (got.text.includes("To nobody") ? { status: 404 } : okResponse),
    ],
    [
      "CORE-133",
      "a closed list of keys",
      (got) => (got.json["added"] === undefined ? okResponse : { status: 400 }),
    ],
    ["CORE-124", "unverified signatures", () => okResponse, ["--secret", secret]],
    [
      "CORE-124",
      "the first signature only",
      (got) =>
        verify(got, String(got.headers["webhook-signature"]).split(" ")[0] ?? "")
          ? okResponse
          : { status: 401 },
      ["--secret", secret],
    ],
    [
      "CH-085",
      "one customer at a time",
      // The first eight concurrent requests stay open until the ninth arrives, even on a slow
      // machine.
      async (got) => {
        if (!got.text.includes("At once")) return okResponse;
        openRequests += 1;
        if (openRequests <= 8) return isCrowded.then(() => okResponse);
        ninth();
        return { status: 503 };
      },
    ],
  ];
  it.each(faults)("[%s] finds %s", async (rule, _what, answer, args = []) => {
    const { url } = await start(answer);
    const { code, broken, report } = await runConformance("channel", url, ...args);
    expect([...new Set(broken)]).toEqual([rule]);
    expect(code).toBe(1);
    for (const finding of report.findings.filter((request) => request.outcome === "failed")) {
      expect(finding.seen).not.toBe("");
      expect(finding.advice).not.toBe("");
    }
  });

  it("[CH-081] finds an answer after 3 s", async () => {
    expect(defaultWaits.responseMs).toBe(3_000);
    const { url } = await start(() => ({ ...okResponse, afterMs: 30_000 }));
    const waits = { responseMs: 200 };
    const { code, broken } = await runConformanceWithOutput({ waits }, "channel", url);
    expect([[...new Set(broken)], code]).toEqual([["CH-081"], 1]);
  });

  it("[CLI-001] nobody there: one fault, the rest is skipped", async () => {
    const { url, close } = await startEndpoint(() => okResponse);
    await close();
    const { code, broken, report } = await runConformance("channel", url);
    expect([code, broken]).toEqual([1, ["CH-070"]]);
    expect(report.skipped).toBe(report.findings.length - 1);
    expect(report.findings[0]?.seen).toContain("connection refused");
  });

  it.each([
    [[]],
    [["channel"]],
    [["chat", "http://x.example"]],
    [["channel", "ftp://x.example"]],
    [["channel", "http://u:p@x.example"]],
    [["bot", "http://x.example", "--nope"]],
  ])("[CLI-002] wrong usage %j ends with one sentence and 2", async (argv) => {
    const lines: string[] = [];
    expect(
      await runConformanceCommand({
        argv,
        env: {},
        out: () => undefined,
        err: (line) => void lines.push(line),
      }),
    ).toBe(2);
    expect(lines).toHaveLength(1);
  });

  it("[CLI-001] [CFG-105] without --json it prints a line per check, and what was seen and what to do", async () => {
    const { url } = await start(() => ({ status: 404 }));
    const lines: string[] = [];
    expect(
      await runConformanceCommand({
        argv: ["channel", url],
        env: {},
        out: (line) => void lines.push(line),
        err: () => undefined,
      }),
    ).toBe(1);
    const text = lines.join("\n");
    expect(text).toMatch(
      /^failed {3}CH-070 .*\n {9}seen: HTTP 404.*\n {9}do: {3}Parlour posts to/m,
    );
    expect(lines.at(-1)).toMatch(/^0 passed, 1 failed, \d+ skipped$/);
  });

  it("[CLI-001] [CFG-105] dials nothing but the address given: a redirect is reported, not followed", async () => {
    const other = await start(() => okResponse);
    const { url } = await start(() => ({ status: 307, headers: { location: other.url } }));
    const { broken, report } = await runConformance("channel", url);
    expect(broken).toEqual(["CH-080"]);
    expect(report.findings[0]?.advice).toContain("final address");
    expect(other.got).toEqual([]);
  });
});
