import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTestDatabase } from "@parlour/testkit";
import pg from "pg";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { canRunTogether } from "../src/cli/node-checks.ts";
import { advisoryLocks } from "../src/store/database/locks.ts";
import {
  createScratchFolder,
  defaultEnv,
  SECRET_KEY,
  startProcess,
  type ProcessResult,
} from "./cli-fixture.ts";

const { createSubfolder } = createScratchFolder();
let url = "";
let folder = "";
beforeEach(async () => {
  const database = await createTestDatabase();
  url = database.url;
  folder = createSubfolder();
  return () => database.drop();
});

/** Starts a node on the database of the test, with the shared folder. */
const startNode = (env: Record<string, string> = {}, args: string[] = []) =>
  startProcess(
    "./cli-process.ts",
    { DATABASE_URL: url, DATA_DIR: folder, ...defaultEnv, ...env },
    args,
  );
async function connectClient(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // The database is dropped before the connection ends.
  client.on("error", () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}
async function startReadyNode(env: Record<string, string> = {}) {
  const node = startNode(env);
  await node.ready;
  return node;
}
const otherKey = Buffer.alloc(32, 6).toString("base64");
const expectRefusal = (result: ProcessResult, sentence: RegExp): void =>
  expect(result).toMatchObject({
    code: 78,
    out: "",
    err: expect.stringMatching(sentence) as string,
  });
const markPath = (): string => join(folder, "files", ".parlour-nodes");

describe("a node that starts beside others", () => {
  it("[CORE-132] [CORE-180] starts with the same key and folder; the log of none complains", async () => {
    const one = await startReadyNode({ PUBLIC_URL: "http://chat.example.test" });
    const two = await startReadyNode({ PUBLIC_URL: "http://chat.example.test" });
    for (const node of [one, two]) node.signal("SIGTERM");
    for (const { code, err } of await Promise.all([one.result, two.result]))
      expect([code, err]).toEqual([0, expect.not.stringContaining("node.addresses_differ")]);
  });

  it("[CORE-132] [CORE-338] starts at the same time as others, on a new database and on one with the facts of earlier nodes", async () => {
    const startThree = () => Promise.all([1, 2, 3].map(() => startReadyNode({ SECRET_KEY })));
    for (const round of [1, 2]) {
      const nodes = await startThree();
      for (const node of nodes) node.signal("SIGTERM");
      const ends = await Promise.all(nodes.map((node) => node.result));
      expect(
        ends.map(({ code }) => code),
        `round ${round}`,
      ).toEqual([0, 0, 0]);
      // The earlier facts are not those of this folder any more.
      writeFileSync(markPath(), "of another installation");
    }
  });

  it("[CORE-132] refuses another SECRET_KEY, and takes it when no other node runs", async () => {
    const one = await startReadyNode({ SECRET_KEY });
    expectRefusal(
      await startNode({ SECRET_KEY: otherKey }).result,
      /^SECRET_KEY: another Parlour \(process \d+ on \S+\) uses this database with another key/m,
    );
    one.signal("SIGTERM");
    await one.result;
    await startReadyNode({ SECRET_KEY: otherKey });
  });

  it("[CORE-132] refuses a folder that is not shared, also one with an old copy of the mark", async () => {
    const [own, copied] = [folder, createSubfolder()];
    const earlier = await startReadyNode({ DATA_DIR: copied });
    earlier.signal("SIGTERM");
    await earlier.result;
    await startReadyNode({ DATA_DIR: own });
    const sentence = /^\S+: another Parlour \(process .*\) stores files in another folder/m;
    for (const DATA_DIR of [createSubfolder(), copied])
      expectRefusal(await startNode({ DATA_DIR }, ["fast"]).result, sentence);
    expect(readFileSync(markPath(), "utf8")).toMatch(/^[0-9a-f]{32}$/);
  });

  it("[CORE-132] [CFG-033] needs no shared folder if files are stored on S3", async () => {
    const client = await connectClient();
    await client.query(`update instance set storage = '{"kind":"s3"}'`);
    await startReadyNode();
    await startReadyNode({ DATA_DIR: createSubfolder() });
  });

  it("[CORE-132] refuses a node of a release that is two steps away", async () => {
    const other = await connectClient();
    await other.query("set application_name = 'parlour lock 00000000 0.9.0 4711 on web-2'");
    await other.query("select pg_advisory_lock_shared($1)", [advisoryLocks.installation]);
    expectRefusal(
      await startNode().result,
      /^another Parlour \(process 4711 on web-2\) runs release 0\.9\.0, which cannot run together with/m,
    );
  });

  it("[CORE-132] logs addresses that differ", async () => {
    await startReadyNode({ PUBLIC_URL: "http://one.example.test" });
    const two = await startReadyNode({ PUBLIC_URL: "http://two.example.test" });
    await two.waitForLog("node.addresses_differ");
  });

  it("[CORE-132] a node that starts alone replaces a foreign mark", async () => {
    const one = await startReadyNode();
    one.signal("SIGTERM");
    await one.result;
    writeFileSync(markPath(), "of another installation");
    await startReadyNode();
    await startReadyNode();
  });
});

it("[CORE-132] releases run together if they are at most one minor release apart", () => {
  expect(
    [
      ["0.1.0", "0.1.9"],
      ["0.1.4", "0.2.0"],
      ["0.1.0", "0.3.0"],
      ["0.1.0", "1.1.0"],
      ["0.1.0", "unknown"],
    ].map(([one = "", other = ""]) => canRunTogether(one, other)),
  ).toEqual([true, true, false, false, false]);
});
