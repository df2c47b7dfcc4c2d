import { join } from "node:path";
import type { TestParlour } from "@parlour/testkit";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountLock } from "../src/store/database/locks.ts";
import { listFileNames, openRawUpload } from "./files-fixture.ts";
import { openWidgetFixture, type WidgetFixture } from "./widget-fixture.ts";

/** Two nodes on one database: what one of them knows or counts applies at the other. */
const publicUrl = "http://chat.example.test";
let first: WidgetFixture;
let second: WidgetFixture;
let nodes: readonly [TestParlour, TestParlour];

beforeAll(async () => {
  const env = { PUBLIC_URL: publicUrl };
  first = await openWidgetFixture({ env });
  second = await openWidgetFixture({ env, databaseUrl: first.parlour.databaseUrl });
  nodes = [first.parlour, second.parlour];
});
afterAll(async () => {
  await second.close();
  await first.close();
});

const advance = async (ms: number): Promise<void> => {
  await Promise.all(nodes.map((node) => node.clock.advance(ms)));
};
/**
 * Waits until each node reaches the other. The clocks of tests move between two heartbeats for
 * longer than a node may be silent.
 */
async function waitUntilReachable(): Promise<void> {
  const channels = await Promise.all(
    nodes.map(async (node) => {
      const channel = await nodes[0].channel("http://127.0.0.1:65000/in");
      const path = `/channel/${channel.randomString}/${channel.publicId}`;
      const typing = { sender: { id: "typist" }, message: { type: "typein" } };
      await first.waitUntil(
        async () => (await node.call("POST", path, typing)).status === 200,
        "the node knows the channel",
      );
      return channel;
    }),
  );
  // Each node asks the other for the time of that request (CH-113).
  const isKnown = async (node: TestParlour, index: number): Promise<boolean> => {
    const { body } = await node.owner.call("GET", `channels/${channels[1 - index]?.id ?? 0}`);
    return (body as { last_inbound_at: string | null }).last_inbound_at !== null;
  };
  await first.waitUntil(async () => {
    await advance(2_000);
    return (await Promise.all(nodes.map(isKnown))).every(Boolean);
  }, "the nodes reach each other");
}

describe("visitors on two nodes", () => {
  test("[CORE-132] [CORE-164] [CFG-030] sockets of one network address are counted over both nodes", async () => {
    await waitUntilReachable();
    const setLimit = async (limit: number | null): Promise<void> => {
      const limits = { widget_sockets_per_address: limit };
      expect((await nodes[0].owner.call("PATCH", "instance", { limits })).status).toBe(200);
    };
    await setLimit(4);
    // The second node applies the limit a moment later.
    const probe = { headers: { "x-forwarded-for": "192.0.2.50" } };
    for (let n = 0; n < 4; n++) await second.openSocket(probe);
    await second.waitUntil(
      () =>
        second.openSocket(probe).then(
          ({ ws }) => {
            ws.terminate();
            return false;
          },
          () => true,
        ),
      "the limit applies at the second node",
    );
    const options = { headers: { "x-forwarded-for": "192.0.2.40" } };
    const open = (n: number) => ([first, second][n % 2] ?? first).openSocket(options);
    const atOnce = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => open(n)));
    const opened = atOnce.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
    expect(opened).toHaveLength(4);
    for (const fixture of [first, second])
      await expect(fixture.openSocket(options)).rejects.toThrow("429");
    await first.openSocket({ headers: { "x-forwarded-for": "192.0.2.41" } });
    for (const { ws, closed } of opened) {
      ws.close();
      await closed;
    }
    // All of them can be open at one node.
    for (let n = 0; n < 4; n++)
      await second.waitUntil(
        () =>
          second.openSocket(options).then(
            () => true,
            () => false,
          ),
        "a slot is free",
      );
    await expect(first.openSocket(options)).rejects.toThrow("429");
    await setLimit(null);
  });
});

describe("programs on two nodes", () => {
  test("[CORE-132] [API-071] [API-244] of one operator at most 12 uploads are under way at both nodes together", async () => {
    await waitUntilReachable();
    const { key } = await nodes[0].operator("operator", "Uploader");
    const incoming = async (): Promise<number> => {
      const folders = nodes.map(({ dataDir }) => join(dataDir, "files", "incoming"));
      return (await Promise.all(folders.map((folder) => listFileNames(folder)))).flat().length;
    };
    const uploads = await Promise.all(
      Array.from({ length: 24 }, (_, n) => openRawUpload(nodes[n % 2] ?? nodes[0], key, 200_000)),
    );
    let refused = 0;
    for (const { answer } of uploads)
      void answer.then((text) => (refused += text.startsWith("HTTP/1.1 429 ") ? 1 : 0));
    for (const sent of uploads) sent.write(sent.form.subarray(0, 100_000));
    await first.waitUntil(() => refused === 12, "the others are refused");
    await first.waitUntil(async () => (await incoming()) === 12, "twelve are under way");
    for (const sent of uploads) sent.write(sent.form.subarray(100_000));
    const answers = await Promise.all(uploads.map(({ answer }) => answer));
    expect(answers.filter((text) => text.startsWith("HTTP/1.1 201 "))).toHaveLength(12);
  });

  test("[CORE-132] [API-257] two exports of a search run at once for an account, at whichever nodes", async () => {
    await waitUntilReachable();
    const request = async (n: number): Promise<number> =>
      (await (nodes[n % 2] ?? nodes[0]).owner.call("GET", "search/export?q=")).status;
    // An export writes to the audit log first, which waits for the lock of the account.
    const owner = new pg.Client({ connectionString: nodes[0].databaseUrl });
    await owner.connect();
    await owner.query("begin");
    await owner.query(`select ${accountLock("id")} from account`);
    const ended: number[] = [];
    const requests = Array.from({ length: 6 }, async (_, n) => ended.push(await request(n)));
    try {
      await first.waitUntil(() => ended.length === 4, "the others are refused");
    } finally {
      await owner.end();
    }
    await Promise.all(requests);
    expect(ended).toEqual([429, 429, 429, 429, 200, 200]);
    await first.waitUntil(async () => (await request(1)) === 200, "the slots are free");
  });
});
