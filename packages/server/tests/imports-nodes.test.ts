import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { MoveRecord } from "@parlour/protocol/move-in/record";
import { startFakeS3, startTestParlour, type FakeS3, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createImportClient, toLines, type ImportClient } from "./imports-fixture.ts";

/** Nodes with folders of their own, which store files at an S3 service. */
let s3: FakeS3;
let env: Readonly<Record<string, string>>;
let node: TestParlour;
let imports: ImportClient;
beforeAll(async () => {
  s3 = await startFakeS3();
  env = { PUBLIC_URL: "http://chat.example.test", S3_KEY: s3.accessKey, S3_SECRET: s3.secretKey };
  const file = `version: 1
account: { name: Shop }
operators: [{ email: ann@shop.example, name: Ann, role: owner, password: correct-horse-battery-1 }]
egress: { allow: ["${new URL(s3.url).host}"] }
storage: { kind: s3, endpoint: "${s3.url}", region: eu-test-1, bucket: ${s3.bucket}, access_key_env: S3_KEY, secret_key_env: S3_SECRET }
`;
  node = await startTestParlour({ file, env });
  imports = createImportClient(node);
});
afterAll(async () => {
  await node.close();
  await s3.close();
});

const createRecords = (id: string): readonly MoveRecord[] => [
  { kind: "person", id: `p${id}`, name: "Nils" },
  { kind: "chat", id, person: `p${id}`, started_at: "2024-02-01T00:00:00Z" },
  { kind: "message", id: `m${id}`, chat: id, text: "once", author: { kind: "visitor" } },
];
const listCopies = ({ dataDir }: TestParlour): Promise<readonly string[]> =>
  readdir(join(dataDir, "imports")).catch(() => []);
const removeCopies = ({ dataDir }: TestParlour): Promise<void> =>
  rm(join(dataDir, "imports"), { recursive: true, force: true });

test("[MV-033] [MV-022] another node continues the import of a node that ended, with its files", async () => {
  const other = await startTestParlour({ env, databaseUrl: node.databaseUrl });
  const { owner } = node;
  const headers = { authorization: `Bearer ${owner.key}` };
  const atOther = createImportClient({
    ...other,
    owner: { ...owner, call: (method, path, body) => other.call(method, path, body, headers) },
  });
  const id = await atOther.connect(toLines(createRecords("n")), "nodes");
  expect((await atOther.act(id, "plan")).plan?.counts.chat?.new).toBe(1);
  expect((await atOther.call("POST", `imports/${id}/start`, {})).status).toBe(200);
  expect(await listCopies(node)).toEqual([]);
  await other.close();
  await expect
    .poll(async () => {
      await node.clock.advance(5_000);
      await node.settle();
      return (await imports.read(id)).state;
    })
    .toBe("done");
  expect((await imports.read(id)).stored).toMatchObject({ chat: 1, message: 1 });
  expect(await listCopies(node)).toHaveLength(1);
});

test("[MV-033] an import waits for the file store, and pauses if its file was removed", async () => {
  const id = await imports.connect(toLines(createRecords("w")), "waiting");
  await removeCopies(node);
  s3.setMode("down");
  expect(await imports.act(id, "plan")).toMatchObject({
    state: "planning",
    reason: {
      code: "files_unreachable",
      detail: "export.jsonl cannot be read now: The file service answered 503.",
    },
  });
  s3.setMode("up");
  await node.clock.advance(2_000);
  await node.settle();
  expect((await imports.read(id)).state).toBe("planned");

  expect(s3.objects.size).toBeGreaterThan(0);
  node.clock.set(node.clock.now() + 31 * 24 * 3_600_000);
  await node.clock.advance(600_000);
  await expect.poll(() => s3.objects.size).toBe(0);
  await removeCopies(node);
  expect(await imports.act(id, "start")).toMatchObject({
    state: "paused",
    paused: "running",
    reason: { code: "no_file", detail: "export.jsonl was removed." },
  });
  expect((await imports.call("POST", `imports/${id}/stop`, {})).status).toBe(200);
});
