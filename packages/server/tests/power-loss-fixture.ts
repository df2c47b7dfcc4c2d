import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { chmodSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import {
  findLostMessages,
  createDataDir,
  computeDiskImage,
  createSentLog,
  readStoredMessages,
  removeDataDir,
  replayCalls,
  startLoad,
  startIntegrator,
  startRecorder,
  writeDiskImage,
  type LoadFindings,
  type History,
  type DiskImage,
  type PowerCut,
  type ServerProcess,
  type ReceivedRequest,
  type Recorder,
  type SentLog,
} from "@parlour/testkit";
import pg from "pg";
import {
  waitUntilDelivered,
  apiKey,
  createCrashFixture,
  startServer,
  type CrashFixture,
} from "./crash-fixture.ts";
import { encodeForm } from "./files-fixture.ts";

/** Path of the data folder on the disk. The first start creates both folders. */
const dataPathParts = ["var", "data"] as const;
export const dataPath = `/${dataPathParts.join("/")}`;
const clusterPath = `${dataPath}/pg`;
const backupPath = "/backup";
const cliPath = fileURLToPath(new URL("../src/cli/main.ts", import.meta.url));

/**
 * An installation from its first start to its regular stop, with all its disk system calls
 * (reliability.md 4.2).
 */
export interface Recording {
  readonly fixture: CrashFixture;
  readonly history: History;
  /**
   * Positions in the system calls: after the first start created the cluster, and at its `ready`
   * line.
   */
  readonly clusterCreatedAt: number;
  readonly readyAt: number;
  /**
   * Position in the system calls after `parlour backup`. `backupPath` is the folder of the backup.
   */
  readonly backedUpAt: number;
  /**
   * Acknowledged messages, replies and uploads in order, with their position in the system calls.
   */
  readonly acknowledgements: readonly Acknowledgement[];
  /** All messages that were sent, acknowledged or not. */
  readonly sent: SentLog["sent"];
  readonly abandoned: SentLog["abandoned"];
  readonly received: readonly { readonly at: number; readonly request: ReceivedRequest }[];
  /** The folder at the end of the run. */
  readonly folder: string;
  close(): void;
}
type Acknowledgement = { readonly at: number } & (
  | { readonly text: string }
  | { readonly clientId: string; readonly id: number }
  | { readonly upload: string; readonly sha: string }
);
export interface LoadOptions {
  /**
   * Number of visitor messages. The database makes a checkpoint after every `checkpointEvery` of
   * them.
   */
  readonly messages: number;
  readonly checkpointEvery: number;
  /** Environment in addition to the usual one. Disk images are started with it too. */
  readonly env?: Record<string, string>;
  /** An entry file that replaces the product's, and its environment. */
  readonly build?: { readonly entry: string; readonly env: Record<string, string> };
}

/**
 * Records a run in an empty folder: visitor messages, operator replies and uploads, while
 * checkpoints write the data files.
 */
export async function recordRun(load: LoadOptions): Promise<Recording> {
  const dataDir = createDataDir();
  const recorder = startRecorder(dataDir);
  const defaultFixture = await createCrashFixture(dataDir, join(recorder.root, ...dataPathParts));
  const fixture: CrashFixture = { ...defaultFixture, env: { ...defaultFixture.env, ...load.env } };
  const received: { at: number; request: ReceivedRequest }[] = [];
  fixture.integrator.respondWith((request) => {
    received.push({ at: recorder.position(), request });
    return "ok";
  });
  const product = await startServer(fixture, {
    ...load.build,
    env: { ...recorder.env, ...load.build?.env },
  });
  const readyAt = recorder.position();
  let run: LoadRun;
  try {
    run = await runUnderLoad(fixture, product, recorder, load);
  } finally {
    await product.stop();
    await fixture.integrator.close();
  }
  const calls = recorder.calls();
  const history = replayCalls(calls, {
    root: recorder.inode,
    namesWithFile: (path) => path.startsWith(`${clusterPath}/`),
  });
  const close = (): void => {
    recorder.close();
    removeDataDir(dataDir);
  };
  const clusterCreatedAt =
    calls.find((call) => call.op === "rename" && call.to === clusterPath)?.end ?? 0;
  return {
    fixture,
    history,
    clusterCreatedAt,
    readyAt,
    ...run,
    received,
    folder: recorder.root,
    close,
  };
}

type LoadRun = Pick<Recording, "acknowledgements" | "sent" | "abandoned" | "backedUpAt">;
async function runUnderLoad(
  fixture: CrashFixture,
  product: ServerProcess,
  recorder: Recorder,
  load: LoadOptions,
): Promise<LoadRun> {
  const acknowledgements: Acknowledgement[] = [];
  const sentLog = createSentLog();
  const driver = startLoad(
    {
      inboundUrl: fixture.inboundUrl,
      api: fixture.api,
      key: apiKey,
      senders: 8,
      pauseMs: 10,
      onAcknowledged: (acknowledged) =>
        acknowledgements.push({
          at: recorder.position(),
          ...("text" in acknowledged
            ? acknowledged
            : {
                clientId: acknowledged.clientId,
                id: sentLog.replies.get(acknowledged.clientId) ?? 0,
              }),
        }),
    },
    sentLog,
  );
  const stopSignal = new AbortController();
  const uploading = uploadFiles(fixture, stopSignal.signal, (uploaded) =>
    acknowledgements.push({ at: recorder.position(), ...uploaded }),
  );
  const client = await connectAsSuperuser(product);
  try {
    for (let count = load.checkpointEvery; count <= load.messages; count += load.checkpointEvery) {
      const checkpoint = client.query("checkpoint");
      await driver.waitForCount(count);
      await checkpoint;
    }
  } finally {
    stopSignal.abort();
    await Promise.all([driver.stop(), uploading, client.end()]);
  }
  await runBackup(fixture, recorder);
  const { sent, abandoned } = sentLog;
  return { acknowledgements, sent, abandoned, backedUpAt: recorder.position() };
}

async function runBackup(fixture: CrashFixture, recorder: Recorder): Promise<void> {
  const child = spawn(process.execPath, [cliPath, "backup", join(recorder.root, backupPath)], {
    env: { ...process.env, ...fixture.env, ...recorder.env, DATA_DIR: fixture.dataDir },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const code = await new Promise((resolve) => child.once("exit", resolve));
  if (code !== 0) throw new Error(`the backup ended with ${String(code)}`);
}

async function uploadFiles(
  fixture: CrashFixture,
  stopSignal: AbortSignal,
  onAcknowledged: (uploaded: { upload: string; sha: string }) => void,
): Promise<void> {
  for (let n = 0; !stopSignal.aborted; n++) {
    const bytes = randomBytes(20_000);
    const form = encodeForm({ name: `n${n}.dat`, bytes });
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": form.type };
    const answer = await fetch(`${fixture.api}/uploads`, {
      method: "POST",
      headers,
      body: form.bytes,
    });
    const { url } = (await answer.json()) as { url: string };
    if (answer.status === 201)
      onAcknowledged({ upload: new URL(url).pathname, sha: sha256(bytes) });
    await pause(50);
  }
}

/** Connects as superuser over the socket that the lock file names. */
async function connectAsSuperuser(product: ServerProcess): Promise<pg.Client> {
  const folder =
    readFileSync(join(product.dataDir, "pg", "postmaster.pid"), "utf8").split("\n")[4] ?? "";
  const client = new pg.Client({
    host: folder,
    port: 5432,
    user: "parlour",
    database: "postgres",
    ssl: false,
  });
  await client.connect();
  return client;
}

/** Returns the messages that were acknowledged before the power loss. */
function getSentLogAt({ acknowledgements, sent, abandoned }: Recording, at: number): SentLog {
  const before = acknowledgements.filter((acknowledgement) => acknowledgement.at <= at);
  return {
    sent: new Map(sent),
    abandoned: new Set(abandoned),
    acknowledged: new Set(
      before.flatMap((acknowledgement) =>
        "text" in acknowledgement ? [acknowledgement.text] : [],
      ),
    ),
    replies: new Map(
      before.flatMap((acknowledgement) =>
        "clientId" in acknowledgement
          ? [[acknowledgement.clientId, acknowledgement.id] as const]
          : [],
      ),
    ),
  };
}

export interface PowerLossResult {
  readonly image: DiskImage;
  /** Number of messages and replies that were acknowledged before the power loss. */
  readonly acknowledged: number;
  readonly findings: LoadFindings;
  /** Acknowledged files that are missing or have different content. */
  readonly lostFiles: readonly string[];
}
export interface PowerLoss extends PowerCut {
  /** Whether the check also writes a message and verifies tables and indexes. */
  readonly checksOperation: boolean;
}

/**
 * Starts Parlour on the disk contents after a power loss and reports lost data. Rejects if the
 * start fails.
 */
export async function startAfterPowerLoss(
  recording: Recording,
  powerLoss: PowerLoss,
): Promise<PowerLossResult> {
  const image = computeDiskImage(recording.history, powerLoss);
  const folder = createDataDir();
  chmodSync(folder, 0o711);
  const database = statSync(join(recording.folder, clusterPath));
  writeDiskImage(image, folder, (path) =>
    path === clusterPath ||
    path.startsWith(`${clusterPath}/`) ||
    path.startsWith(`${clusterPath}.init-`)
      ? database
      : null,
  );
  const integrator = await startIntegrator(recording.fixture.integrator.port);
  const fixture: CrashFixture = {
    ...recording.fixture,
    integrator,
    dataDir: join(folder, ...dataPathParts),
  };
  let product: ServerProcess | null = null;
  try {
    product = await startServer(fixture);
    const sentLog = getSentLogAt(recording, powerLoss.at);
    if (powerLoss.checksOperation) await assertOperational(fixture, product, sentLog);
    const before = recording.received
      .filter(({ at }) => at <= powerLoss.at)
      .map(({ request }) => request);
    const findings = findLostMessages(sentLog, await readStoredMessages(fixture.api, apiKey), [
      ...before,
      ...integrator.received,
    ]);
    return {
      image,
      acknowledged: sentLog.acknowledged.size + sentLog.replies.size,
      findings,
      lostFiles: await findLostFiles(recording, powerLoss, product),
    };
  } finally {
    await product?.stop();
    await integrator.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Checks that a new message is accepted, pending deliveries are delivered, and no table or index is
 * damaged.
 */
async function assertOperational(
  fixture: CrashFixture,
  product: ServerProcess,
  sentLog: SentLog,
): Promise<void> {
  const text = "after 0";
  const body = JSON.stringify({ sender: { id: "after" }, message: { type: "text", text } });
  const answer = await fetch(fixture.inboundUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  if (answer.status !== 200) throw new Error(`the next message was answered ${answer.status}`);
  sentLog.sent.set("after", [text]);
  sentLog.acknowledged.add(text);
  await waitUntilDelivered(fixture);
  const client = await connectAsSuperuser(product);
  try {
    await client.query("create extension amcheck");
    const { rows: damage } = await client.query(damagedTablesSql);
    if (damage.length > 0) throw new Error(`tables are damaged: ${JSON.stringify(damage)}`);
    // Throws if an index is damaged or lacks a row of its table.
    await client.query(checkIndexesSql);
  } finally {
    await client.end();
  }
}

/** Reads every page, so that checksums are verified too. */
const damagedTablesSql = `select c.oid::regclass::text as name, v.msg from pg_class c, lateral verify_heapam(c.oid) v where c.relkind in ('r', 't', 'm')`;
const checkIndexesSql = `select case a.amname when 'btree' then bt_index_check(c.oid, true) else gin_index_check(c.oid) end
  from pg_class c join pg_am a on a.oid = c.relam where c.relkind = 'i' and a.amname in ('btree', 'gin')`;

async function findLostFiles(
  { acknowledgements }: Recording,
  powerLoss: PowerLoss,
  product: ServerProcess,
): Promise<readonly string[]> {
  const lost: string[] = [];
  for (const acknowledgement of acknowledgements) {
    if (!("upload" in acknowledgement) || acknowledgement.at > powerLoss.at) continue;
    const answer = await fetch(product.url + acknowledgement.upload);
    if (
      answer.status !== 200 ||
      sha256(Buffer.from(await answer.arrayBuffer())) !== acknowledgement.sha
    )
      lost.push(acknowledgement.upload);
  }
  return lost;
}
const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/**
 * Returns files of the backup that are missing or have different content if the power is lost
 * immediately after the backup.
 */
export function findLostBackupFiles({
  history,
  folder: finalFolder,
  backedUpAt,
}: Recording): readonly string[] {
  const { files } = computeDiskImage(history, { at: backedUpAt, random: () => 0 });
  return [...readFilesBelow(finalFolder)]
    .filter(
      ([path, bytes]) =>
        path.startsWith(`${backupPath}/`) && files.get(path)?.equals(bytes) !== true,
    )
    .map(([path]) => path);
}

/**
 * Returns paths whose content differs from the recorded system calls, which means that calls were
 * not recorded. Ignores the log of the database.
 */
export function findUnrecordedPaths({
  history,
  folder: finalFolder,
}: Recording): readonly string[] {
  const { files } = computeDiskImage(history, { at: Infinity, random: null });
  const found = readFilesBelow(finalFolder);
  return [...new Set([...files.keys(), ...found.keys()])]
    .filter(
      (path) =>
        path !== `${clusterPath}.log` &&
        files.get(path)?.equals(found.get(path) ?? Buffer.from("missing")) !== true,
    )
    .sort();
}

function readFilesBelow(folder: string): ReadonlyMap<string, Buffer> {
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length), readFileSync(path)]),
  );
}
