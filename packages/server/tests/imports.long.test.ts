import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { MoveImportDetails } from "@parlour/protocol/api";
import type { MoveRecord } from "@parlour/protocol/move-in/record";
import type { ServerProcess } from "@parlour/testkit";
import { afterAll, expect, test } from "vitest";
import {
  apiKey,
  cleanUp,
  createCrashFixture,
  startServer,
  type CrashFixture,
} from "./crash-fixture.ts";
import { toLines } from "./imports-fixture.ts";

/**
 * A large import beside live traffic, whose process is killed (MV-022, MV-023). `IMPORT_MESSAGES`,
 * `IMPORT_FILES` and `IMPORT_KILLS` set its size, and `IMPORT_LIVE` the other messages a second.
 */
const size = {
  messages: Number(process.env["IMPORT_MESSAGES"] ?? 200_000),
  files: Number(process.env["IMPORT_FILES"] ?? 5_000),
  kills: Number(process.env["IMPORT_KILLS"] ?? 10),
  live: Number(process.env["IMPORT_LIVE"] ?? 20),
};
const messagesPerChat = 25;
const chats = Math.ceil(size.messages / messagesPerChat);

let fixture: CrashFixture | null = null;
let server: ServerProcess | null = null;
const site = createServer((request, response) => response.end(`Content of ${request.url}`));
afterAll(async () => {
  site.close();
  if (fixture !== null) await cleanUp(fixture, server);
});

const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
async function call<R>(method: string, path: string, body?: object): Promise<R> {
  const response = await fetch(`${fixture?.api}${path}`, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  });
  const answer = (await response.json()) as R;
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

function buildWorld(origin: string): readonly MoveRecord[] {
  const records: MoveRecord[] = [{ kind: "operator", id: "o", name: "Jonas" }];
  for (let c = 0; c < chats; c += 1)
    records.push({ kind: "person", id: `p${c}`, name: `Person ${c}`, email: `p${c}@example.com` });
  let n = 0;
  for (let c = 0; c < chats; c += 1) {
    const start = Date.UTC(2022, 0, 1) + c * 600_000;
    records.push({
      kind: "chat",
      id: `c${c}`,
      person: `p${c}`,
      started_at: new Date(start).toISOString(),
    });
    for (let m = 0; m < messagesPerChat && n < size.messages; m += 1, n += 1)
      records.push({
        kind: "message",
        id: `m${n}`,
        chat: `c${c}`,
        text: `Message ${n}`,
        sent_at: new Date(start + m * 1_000).toISOString(),
        author: m % 2 === 0 ? { kind: "visitor" } : { kind: "operator", id: "o" },
        ...(n % Math.floor(size.messages / size.files) === 0 && {
          files: [{ name: `${n}.txt`, type: "text/plain", size: null, url: `${origin}/${n}` }],
        }),
      });
  }
  return records;
}

/** Sends messages of customers one after the other, and measures the answers. */
async function measureAccepting(url: string, signal: AbortSignal): Promise<readonly number[]> {
  const times: number[] = [];
  for (let n = 0; !signal.aborted && size.live > 0; n += 1) {
    const from = performance.now();
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        sender: { id: `live-${n % 50}` },
        message: { type: "text", id: `${from}-${n}`, text: `Live ${n}` },
      }),
    }).catch(() => null);
    // The server was killed.
    if (answer?.status === 200) times.push(performance.now() - from);
    await new Promise((resolve) => setTimeout(resolve, 1_000 / size.live));
  }
  return times.toSorted((a, b) => a - b);
}
const p99 = (times: readonly number[]): number =>
  Math.round(times[Math.floor(times.length * 0.99)] ?? 0);

const wait = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

test("[MV-022] [MV-023] an import that is killed again and again is complete, once and in order, beside live messages", async () => {
  fixture = await createCrashFixture();
  server = await startServer(fixture);
  await new Promise<void>((resolve) => void site.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  await call("POST", "/instance/egress-allow", { add: ["127.0.0.0/8"] });
  const idle = new AbortController();
  const before = measureAccepting(fixture.inboundUrl, idle.signal);
  await wait(15_000);
  idle.abort();

  const form = new FormData();
  form.set("file", new File([toLines(buildWorld(origin))], "world.jsonl"));
  const uploaded = await fetch(`${fixture.api}/imports/files`, {
    method: "POST",
    headers: { authorization: headers.authorization },
    body: form,
  });
  const { id: file } = (await uploaded.json()) as { readonly id: string };
  const { id } = await call<{ readonly id: number }>("POST", "/imports", {
    system: "jsonl",
    name: "world",
    files: [file],
  });
  const read = (): Promise<MoveImportDetails> => call("GET", `/imports/${id}`);
  const waitFor = async (
    isReached: (found: MoveImportDetails) => boolean,
  ): Promise<MoveImportDetails> => {
    for (;;) {
      const found = await read().catch(() => null);
      if (found?.state === "paused") throw new Error(JSON.stringify(found.reason));
      if (found !== null && isReached(found)) return found;
      await wait(200);
    }
  };
  await call("POST", `/imports/${id}/plan`, {});
  await waitFor(({ state }) => state === "planned");
  await call("POST", `/imports/${id}/start`, {});
  const startedAt = performance.now();
  const running = new AbortController();
  const beside = measureAccepting(fixture.inboundUrl, running.signal);
  for (let n = 1; n <= size.kills; n += 1) {
    const target = (size.messages * n) / (size.kills + 1);
    await waitFor(({ counts }) => (counts.message?.new ?? 0) >= target);
    await server.kill(n % 2 === 0 ? "both" : "server");
    server = await startServer(fixture);
  }
  const done = await waitFor(({ state }) => state === "done");
  const seconds = (performance.now() - startedAt) / 1_000;
  running.abort();
  const times = { before: p99(await before), beside: p99(await beside) };
  process.stdout.write(
    `${size.messages} messages, ${size.files} files, ${size.kills} kills: ${Math.round(seconds)} s, ` +
      `${Math.round(size.messages / seconds)} messages/s; p99 of accepting ${times.before} ms before, ${times.beside} ms beside\n`,
  );
  expect(done.counts.message?.new).toBe(size.messages);
  expect(done.stored).toMatchObject({ person: chats, chat: chats, message: size.messages });
  const texts: string[] = [];
  let files = 0;
  for (let cursor = "", isOver = false; !isOver;) {
    const page = await call<{
      items: { id: number; imported?: object }[];
      next_cursor: string | null;
    }>("GET", `/chats?state=closed&limit=200${cursor}`);
    for (const chat of page.items.filter(({ imported }) => imported !== undefined)) {
      const { items } = await call<{ items: { text: string; media?: object }[] }>(
        "GET",
        `/chats/${chat.id}/messages?limit=200`,
      );
      const numbers = items.map(({ text }) => Number(text.split(" ")[1]));
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
      texts.push(...items.map(({ text }) => text));
      files += items.filter(({ media }) => media !== undefined).length;
    }
    isOver = page.next_cursor === null;
    cursor = `&cursor=${page.next_cursor}`;
  }
  expect(new Set(texts).size).toBe(size.messages);
  expect(texts).toHaveLength(size.messages);
  expect(files).toBe(size.files);
}, 3_600_000);
