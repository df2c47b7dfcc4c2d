import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog, createSystemClock } from "@parlour/server";
import { startFakeS3, startTestParlour, type FakeS3, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../src/cli/run.ts";
import { applyProvisioningFile, type ApplyResult } from "../src/provisioning/apply.ts";
import { exportProvisioningFile } from "../src/provisioning/export.ts";
import { parseProvisioningFile } from "../src/provisioning/read.ts";
import { createDb } from "../src/store/database/sql.ts";
import { openShortPool } from "../src/store/database/connections.ts";
import { fetchFile, listFileNames, toServerUrl, upload } from "./files-fixture.ts";
import { unzip } from "./unzip.ts";

/** Tests file storage from the provisioning file (CFG-033), applied while a server runs. */
let parlour: TestParlour;
let s3: FakeS3;
const secretKey = createHash("sha256").update("testkit").digest();
const head = `version: 1
account: { name: Acme }
operators: [{ email: ann@example.test, name: Ann, role: owner, password: correct horse battery staple }]
`;
const buildS3Part = (more = ""): string =>
  `storage: { kind: s3, endpoint: "${s3.url}/", region: eu-test-1, bucket: ${s3.bucket}, prefix: p/q${more}, access_key_env: S3_KEY, secret_key_env: S3_SECRET }\n`;
let env: Record<string, string>;
const apply = (text: string): Promise<ApplyResult> =>
  applyProvisioningFile(parseProvisioningFile("parlour.yaml", text, env), {
    url: parlour.databaseUrl,
    secretKey,
    clock: parlour.clock,
    dryRun: false,
    prune: false,
    egressAllow: [],
    reservedHosts: [],
  });
const findError = (text: string, environment: Record<string, string> = env): string => {
  try {
    parseProvisioningFile("parlour.yaml", text, environment);
  } catch (error) {
    return String(error);
  }
  return "";
};

beforeAll(async () => {
  s3 = await startFakeS3();
  env = { S3_KEY: s3.accessKey, S3_SECRET: s3.secretKey };
  parlour = await startTestParlour({ file: head });
});
afterAll(async () => {
  await parlour.close();
  await s3.close();
});

/** Tests depend on each other: files and storage keys come from the previous tests. */
describe("storage in the provisioning file", { shuffle: false }, () => {
  it("[CFG-033] [CFG-021] files go where the file says, at once; both keep their addresses; a second application changes nothing", async () => {
    const send = async (name: string): Promise<string> => {
      const uploaded = await upload(parlour.owner.call, { name, bytes: name });
      expect(uploaded.status, uploaded.text).toBe(201);
      return toServerUrl(parlour, uploaded.body.url);
    };
    const first = await send("on-disk.txt");
    const applied = await apply(head + buildS3Part());
    expect(applied.differences.map((one) => `${one.sign} ${one.subject}`)).toEqual(["~ storage"]);
    expect(applied.differences[0]?.detail).toContain(s3.url);
    expect(applied.differences[0]?.detail).not.toContain(s3.secretKey);
    expect((await apply(head + buildS3Part())).differences).toEqual([]);
    let second = "";
    await expect
      .poll(async () => {
        second = await send("at-s3.txt");
        return s3.objects.size;
      })
      .toBe(1);
    expect([...s3.objects.keys()][0]).toMatch(/^p\/q\/[A-Za-z0-9_-]{27}$/);
    expect((await fetchFile(first)).bytes.toString()).toBe("on-disk.txt");
    expect((await fetchFile(second)).bytes.toString()).toBe("at-s3.txt");

    expect((await apply(head)).differences.map((one) => one.subject)).toEqual(["storage"]);
    expect((await apply(`${head}storage: { kind: disk }\n`)).differences).toEqual([]);
    await expect
      .poll(async () => {
        const before = (await listFileNames(join(parlour.dataDir, "files"))).length;
        await send("on-disk-again.txt");
        return (await listFileNames(join(parlour.dataDir, "files"))).length - before;
      })
      .toBe(1);
    expect((await fetchFile(second)).bytes.toString()).toBe("at-s3.txt");
    expect(s3.rejected).toEqual([]);
  });

  it("[CLI-001] [CFG-033] the command takes along what lies at the service, or writes nothing and says why", async () => {
    const folder = await mkdtemp(join(tmpdir(), "parlour-export-"));
    const out = join(folder, "account.zip");
    const logLines: string[] = [];
    const run = (): Promise<number> =>
      runCommand(["export", "--data", "--out", out], {
        env: {
          DATABASE_URL: parlour.databaseUrl,
          DATA_DIR: parlour.dataDir,
          SECRET_KEY: secretKey.toString("base64"),
        },
        clock: createSystemClock(),
        log: createLog({
          level: "fatal",
          format: "json",
          out: { write: (line: string) => void logLines.push(line) },
        }),
        out: (line) => void logLines.push(line),
        err: (line) => void logLines.push(line),
      });
    try {
      s3.setMode("down");
      expect(await run(), logLines.join("\n")).toBe(1);
      expect([logLines.join("\n"), await readdir(folder)]).toEqual([
        expect.stringContaining("the file storage is not responding"),
        [],
      ]);
      s3.setMode("up");
      expect(await run(), logLines.join("\n")).toBe(0);
      const entries = await unzip(await readFile(out));
      const contents = [...entries].flatMap(([name, text]) =>
        name.startsWith("files/") ? [text] : [],
      );
      expect(contents).toEqual(expect.arrayContaining(["on-disk.txt", "at-s3.txt"]));
      expect(JSON.parse(entries.get("manifest.json") ?? "")).toMatchObject({
        files: { missing: 0 },
      });
    } finally {
      s3.setMode("up");
      await rm(folder, { recursive: true, force: true });
    }
  });

  it("[CFG-033] a new key pair is a change that shows no key; stored it cannot be read", async () => {
    await apply(head + buildS3Part());
    env = { ...env, S3_SECRET: "another secret of the service" };
    const { differences } = await apply(head + buildS3Part());
    expect(differences.map((one) => one.detail)).toEqual(["secret_key"]);
    const [row] = await parlour.sql<{ storage: object; keys: Buffer }>(
      "select storage, storage_keys as keys from instance",
    );
    expect(JSON.stringify(row?.storage)).not.toContain("secret");
    expect(row?.keys.toString("latin1")).not.toContain("another secret");
  });

  it("[CFG-033] [CFG-024] the export names the service and variables for the keys", async () => {
    const pool = openShortPool({ connectionString: parlour.databaseUrl, max: 1 });
    const exported = await exportProvisioningFile(createDb(pool), null);
    await pool.end();
    expect(exported.yaml).toContain("kind: s3");
    expect(exported.yaml).toContain("access_key_env: STORAGE_ACCESS_KEY");
    expect(exported.yaml).not.toContain(s3.accessKey);
    expect(exported.notes.join(" ")).toContain("STORAGE_SECRET_KEY");
  });

  it("[CFG-033] [CFG-023] faults name line, path and rule", () => {
    expect(findError(head + buildS3Part(), {})).toMatch(
      /parlour\.yaml:4: storage\.access_key_env: the environment variable S3_KEY is not set/,
    );
    expect(findError(`${head}storage: { kind: ftp }\n`)).toMatch(
      /parlour\.yaml:4: storage\.kind: kind must be disk or s3 \(CFG-033\)/,
    );
    expect(findError(head + buildS3Part().replace("http://", "http://u:p@"))).toMatch(
      /storage\.endpoint: must be an absolute .*\(CFG-033\)/,
    );
    expect(findError(head + buildS3Part().replace(/, bucket: [^,]+/, ""))).toMatch(
      /storage: bucket is missing \(CFG-033\)/,
    );
  });
});
