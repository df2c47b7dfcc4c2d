import { createServer, type IncomingMessage } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { Webhook } from "standardwebhooks";
import { runCleanups, createHomeFolder, listen, secret, startLab as start } from "./lab.fixture.ts";

const randomString = "k3yk3yk3yk3yk3yk3yk3yk3y";
afterEach(runCleanups);

interface Call {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** Starts a fake of Parlour's public interface: channel, status, and allowed addresses. */
async function startFakeParlour(): Promise<{ url: string; calls: Call[]; list: string[] }> {
  const calls: Call[] = [];
  const allowList = { list: [] as string[] };
  const url = await listen(
    createServer((request, response) => {
      void (async () => {
        const parts: Buffer[] = [];
        for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
        const body = Buffer.concat(parts).toString();
        const path = request.url ?? "";
        calls.push({ method: request.method ?? "", path, headers: request.headers, body });
        response.setHeader("content-type", "application/json");
        if (path.endsWith("/status")) {
          response.end("1");
          return;
        }
        if (path.startsWith("/api/") && request.headers.authorization !== "Bearer pk_owner") {
          response.writeHead(403).end("{}");
          return;
        }
        if (path.endsWith("/egress-allow")) {
          const change = JSON.parse(body) as { add?: string[]; remove?: string[] };
          allowList.list = [
            ...allowList.list.filter((entry) => !change.remove?.includes(entry)),
            ...(change.add ?? []),
          ];
        }
        response.end(
          path.startsWith("/api/")
            ? JSON.stringify({ egress_allow: allowList.list })
            : '{"result":"ok"}',
        );
      })();
    }),
  );
  return {
    url,
    calls,
    get list() {
      return allowList.list;
    },
  };
}

const callAction = (
  base: string,
  name: string,
  input: unknown,
  headers: Record<string, string> = {},
) =>
  fetch(`${base}/do/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(input),
  });

/** Returns the changes that a newly opened page receives. */
async function readPageUpdates(base: string): Promise<Record<string, unknown>[]> {
  const stop = new AbortController();
  const response = await fetch(`${base}/events`, { signal: stop.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes('"status":{') || !text.endsWith("\n\n"))
    text += (await reader?.read())?.value ?? "";
  stop.abort();
  return text
    .trim()
    .split("\n\n")
    .map((line) => JSON.parse(line.replace(/^data: /, "")) as Record<string, unknown>);
}

describe("the lab", () => {
  it("[CORE-123] [CORE-249] adds exactly its host and port with a key, and takes it away at the end", async () => {
    const parlour = await startFakeParlour();
    const running = await start(["--url", parlour.url, "--key", "pk_owner"]);
    expect(parlour.list).toEqual([running.base.slice(7)]);
    expect(running.lines.join("\n")).toContain("until the lab ends: ");
    expect(await running.stop()).toBe(0);
    expect(parlour.list).toEqual([]);
  });

  it("[CORE-123] [CORE-249] changes nothing without a key, or with a wrong one, and says so", async () => {
    const parlour = await startFakeParlour();
    const keyless = await start(["--url", parlour.url]);
    expect(keyless.lines.join("\n")).toContain("start the lab with --key");
    const refused = await start(["--url", parlour.url, "--key", "pk_other"]);
    expect(refused.lines.join("\n")).toContain("this key is not of the instance owner");
    expect(parlour.list).toEqual([]);
  });

  it("[CH-030] a customer's message goes to the inbound URL as an integrator sends it, with a key", async () => {
    const parlour = await startFakeParlour();
    const { base } = await start([
      "--url",
      parlour.url,
      "--channel",
      `${parlour.url}/channel/${randomString}/AbCdEf1234`,
    ]);
    await callAction(base, "customer", {
      id: "12345678901234567890",
      number: true,
      name: "Anna",
      email: "",
    });
    expect(
      (
        await callAction(base, "say", {
          customer: "12345678901234567890",
          type: "text",
          text: "Hello",
        })
      ).status,
    ).toBe(200);
    const call = parlour.calls.find((item) => item.method === "POST");
    expect(call?.path).toBe(`/channel/${randomString}/AbCdEf1234`);
    expect(call?.headers["idempotency-key"]).toMatch(/^[\w-]{36}$/);
    expect(call?.body).toMatch(
      /^\{"sender":\{"id":12345678901234567890,"name":"Anna"\},"message":\{"id":"lab-[0-9a-f]{8}","type":"text","text":"Hello"\}\}$/,
    );
  });

  it("[CH-071] an operator's message reaches its customer once, also when it comes twice; its signature is checked", async () => {
    const { base } = await start(["--secret", secret]);
    const body =
      '{"sender":{"name":"Ines","photo":""},"recipient":{"id":7},"message":{"type":"text","id":"1","text":"Yes"}}';
    const at = new Date();
    const headers = {
      "webhook-id": "msg_1",
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign("msg_1", at, body),
    };
    for (let n = 0; n < 2; n += 1) {
      const reply = await fetch(`${base}/chat/AbCdEf1234`, { method: "POST", headers, body });
      expect(await reply.text()).toBe('{"result":"ok"}');
    }
    await fetch(`${base}/chat/AbCdEf1234`, { method: "POST", headers, body: `${body} ` });
    const changes = await readPageUpdates(base);
    const customer = changes.find((change) => "customer" in change)?.["customer"] as {
      literal: string;
      messages: { text: string; times: number }[];
    };
    expect(customer.literal).toBe("7");
    expect(customer.messages.map((message) => [message.text, message.times])).toEqual([["Yes", 3]]);
    const signatures = changes
      .filter((change) => "wire" in change)
      .map((change) => (change["wire"] as { signature: { result: string } }).signature.result);
    expect(signatures).toEqual(["verified", "verified", "wrong"]);
  });

  it("[CH-080] error, garbage and down answer as chosen", async () => {
    const { base } = await start();
    const choose = (mode: string) =>
      callAction(base, "behaviour", {
        mode,
        delayMs: 0,
        status: 422,
        code: "session_expired",
        text: "Gone",
        garbage: "html",
      });
    const post = () =>
      fetch(`${base}/chat`, {
        method: "POST",
        body: '{"recipient":{"id":"a"},"message":{"type":"text","text":"x"}}',
      });
    await choose("error");
    const refused = await post();
    expect([refused.status, await refused.json()]).toEqual([
      422,
      { error: { code: "session_expired", message: "Gone" } },
    ]);
    await choose("garbage");
    expect(await (await post()).text()).toMatch(/^<!doctype html>/);
    await choose("down");
    await expect(post()).rejects.toThrow("fetch failed");
    expect((await choose("unknown")).status).toBe(400);
  });

  it("[CORE-123] pages of other sites and other names cannot use the lab", async () => {
    const { base } = await start();
    expect((await callAction(base, "clear", {}, { origin: "https://evil.example" })).status).toBe(
      403,
    );
    expect(
      (
        await fetch(`${base}/do/clear`, {
          method: "POST",
          headers: { "content-type": "text/plain" },
          body: "{}",
        })
      ).status,
    ).toBe(415);
  });

  it("[CLI-002] a used port and a wrong option end with one sentence and a code", async () => {
    const first = await start();
    const second = await start(["--port", first.base.split(":").at(-1) ?? ""]);
    expect(await second.code).toBe(1);
    expect(second.lines).toEqual([expect.stringMatching(/^Port \d+ is in use\. /)]);
    const wrong = await start(["--port", "80"]);
    expect(await wrong.code).toBe(2);
    expect(wrong.lines).toHaveLength(1);
  });

  it("[CORE-125] remembers channel and secret for the next run, and never gives the secret back", async () => {
    const home = createHomeFolder();
    const parlour = await startFakeParlour();
    const channel = `${parlour.url}/channel/${randomString}/AbCdEf1234`;
    const first = await start([], home);
    expect(
      (await callAction(first.base, "connect", { channel: `${channel}/status`, secret })).status,
    ).toBe(200);
    expect(
      (await callAction(first.base, "connect", { channel: "https://x.example/" })).status,
    ).toBe(400);
    await first.stop();
    const second = await start([], home);
    const changes = await readPageUpdates(second.base);
    expect(changes.find((change) => "setup" in change)).toMatchObject({
      setup: { channel, secret: true },
    });
    expect(JSON.stringify(changes)).not.toContain(secret);
  });
});
