import { createHash, randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  findFreePort,
  createPreparedDataDir,
  removeDataDir,
  startServerProcess,
} from "@parlour/testkit";
import { expect, test } from "vitest";
import { encodeForm } from "./files-fixture.ts";

const apiKey = `pk_test_${"0".repeat(32)}`;
/** Number of kills of server and database together: one in every run, more in the long run. */
const cycleCount = process.env["KILL_CYCLES"] === undefined ? 1 : 4;

interface AcknowledgedFile {
  readonly id: number;
  readonly url: string;
  readonly sha: string;
}

/** Uploads files one after another until an upload fails. Returns the acknowledged ones. */
async function uploadUntilFailure(
  base: string,
  count: number,
  enough: () => void,
): Promise<readonly AcknowledgedFile[]> {
  const acknowledged: AcknowledgedFile[] = [];
  for (;;) {
    const bytes = randomBytes(50_000);
    const form = encodeForm({ name: `n${acknowledged.length}.dat`, bytes });
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": form.type };
    const answer = await fetch(`${base}/api/v1/uploads`, {
      method: "POST",
      headers,
      body: form.bytes,
    })
      .then(async (response) => ({
        status: response.status,
        body: (await response.json()) as { id: number; url: string },
      }))
      .catch(() => null);
    if (answer === null || answer.status >= 500) return acknowledged;
    expect(answer.status).toBe(201);
    acknowledged.push({
      id: answer.body.id,
      url: answer.body.url,
      sha: createHash("sha256").update(bytes).digest("hex"),
    });
    if (acknowledged.length === count) enough();
  }
}

test(
  "[API-071] [CORE-131] every upload that was acknowledged is whole after kill -9 of server and database",
  { timeout: 240_000 },
  async () => {
    const dataDir = createPreparedDataDir();
    const port = await findFreePort();
    const file = join(dataDir, "parlour.yaml");
    writeFileSync(
      file,
      `version: 1
account: { name: Acme }
operators: [{ email: ann@example.test, name: Ann, password: "correct horse battery staple", role: owner }]
api_keys: [{ name: tests, key: ${apiKey}, operator: ann@example.test, scopes: ["*"] }]
`,
      { mode: 0o644 },
    );
    const start = () =>
      startServerProcess({ dataDir, port, env: { PARLOUR_CONFIG: file, LOG_LEVEL: "fatal" } });
    let product = await start();
    const all: AcknowledgedFile[] = [];
    try {
      for (let cycle = 0; cycle < cycleCount; cycle++) {
        const running = product;
        const killed: Promise<void>[] = [];
        const kill = (): void => {
          if (killed.length === 0) killed.push(running.kill("both"));
        };
        const lists = await Promise.all(
          [0, 1, 2].map(() => uploadUntilFailure(running.url, 4 + cycle, kill)),
        );
        await Promise.all(killed);
        all.push(...lists.flat());
        product = await start();
        for (const { url, sha } of all) {
          const response = await fetch(product.url + new URL(url).pathname);
          const bytes = Buffer.from(await response.arrayBuffer());
          expect([response.status, createHash("sha256").update(bytes).digest("hex")]).toEqual([
            200,
            sha,
          ]);
        }
      }
      expect(all.length).toBeGreaterThanOrEqual(cycleCount * 4);
      expect(new Set(all.map((one) => one.id)).size).toBe(all.length);
    } finally {
      await product.stop();
      removeDataDir(dataDir);
    }
  },
);
