import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, it } from "vitest";
import { runConformanceCommand } from "./main.ts";
import {
  runConformanceWithOutput,
  startEndpoint,
  type ScriptedResponse,
  type ReceivedRequest,
} from "./endpoint.fixture.ts";
import { defaultWaits } from "./options.ts";

/** Tests run in parallel, so each test ends only the servers that it started. */
type AddCleanup = (end: () => Promise<void>) => void;

/**
 * A bot that receives events at /in/<token> and posts to Parlour's address. Tests override single
 * properties to simulate faults.
 */
interface BotBehaviour {
  readonly respond?: (got: ReceivedRequest) => ScriptedResponse | undefined;
  /** Creates the event that the bot posts after a CLIENT_MESSAGE. */
  readonly compose?: (got: ReceivedRequest) => Record<string, unknown>;
  readonly isForgetful?: true;
  readonly address?: (address: string) => string;
  readonly headers?: Record<string, string>;
  readonly isMute?: true;
  readonly talksOn?: true;
  /** Time after which its response is late. */
  readonly responseMs?: number;
}
const text = (words: string) => ({ message: { type: "TEXT", text: words } });

async function startBot(
  habits: BotBehaviour,
  address: () => string,
  atEnd: AddCleanup,
): Promise<string> {
  const seenIds = new Set<unknown>();
  const post = (got: ReceivedRequest, eventBody: Record<string, unknown>) =>
    fetch(habits.address?.(address()) ?? address(), {
      method: "POST",
      headers: { "content-type": "application/json", ...habits.headers },
      body: JSON.stringify({
        event: "BOT_MESSAGE",
        id: "b-1",
        chat_id: got.json["chat_id"],
        client_id: got.json["client_id"],
        ...eventBody,
      }),
    }).catch(() => undefined);
  const server = await startEndpoint(async (got) => {
    const faulty = habits.respond?.(got);
    if (faulty !== undefined) return faulty;
    const isNew = !seenIds.has(got.json["id"]) || habits.isForgetful === true;
    seenIds.add(got.json["id"]);
    if (isNew && got.json["event"] === "CLIENT_MESSAGE" && habits.isMute !== true) {
      const messageText = (got.json["message"] as { text: string }).text;
      await post(
        got,
        messageText === "A person, please"
          ? { event: "INVITE_AGENT" }
          : (habits.compose?.(got) ?? text("Let me see")),
      );
    }
    if (got.json["event"] === "AGENT_JOINED" && habits.talksOn === true)
      await post(got, text("Bye"));
    return { status: 204 };
  });
  atEnd(server.close);
  return `${server.url}/in`;
}

async function runChecks(atEnd: AddCleanup, habits: BotBehaviour, ...args: string[]) {
  let address = "";
  const url = await startBot(habits, () => address, atEnd);
  // `parlour conformance` prints the address before it sends anything to the bot.
  const onLine = (line: string) => {
    address = /^The bot must post to (.+)$/.exec(line)?.[1] ?? address;
  };
  // This bot posts before it responds, so it needs no time to be silent.
  const { responseMs } = habits;
  const waits = { botSilenceMs: 100, ...(responseMs !== undefined && { responseMs }) };
  const allArgs = ["bot", url, "--listen", "0", "--wait", "3", ...args];
  return runConformanceWithOutput({ onLine, waits }, ...allArgs);
}

describe.concurrent("parlour conformance bot", { timeout: 60_000 }, () => {
  it("[CLI-002] a good bot passes everything and exits 0", async ({ expect, onTestFinished }) => {
    const { code, broken, report } = await runChecks(
      onTestFinished,
      {},
      "--invite",
      "A person, please",
    );
    expect([broken, code]).toEqual([[], 0]);
    expect(
      report.findings
        .filter((finding) => finding.outcome === "skipped")
        .every((finding) => finding.rule === "CORE-124"),
    ).toBe(true);
    expect(report.url).not.toContain("conformance-token");
  });

  it("[BOT-090] [CLI-001] what a bot posts for the test chat is accepted, and judged like any other post", async ({
    expect,
    onTestFinished,
  }) => {
    const inTest = (message: object) => (got: ReceivedRequest) =>
      got.json["chat_id"] === "0" ? { message } : text("Let me see");
    const good = await runChecks(onTestFinished, {
      compose: inTest({ type: "TEXT", text: "Test passed" }),
    });
    expect([good.broken, good.code]).toEqual([[], 0]);
    const bad = await runChecks(onTestFinished, { compose: inTest({ type: "TEXT", text: "" }) });
    expect([...new Set(bad.broken)]).toEqual(["BOT-040"]);
  });

  it("[CLI-001] with authorization both sides carry the access token", async ({
    expect,
    onTestFinished,
  }) => {
    const headers = { authorization: "Bearer at-1" };
    const take = (got: ReceivedRequest) =>
      got.headers.authorization === "Bearer at-1" ? undefined : { status: 401 };
    expect(
      (await runChecks(onTestFinished, { headers, respond: take }, "--access-token", "at-1"))
        .broken,
    ).toEqual([]);
    expect(
      new Set(
        (await runChecks(onTestFinished, { respond: take }, "--access-token", "at-1")).broken,
      ),
    ).toContain("BOT-035");
    expect((await runChecks(onTestFinished, { respond: take })).broken).toEqual(["BOT-030"]);
  });

  it("[CLI-002] a used port ends with one sentence and 1", async ({ expect, onTestFinished }) => {
    const other = await startEndpoint(() => ({}));
    onTestFinished(other.close);
    const lines: string[] = [];
    const argv = ["bot", "http://127.0.0.1:1/in", "--listen", new URL(other.url).port];
    expect(
      await runConformanceCommand({
        argv,
        env: {},
        out: () => undefined,
        err: (line) => void lines.push(line),
      }),
    ).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/EADDRINUSE.*--listen and --host change it\.$/)]);
  });

  it("[CLI-001] an access token is fetched as Parlour does, and a faulty token address is found", async ({
    expect,
    onTestFinished,
  }) => {
    let answer: ScriptedResponse = {
      body: '{"access_token":"at-2","token_type":"Bearer","expires_in":900}',
    };
    const tokenRequests: string[] = [];
    const tokens = createServer((request, response) => {
      let body = "";
      request.on("data", (part: Buffer) => (body += part.toString()));
      request.on("end", () => {
        tokenRequests.push(`${request.headers.authorization} ${body}`);
        response
          .writeHead(answer.status ?? 200, { "content-type": "application/json" })
          .end(answer.body);
      });
    });
    await new Promise<void>((resolve) => {
      tokens.listen(0, "127.0.0.1", resolve);
    });
    onTestFinished(() => void tokens.close());
    const url = `http://127.0.0.1:${(tokens.address() as AddressInfo).port}/oauth/token`;
    const args = [
      "--token-url",
      url,
      "--client-id",
      "parlour",
      "--client-secret",
      "s3",
      "--scope",
      "chat",
    ];
    const take = (got: ReceivedRequest) =>
      got.headers.authorization === "Bearer at-2" ? undefined : { status: 401 };
    const good = await runChecks(
      onTestFinished,
      { respond: take, headers: { authorization: "Bearer at-2" } },
      ...args,
    );
    expect(good.broken).toEqual([]);
    expect(tokenRequests[0]).toBe(
      `Basic ${Buffer.from("parlour:s3").toString("base64")} grant_type=client_credentials&scope=chat`,
    );
    // This bot does not check the access token.
    expect(
      (await runChecks(onTestFinished, { headers: { authorization: "Bearer at-2" } }, ...args))
        .broken,
    ).toEqual(["BOT-034"]);
    answer = { status: 401, body: '{"error":"invalid_client"}' };
    const refused = await runChecks(onTestFinished, { respond: take }, ...args);
    expect([refused.broken, refused.report.skipped]).toEqual([
      ["BOT-031"],
      refused.report.findings.length - 1,
    ]);
    answer = { body: '{"token":"x"}' };
    expect((await runChecks(onTestFinished, { respond: take }, ...args)).broken).toEqual([
      "BOT-031",
    ]);
  });

  const buttons = (list: unknown) => ({
    message: { type: "BUTTONS", title: "Which?", text: "1 or 2", buttons: list },
  });
  const faults: [rule: string, what: string, habits: BotBehaviour][] = [
    ["BOT-052", "a server error", { respond: () => ({ status: 500 }) }],
    ["BOT-012", "another path", { respond: () => ({ status: 404 }) }],
    ["BOT-010", "no answer at all", { isMute: true }],
    [
      "BOT-036",
      "the wrong path to Parlour",
      { address: (address) => address.replace("webhooks", "providers") },
    ],
    ["BOT-020", "a second answer to a repeat", { isForgetful: true }],
    ["BOT-040", "TEXT without text", { compose: () => text(" ") }],
    [
      "BOT-041",
      "MARKDOWN without content and text",
      { compose: () => ({ message: { type: "MARKDOWN" } }) },
    ],
    [
      "BOT-042",
      "four buttons",
      { compose: () => buttons([{ text: "a" }, { text: "b" }, { text: "c" }, { text: "d" }]) },
    ],
    [
      "BOT-043",
      "a type in small letters",
      { compose: () => ({ message: { type: "text", text: "x" } }) },
    ],
    ["BOT-083", "a foreign chat", { compose: () => ({ ...text("x"), chat_id: "5" }) }],
    [
      "BOT-056",
      "no AGENT_JOINED",
      { respond: (got) => (got.json["event"] === "AGENT_JOINED" ? { status: 400 } : undefined) },
    ],
    ["BOT-073", "a word after the hand-over", { talksOn: true }],
    [
      "BOT-087",
      "no test event",
      { respond: (got) => (got.json["chat_id"] === "0" ? { status: 404 } : undefined) },
    ],
    [
      "CORE-133",
      "a closed list of keys",
      { respond: (got) => (got.json["added"] === undefined ? undefined : { status: 400 }) },
    ],
  ];
  it("[BOT-050] finds an answer after 3 s", async ({ expect, onTestFinished }) => {
    expect(defaultWaits.responseMs).toBe(3_000);
    const habits = { respond: () => ({ afterMs: 30_000 }), responseMs: 200 };
    const { code, broken } = await runChecks(onTestFinished, habits);
    expect([[...new Set(broken)], code]).toEqual([["BOT-050"], 1]);
  });
  it.for(faults)("[%s] finds %s", async ([rule, , habits], { expect, onTestFinished }) => {
    const { code, broken } = await runChecks(onTestFinished, habits);
    expect([...new Set(broken)]).toEqual([rule]);
    expect(code).toBe(1);
  });
});
