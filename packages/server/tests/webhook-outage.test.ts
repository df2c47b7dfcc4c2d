import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  freePort,
  freshDataDir,
  freshDatabase,
  removeDataDir,
  startIntegrator,
  startProduct,
  startReceiver,
  type Product,
} from "@parlour/testkit";
import { expect, test } from "vitest";

/** A receiver that is away for two days, over restarts and a kill of the service (WH-010, WH-066). */
const key = `pk_test_${"0".repeat(32)}`;
const hours = 3_600_000;
const entry = fileURLToPath(new URL("../../testkit/src/shifted-main.ts", import.meta.url));

test("[WH-010] [WH-063] [WH-064] [WH-066] a receiver that is away for two days, over two restarts and two kills, then gets every event once", async () => {
  const receiver = await startReceiver();
  const integrator = await startIntegrator();
  const database = await freshDatabase();
  const dataDir = freshDataDir();
  const port = await freePort();
  const file = join(dataDir, "parlour.yaml");
  writeFileSync(
    file,
    `version: 1
account: { name: Acme }
operators:
  - { email: ann@example.test, name: Ann, password: "correct horse battery staple", role: owner }
api_keys:
  - { name: tests, key: ${key}, operator: ann@example.test, scopes: ["*"] }
channels:
  - { kind: api, name: Shop, public_id: AbCdEf1234, random_string: k3yk3yk3yk3yk3yk3yk3yk3y, endpoint_url: "${integrator.url}/chat", operators: [ann@example.test] }
webhooks:
  - { url: "${receiver.url}/hook" }
egress: { allow: ["127.0.0.1:${integrator.port}", "127.0.0.1:${receiver.port}"] }
`,
    { mode: 0o600 },
  );
  const startAt = (shiftMs: number): Promise<Product> =>
    startProduct({ dataDir, port, entry, env: { PARLOUR_CONFIG: file, DATABASE_URL: database.url, CLOCK_SHIFT_MS: String(shiftMs) } });
  const api = async (method: string, path: string, body?: object): Promise<any> => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  /** Chats that are accepted, learn a name and end; gives their ids. */
  const live = async (prefix: string, count: number): Promise<number[]> => {
    const ids: number[] = [];
    for (let n = 0; n < count; n++) {
      const text = `${prefix}${n}`;
      const say = await fetch(`http://127.0.0.1:${port}/channel/k3yk3yk3yk3yk3yk3yk3yk3y/AbCdEf1234`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ sender: { id: text }, message: { type: "text", text } }),
      });
      expect(say.status).toBe(200);
      const { items } = (await api("GET", "chats?limit=1")) as { items: { id: number; visitor: { number: number } }[] };
      const [chat] = items;
      if (chat === undefined) throw new Error("no chat");
      await api("POST", `chats/${chat.id}/accept`, {});
      await api("PATCH", `visitors/${chat.visitor.number}`, { name: text });
      await api("POST", `chats/${chat.id}/close`, {});
      ids.push(chat.id);
    }
    return ids;
  };
  let product = await startAt(0);
  try {
    receiver.mode("down");
    const chats = await live("first", 4);
    await receiver.arrived(4);
    expect(await product.stop()).toBe(0);

    product = await startAt(9 * hours);
    chats.push(...(await live("second", 3)));
    expect(await product.stop()).toBe(0);

    product = await startAt(20 * hours);
    // Killed with requests under way: nobody knows what became of them.
    receiver.mode("hang");
    const before = receiver.requests.length;
    chats.push(...(await live("third", 3)));
    await receiver.arrived(before + 4);
    await product.kill("server");

    receiver.mode("down");
    product = await startAt(30 * hours);
    chats.push(...(await live("fourth", 2)));
    await product.kill("server");
    expect(receiver.taken()).toEqual([]);

    receiver.mode("ok");
    product = await startAt(49 * hours);
    for (const until = Date.now() + 40_000; ; await new Promise((resolve) => setTimeout(resolve, 100))) {
      const { items } = (await api("GET", "deliveries?state=pending&limit=1")) as { items: unknown[] };
      if (items.length === 0) break;
      if (Date.now() > until) throw new Error("deliveries are still pending");
    }

    const taken = receiver.taken();
    // The change of the name is due with the end of the chat, before it.
    const wanted = ["chat_accepted", "chat_updated", "chat_finished"];
    for (const chat of chats) {
      const own = taken.filter(({ chatId }) => chatId === chat).toSorted((a, b) => a.seq - b.seq);
      expect(own.map(({ event, seq }) => [event, seq])).toEqual(wanted.map((event, n) => [event, n + 1]));
    }
    expect(taken).toHaveLength(chats.length * wanted.length);
    expect(new Set(taken.map(({ id }) => id)).size).toBe(taken.length);
    // What was sent again was the same each time.
    for (const one of taken) expect(new Set(receiver.requests.filter(({ id }) => id === one.id).map(({ text }) => text)).size).toBe(1);
    const { items } = (await api("GET", "deliveries?limit=200")) as { items: { state: string }[] };
    expect(items.filter(({ state }) => state !== "delivered")).toEqual([]);
    console.info(`${taken.length} events after two days away, ${receiver.requests.length} requests in all`);
  } finally {
    await receiver.close();
    await product.kill("server");
    await integrator.close();
    await database.drop();
    removeDataDir(dataDir);
  }
}, 120_000);
