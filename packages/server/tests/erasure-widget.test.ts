import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Channel } from "@parlour/protocol";
import {
  startMailServer,
  startWebhookReceiver,
  type FakeMailServer,
  type FakeWebhook,
} from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../src/cli/run.ts";
import { createLog, createSystemClock } from "../src/index.ts";
import { findTraces } from "./erasure-fixture.ts";
import { unzip } from "./unzip.ts";
import { openWidgetFixture, type WidgetFixture, type TestWindow } from "./widget-fixture.ts";

/**
 * A word that only one visitor of the widget uses. The test searches all storage, exports and
 * backups for it.
 */
const secretWord = "zwiebelfisch";
const address = "203.0.113.77";
const phone = "+4915112340987";
/** `phone` is stored with and without its plus sign. */
const secretTexts = [secretWord, address, phone.slice(1)];

let fixture: WidgetFixture;
let site: Channel;
let mails: FakeMailServer;
let receiver: FakeWebhook;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "parlour-erased-"));
  [fixture, mails, receiver] = await Promise.all([
    openWidgetFixture(),
    startMailServer(),
    startWebhookReceiver(),
  ]);
  const { owner } = fixture.parlour;
  site = await fixture.createWidget("Shop", { calls: true });
  await owner.call("PATCH", "call-settings", { enabled: true, driver: "desk" });
  await owner.call("POST", "instance/egress-allow", { add: [new URL(receiver.url).host] });
  await owner.call("POST", "webhooks", { url: `${receiver.url}/hook` });
  await owner.call("PUT", "instance/mail", {
    host: mails.host,
    port: mails.port,
    tls: "none",
    from: "Shop <chat@shop.example>",
  });
});
afterAll(async () => {
  await fixture.close();
  await receiver.close();
  await mails.stop();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Creates a visitor with data of every kind. Returns the number, the chat and the chat window,
 * which stays open.
 */
async function createVisitor(): Promise<{ win: TestWindow; number: number; chat: number }> {
  const { parlour } = fixture;
  const { call } = parlour.owner;
  const good = async (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<{ id: number }> => {
    const answer = await call(method, path, body, headers);
    expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300);
    return answer.body as { id: number };
  };
  const done = async (frame: {
    type: string;
    ref: string;
    [field: string]: unknown;
  }): Promise<void> => expect(await win.request(frame), frame.type).toMatchObject({ type: "done" });
  const win = await fixture.openWindow({
    options: { headers: { "x-forwarded-for": address, "user-agent": `${secretWord}-browser/1.0` } },
    widget_id: site.public_id,
    user_token: `${secretWord}-token`,
    cookies: { ga: `GA1.${secretWord}` },
    page: {
      url: `https://shop.example/${secretWord}`,
      title: `Page ${secretWord}`,
      referrer: `https://search.example/${secretWord}`,
      first: `https://shop.example/?utm_source=${secretWord}`,
      visits: 1,
      pages: 1,
    },
  });
  const { token, number } = await win.waitForWelcome();
  const contacts = {
    name: `Ann ${secretWord}`,
    email: `${secretWord}@visitor.example`,
    phone,
    description: `about ${secretWord}`,
  };
  await done({
    type: "offline",
    ref: "o1",
    contacts,
    text: `${secretWord} while away`,
    consent: `I agree, ${secretWord}`,
  });
  await done({
    type: "contacts",
    ref: "c1",
    contacts,
    by: "visitor",
    consent: `${secretWord} too`,
  });
  win.send({
    type: "custom_data",
    fields: [{ title: "Cart", key: "cart", content: `${secretWord} soup` }],
  });
  win.send({ type: "attributes", attributes: { plan: secretWord } });
  await win.settle();
  await good("POST", `visitors/${number}/invite`, {
    text: `May I help with ${secretWord}?`,
    department_id: null,
  });

  const form = new FormData();
  form.append(
    "file",
    new Blob([`${secretWord} in a file`], { type: "text/plain" }),
    `${secretWord}.txt`,
  );
  const headers = { authorization: `Bearer ${token ?? ""}` };
  const upload = (await (
    await fetch(`${parlour.url}/widget/uploads`, { method: "POST", body: form, headers })
  ).json()) as { id: number };
  const response = await win.sendMessage("s1", `Where is ${secretWord}?`, { upload_id: upload.id });
  const chat = response.chat_id;
  win.send({ type: "page", url: `https://shop.example/more/${secretWord}`, title: secretWord });
  await good("POST", `chats/${chat}/accept`);
  await good(
    "POST",
    `chats/${chat}/messages`,
    { kind: "text", text: `${secretWord} is here`, client_id: "t1" },
    { "idempotency-key": "k1" },
  );
  await good("POST", `chats/${chat}/messages`, {
    kind: "note",
    text: `${secretWord} note`,
    client_id: "n1",
  });
  await good(
    "PATCH",
    `visitors/${number}`,
    { name: `Dr. ${secretWord}`, description: `${secretWord} again` },
    { "idempotency-key": "k2" },
  );
  await good("PUT", `chats/${chat}/draft`, {
    mode: "text",
    text: `dear ${secretWord}`,
    version: 1,
  });
  const created = await good("POST", "calls", { chat_id: chat, phone });
  await good("POST", `calls/${created.id}/note`, { text: `${secretWord} called` });
  await good("POST", `calls/${created.id}/end`);
  await good("POST", `chats/${chat}/close`, { reason: `${secretWord} was wrong` });
  await win.next("chat", (frame) => frame.chat.state === "closed");
  await done({
    type: "rate",
    ref: "r1",
    chat_id: chat,
    rating: "positive",
    comment: `${secretWord} was nice`,
  });
  expect(await win.request({ type: "transcript", ref: "m0", chat_id: chat })).toMatchObject({
    code: "confirmation_needed",
  });
  const code = /\b\d{6}\b/.exec(mails.received.at(-1)?.text ?? "")?.[0] ?? "none";
  await done({ type: "transcript", ref: "m1", chat_id: chat, code });
  await good("POST", `chats/${chat}/block`, { reason: `${secretWord} shouted` });
  await good("DELETE", `chats/${chat}/block`);
  for (const [kind, value] of Object.entries({ email: `${secretWord}@visitor.example`, phone }))
    await good("POST", "blacklist", { kind, value, reason: `he is ${secretWord}` });
  // Stores the visit, sends the emails and updates the search index.
  await parlour.settle();
  await parlour.clock.advance(6_000);
  await parlour.settle();
  return { win, number, chat };
}
const runCli = async (args: string[]): Promise<void> => {
  const { databaseUrl, dataDir } = fixture.parlour;
  const err: string[] = [];
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SECRET_KEY: createHash("sha256").update("testkit").digest("base64"),
  };
  const log = createLog({ level: "silent", format: "json" });
  const code = await runCommand(args, {
    env,
    clock: createSystemClock(),
    log,
    out: () => undefined,
    err: (line) => void err.push(line),
  });
  expect([code, ...err]).toEqual([0]);
};
/** Returns the entries of a backup as text, by name. Binary columns are in hex. */
function readBackupTexts(path: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = readFileSync(join(entry.parentPath, entry.name));
    texts.set(
      entry.name,
      (entry.name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("latin1"),
    );
  }
  return texts;
}
/** Downloads an archive from an address of the API and unpacks it. */
async function downloadZip(path: string): Promise<ReadonlyMap<string, string>> {
  const { url, owner } = fixture.parlour;
  const answer = await fetch(`${url}/api/v1/${path}`, {
    headers: { authorization: `Bearer ${owner.key}` },
  });
  expect(answer.status, path).toBe(200);
  return unzip(Buffer.from(await answer.arrayBuffer()));
}
const secretForms = secretTexts.flatMap((one) => [one, Buffer.from(one).toString("hex")]);
const findContaining = (texts: ReadonlyMap<string, string>): string[] =>
  [...texts]
    .filter(([name, text]) =>
      secretForms.some((form) => `${name} ${text}`.toLowerCase().includes(form)),
    )
    .map(([name]) => name);

test("[CORE-116] [CORE-241] [WG-046] [WG-084] a widget's visitor: no row, file, answer, later export or later backup holds anything of him", async () => {
  const { parlour } = fixture;
  const { call } = parlour.owner;
  const { win, number, chat } = await createVisitor();
  const before = new Set(
    (await findTraces(parlour, secretTexts)).map((trace) =>
      trace.replace(/^file .*/, "file").replace(/:.*/, ""),
    ),
  );
  expect([...before].toSorted(), "what holds something of him before").toEqual([
    "attempt",
    "blacklist_entry",
    "chat",
    "chat_text",
    "delivery_content",
    "draft",
    "file",
    "idempotency",
    "journal",
    "record",
    "search_block",
    "search_visitor",
    "user_token",
    "visit",
    "visitor",
    "widget_site",
  ]);
  expect(findContaining(await downloadZip("account/export"))).toContain("journal.jsonl");
  // The visitor's own export contains the visits as the API shows them.
  const ownExport = JSON.parse(
    (await downloadZip(`visitors/${number}/export`)).get("visitor.json") ?? "",
  ) as { visits: object[] };
  expect(ownExport.visits).toEqual((await call("GET", `visitors/${number}/visits`)).body.items);
  expect(ownExport.visits).toHaveLength(1);

  // Contains only hashes, which `findTraces` cannot find.
  const readProofs = (): Promise<readonly unknown[]> => parlour.sql("select from email_proof");
  expect(await readProofs()).toHaveLength(1);
  const erased = await call("DELETE", `visitors/${number}`);
  expect(erased.status, erased.text).toBe(200);
  expect(await win.closed).toMatchObject({ code: 1012 });
  expect(await findTraces(parlour, secretTexts)).toEqual([]);
  expect(await readProofs()).toEqual([]);
  await runCli(["backup", join(folder, "later")]);
  expect(findContaining(readBackupTexts(join(folder, "later")))).toEqual([]);
  for (const path of ["account/export", `visitors/${number}/export`])
    expect(findContaining(await downloadZip(path)), path).toEqual([]);
  for (const path of [
    "visitors",
    "visitors/online",
    `visitors/${number}`,
    `visitors/${number}/visits`,
    "chats",
    `chats/${chat}`,
    `chats/${chat}/messages`,
    `chats/${chat}/transcript?format=txt&notes=true`,
    `search?q=${secretWord}`,
    "calls",
    "offline-messages",
    "drafts",
    "blacklist",
    "deliveries?limit=200",
    "inspector",
    "audit?limit=200",
    "erasures",
  ]) {
    const answer = await call("GET", path);
    expect([path, answer.status]).toEqual([path, 200]);
    const response = JSON.stringify(
      path.startsWith("search") ? answer.body.items : answer.text,
    ).toLowerCase();
    expect([path, secretForms.filter((form) => response.includes(form))]).toEqual([path, []]);
  }
  // The visit and the chat window that the node had in memory are not written again.
  await parlour.clock.advance(700_000);
  await parlour.settle();
  expect(await findTraces(parlour, secretTexts)).toEqual([]);
  expect((await call("GET", `visitors/${number}`)).body).toMatchObject({
    number,
    erased: true,
    name: null,
  });
  // The same browser is a new visitor.
  const { token } = await win.waitForWelcome();
  const after = await (
    await fixture.openWindow({ widget_id: site.public_id, token })
  ).waitForWelcome();
  expect([after.number > number, after.chat, after.token]).toEqual([
    true,
    null,
    expect.any(String),
  ]);
  expect(after.token).not.toBe(token);
  // The sweep frees space and index entries. The database statistics show this a moment later.
  await expect
    .poll(() =>
      parlour.sql(
        "select relname from pg_stat_user_tables where relname in ('journal', 'search_block') and vacuum_count > 0",
      ),
    )
    .toHaveLength(2);
});

test("[CORE-116] [CORE-060] what a visitor is still sending when he is erased is not kept", async () => {
  const { parlour } = fixture;
  const win = await fixture.openWindow({ widget_id: site.public_id });
  const { token } = await win.waitForWelcome();
  const response = await win.sendMessage("u1", "hello");
  const { number } = (
    (await parlour.owner.call("GET", `chats/${response.chat_id}`)).body as {
      visitor: { number: number };
    }
  ).visitor;
  const begin =
    '--part\r\ncontent-disposition: form-data; name="file"; filename="mirabelle.txt"\r\ncontent-type: text/plain\r\n\r\nmirabelle';
  const end = " sent late\r\n--part--\r\n";
  const sending = request(`${parlour.url}/widget/uploads`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token ?? ""}`,
      "content-type": "multipart/form-data; boundary=part",
      "content-length": begin.length + end.length,
    },
  });
  const answered = once(sending, "response") as Promise<[IncomingMessage]>;
  sending.write(begin);
  await expect.poll(() => readdirSync(join(parlour.dataDir, "files", "incoming"))).toHaveLength(1);
  expect((await parlour.owner.call("DELETE", `visitors/${number}`)).status).toBe(200);
  await expect
    .poll(
      async () =>
        (
          (await parlour.owner.call("GET", "erasures")).body.items as {
            number: number;
            done_at: string | null;
          }[]
        )[0],
    )
    .toMatchObject({ done_at: expect.any(String) as string });
  sending.end(end);
  const [answer] = await answered;
  answer.resume();
  expect(answer.statusCode).toBe(404);
  expect(await findTraces(parlour, ["mirabelle"])).toEqual([]);
});
