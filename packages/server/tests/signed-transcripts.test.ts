import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyTranscriptCommand } from "../src/cli/commands/verify-transcript.ts";
import { checkSignedTranscript } from "../src/transcript/check-transcript.ts";
import { startServiceApi, type ServiceApi, type TestAccount } from "./api-fixture.ts";

let service: ServiceApi;
let acme: TestAccount;
let channel: number;
let signed: string;
let lines: readonly string[];
let chat: number;

const download = async (query: string, key = acme.keys.operator) => {
  const answer = await fetch(`${service.origin}/api/v1/chats/${chat}/transcript?${query}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};
const say = (body: object) =>
  service.call("POST", `/chats/${chat}/messages`, {
    key: acme.keys.operator,
    body: { kind: "text", ...body },
  });
const readEntry = (line: string | undefined) =>
  JSON.parse(line ?? "") as { readonly hash: string; readonly entry: Record<string, unknown> };

beforeAll(async () => {
  service = await startServiceApi({ consumers: "on" });
  acme = await service.createAccount("acme");
  channel = (
    await service.call("POST", "/channels", {
      key: acme.keys.owner,
      body: {
        name: "Shop",
        endpoint_url: "https://shop.example/in",
        operators: [acme.ids.operator],
      },
    })
  ).body.id as number;
  chat = await service.sendCustomerMessage(
    acme.id,
    channel,
    "proof",
    "Where is\nmy order? \u2028 ü",
  );
  const form = new FormData();
  form.append("file", new Blob(["the invoice"]), "invoice.txt");
  const upload = await fetch(`${service.origin}/api/v1/uploads`, {
    method: "POST",
    headers: { authorization: `Bearer ${acme.keys.operator}` },
    body: form,
  });
  const { id } = (await upload.json()) as { readonly id: number };
  await say({ kind: "file", client_id: "file", upload_id: id });
  await say({ kind: "note", text: "Careful", client_id: "note" });
  for (const n of [1, 2, 3]) await say({ text: `Line ${n}`, client_id: `n${n}` });
  signed = (await download("format=signed")).text;
  lines = signed.trimEnd().split("\n");
});
afterAll(() => service.close());

describe("signed transcripts", () => {
  it("[API-550] contains each message with its number, author and files, signed by the installation", async () => {
    const { status, headers } = await download("format=signed");
    expect([status, headers.get("content-type"), headers.get("content-disposition")]).toEqual([
      200,
      "application/jsonl; charset=utf-8",
      `attachment; filename="chat-${chat}.signed.jsonl"`,
    ]);
    const checked = await checkSignedTranscript(signed);
    expect(checked).toMatchObject({
      isIntact: true,
      messages: 6,
      head: { account: "acme", chat: { id: chat, channel: "Shop" }, notes: false },
    });
    expect(readEntry(lines[1]).entry).toMatchObject({
      seq: 1,
      author: { kind: "visitor" },
      text: "Where is\nmy order? \u2028 ü",
    });
    expect(readEntry(lines.find((line) => line.includes("invoice"))).entry["file"]).toMatchObject({
      name: "invoice.txt",
      sha256: createHash("sha256").update("the invoice").digest("hex"),
    });
    expect(signed).not.toContain("Careful");
    expect((await download("format=signed&notes=true")).text).toContain("Careful");
  });

  it("[API-550] the audit log records the hash of the last message", async () => {
    const { body } = await service.call("GET", "/audit?action=transcript.sign", {
      key: acme.keys.owner,
    });
    expect(JSON.stringify(body)).toContain(`chat ${chat}, hash ${readEntry(lines.at(-2)).hash}`);
  });

  it("[API-550] a role with masked texts cannot sign, and signs nothing", async () => {
    const { status, text } = await download("format=signed", acme.keys.developer);
    expect([status, text.includes("parlour-transcript")]).toEqual([403, false]);
  });

  it.each([
    ["line_changed", () => signed.replace("Line 2", "Line 9")],
    ["line_changed", () => lines.toSpliced(3, 1).join("\n")],
    [
      "line_changed",
      () => [...lines.slice(0, 3), lines[4], lines[3], ...lines.slice(5)].join("\n"),
    ],
    ["signature_missing", () => lines.slice(0, -1).join("\n")],
    ["text_after_signature", () => `${signed}${lines[3]}\n`],
    ["not_a_transcript", () => "[2026-11-30 10:00:00] visitor: Hello"],
    ["not_a_transcript", () => ""],
    ["line_unreadable", () => `${lines[0]}\n{"hash":"00"}`],
    ["signature_wrong", () => signed.replace(/"signature":"../, '"signature":"zz')],
  ])("[API-551] finds %s in a file that was tampered with", async (reason, tamper) => {
    expect(await checkSignedTranscript(tamper())).toMatchObject({ isIntact: false, reason });
  });

  it("[API-551] finds a message that was removed with all hashes computed again", async () => {
    const forged: string[] = [];
    let previous = "";
    for (const line of lines.toSpliced(3, 1)) {
      const text = line.slice(line.indexOf('"entry":') + 8, -1);
      const hash = createHash("sha256").update(`${previous}\n${text}`).digest("hex");
      forged.push(line.replace(/[0-9a-f]{64}/, hash));
      previous = hash;
    }
    expect(await checkSignedTranscript(forged.join("\n"))).toMatchObject({
      reason: "messages_missing",
    });
  });

  it("[API-551] the command says what it checked, and fails for another file or key", async () => {
    const folder = await mkdtemp(join(tmpdir(), "parlour-transcript-"));
    const run = async (text: string, ...args: string[]) => {
      const file = join(folder, "chat.jsonl");
      await writeFile(file, text);
      const printed: string[] = [];
      const print = (line: string) => void printed.push(line);
      const code = await verifyTranscriptCommand.run([...args, file], {
        env: {},
        clock: service.clock,
        log: undefined as never,
        out: print,
        err: print,
      });
      return [code, printed.join("\n")] as const;
    };
    try {
      const [, own = ""] = /"key":"([\w-]{43})"/.exec(signed) ?? [];
      expect(await run(signed)).toEqual([0, expect.stringContaining("messages 6")]);
      expect((await run(signed, "--key", own))[0]).toBe(0);
      expect(await run(signed, "--key", "x".repeat(43))).toEqual([
        1,
        expect.stringContaining("another key"),
      ]);
      expect(await run(signed.replace("Line 1", "Line 0"))).toEqual([
        1,
        "not proved: line_changed (line 5)",
      ]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("[API-047] the page for printing runs nothing but the print dialog", async () => {
    const { headers, text } = await download("format=print");
    expect(headers.get("content-disposition")).toBe("inline");
    expect(headers.get("content-security-policy")).toMatch(
      /^sandbox allow-scripts allow-modals; default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-[\w+/]+='$/,
    );
    expect(text.match(/<script/g)).toEqual(["<script"]);
    expect(text).toContain("<script>print()</script>");
  });

  it("[API-552] the page names the key and loads nothing", async () => {
    const answer = await fetch(`${service.origin}/verify`);
    const html = await answer.text();
    const [, own = ""] = /"key":"([\w-]{43})"/.exec(signed) ?? [];
    expect(html).toContain(`<code>${own}</code>`);
    expect(html).not.toMatch(/(?:src|href)=/);
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  });
});
