import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { chmodSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import {
  findLostMessages,
  createDataDir,
  diskImageAt,
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
  type ServerProcess,
  type ReceivedRequest,
  type Recorder,
  type SentLog,
} from "@parlour/testkit";
import pg from "pg";
import { allDelivered, key, makeBed, start, type Bed } from "./crash-bed.ts";
import { formOf } from "./files-bed.ts";

/** Path of the data folder on the disk. The first start creates both levels. */
const dataBelow = ["var", "data"] as const;
export const data = `/${dataBelow.join("/")}`;
const cluster = `${data}/pg`;
export const backupBelow = "/backup";
const cli = fileURLToPath(new URL("../src/cli/main.ts", import.meta.url));

/**
 * An installation from its first start to its regular stop, with all its disk calls (reliability.md
 * 4.2).
 */
export interface Recording {
  readonly bed: Bed;
  readonly history: History;
  /** Positions in the calls after the first start created the cluster and at its `ready` line. */
  readonly made: number;
  readonly ready: number;
  /** Position in the calls after `parlour backup`. Its folder is `backupPath`. */
  readonly backedUp: number;
  /** Acknowledged messages, replies and uploads in order, with the position in the calls. */
  readonly noted: readonly Noted[];
  /** All messages that were sent, acknowledged or not. */
  readonly sent: SentLog["sent"];
  readonly received: readonly { readonly at: number; readonly request: ReceivedRequest }[];
  /** The folder as the run left it. */
  readonly left: string;
  close(): void;
}
export type Noted = { readonly at: number } & (
  | { readonly text: string }
  | { readonly clientId: string; readonly id: number }
  | { readonly upload: string; readonly sha: string }
);
export interface Load {
  /** Number of visitor messages. A database checkpoint follows each `checkpointEvery` of them. */
  readonly messages: number;
  readonly checkpointEvery: number;
  /** Environment in addition to the usual one. Disk images are started with it too. */
  readonly env?: Record<string, string>;
  /** An entry file that replaces the product's, and its environment. */
  readonly build?: { readonly entry: string; readonly env: Record<string, string> };
}

/**
 * Records a run on an empty folder: visitor messages, operator replies and uploads while
 * checkpoints write the data files.
 */
export async function record(load: Load): Promise<Recording> {
  const place = createDataDir();
  const recorder = startRecorder(place);
  const plain = await makeBed(place, join(recorder.root, ...dataBelow));
  const bed: Bed = { ...plain, env: { ...plain.env, ...load.env } };
  const received: { at: number; request: ReceivedRequest }[] = [];
  bed.integrator.respondWith((request) => {
    received.push({ at: recorder.position(), request });
    return "ok";
  });
  const product = await start(bed, { ...load.build, env: { ...recorder.env, ...load.build?.env } });
  const ready = recorder.position();
  let run: Run;
  try {
    run = await underLoad(bed, product, recorder, load);
  } finally {
    await product.stop();
    await bed.integrator.close();
  }
  const calls = recorder.calls();
  const history = replayCalls(calls, { root: recorder.inode, namesWithFile: (path) => path.startsWith(`${cluster}/`) });
  const close = (): void => {
    recorder.close();
    removeDataDir(place);
  };
  const made = calls.find((call) => call.op === "rename" && call.to === cluster)?.end ?? 0;
  return { bed, history, made, ready, ...run, received, left: recorder.root, close };
}

type Run = Pick<Recording, "noted" | "sent" | "backedUp">;
async function underLoad(bed: Bed, product: ServerProcess, recorder: Recorder, load: Load): Promise<Run> {
  const noted: Noted[] = [];
  const witness = createSentLog();
  const driver = startLoad(
    {
      inboundUrl: bed.inboundUrl,
      api: bed.api,
      key,
      senders: 8,
      pauseMs: 10,
      onAcknowledged: (what) =>
        noted.push({
          at: recorder.position(),
          ...("text" in what ? what : { clientId: what.clientId, id: witness.replies.get(what.clientId) ?? 0 }),
        }),
    },
    witness,
  );
  const over = new AbortController();
  const uploading = upload(bed, over.signal, (made) => noted.push({ at: recorder.position(), ...made }));
  const client = await connect(product);
  try {
    for (let count = load.checkpointEvery; count <= load.messages; count += load.checkpointEvery) {
      const checkpoint = client.query("checkpoint");
      await driver.waitForCount(count);
      await checkpoint;
    }
  } finally {
    over.abort();
    await Promise.all([driver.stop(), uploading, client.end()]);
  }
  await backUp(bed, recorder);
  return { noted, sent: witness.sent, backedUp: recorder.position() };
}

async function backUp(bed: Bed, recorder: Recorder): Promise<void> {
  const child = spawn(process.execPath, [cli, "backup", join(recorder.root, backupBelow)], {
    env: { ...process.env, ...bed.env, ...recorder.env, DATA_DIR: bed.dataDir },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const code = await new Promise((resolve) => child.once("exit", resolve));
  if (code !== 0) throw new Error(`the backup ended with ${String(code)}`);
}

async function upload(bed: Bed, over: AbortSignal, onAcknowledged: (made: { upload: string; sha: string }) => void): Promise<void> {
  for (let n = 0; !over.aborted; n++) {
    const bytes = randomBytes(20_000);
    const form = formOf({ name: `n${n}.dat`, bytes });
    const headers = { authorization: `Bearer ${key}`, "content-type": form.type };
    const answer = await fetch(`${bed.api}/uploads`, { method: "POST", headers, body: form.bytes });
    const { url } = (await answer.json()) as { url: string };
    if (answer.status === 201) onAcknowledged({ upload: new URL(url).pathname, sha: sha256(bytes) });
    await pause(50);
  }
}

/** Connects as superuser over the socket that the lock file names. */
async function connect(product: ServerProcess): Promise<pg.Client> {
  const folder = readFileSync(join(product.dataDir, "pg", "postmaster.pid"), "utf8").split("\n")[4] ?? "";
  const client = new pg.Client({ host: folder, port: 5432, user: "parlour", database: "postgres", ssl: false });
  await client.connect();
  return client;
}

/** Returns the messages that were acknowledged when the power was lost. */
function witnessAt({ noted, sent }: Recording, at: number): SentLog {
  const before = noted.filter((one) => one.at <= at);
  return {
    sent: new Map(sent),
    acknowledged: new Set(before.flatMap((one) => ("text" in one ? [one.text] : []))),
    replies: new Map(before.flatMap((one) => ("clientId" in one ? [[one.clientId, one.id] as const] : []))),
  };
}

export interface Outcome {
  readonly image: DiskImage;
  /** Number of messages and replies that were acknowledged before the power loss. */
  readonly acknowledged: number;
  readonly findings: LoadFindings;
  /** Acknowledged files that are missing or have other bytes. */
  readonly lostFiles: readonly string[];
}
export interface Cut {
  readonly at: number;
  readonly random: () => number;
  readonly liesFrom?: number;
  /** If true, the check also writes a message and verifies tables and indexes. */
  readonly isWhole: boolean;
}

/**
 * Starts Parlour on the disk contents after a power loss and reports lost data. Rejects if the
 * start fails.
 */
export async function startAfter(recording: Recording, cut: Cut): Promise<Outcome> {
  const image = diskImageAt(recording.history, cut);
  const folder = createDataDir();
  chmodSync(folder, 0o711);
  const database = statSync(join(recording.left, cluster));
  writeDiskImage(image, folder, (path) =>
    path === cluster || path.startsWith(`${cluster}/`) || path.startsWith(`${cluster}.init-`) ? database : null,
  );
  const integrator = await startIntegrator(recording.bed.integrator.port);
  const bed: Bed = { ...recording.bed, integrator, dataDir: join(folder, ...dataBelow) };
  let product: ServerProcess | null = null;
  try {
    product = await start(bed);
    const witness = witnessAt(recording, cut.at);
    if (cut.isWhole) await goesOn(bed, product, witness);
    const before = recording.received.filter(({ at }) => at <= cut.at).map(({ request }) => request);
    const findings = findLostMessages(witness, await readStoredMessages(bed.api, key), [...before, ...integrator.received]);
    return {
      image,
      acknowledged: witness.acknowledged.size + witness.replies.size,
      findings,
      lostFiles: await lostFiles(recording, cut, product),
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
async function goesOn(bed: Bed, product: ServerProcess, witness: SentLog): Promise<void> {
  const text = "after 0";
  const body = JSON.stringify({ sender: { id: "after" }, message: { type: "text", text } });
  const answer = await fetch(bed.inboundUrl, { method: "POST", headers: { "content-type": "application/json" }, body });
  if (answer.status !== 200) throw new Error(`the next message was answered ${answer.status}`);
  witness.sent.set("after", [text]);
  witness.acknowledged.add(text);
  await allDelivered(bed);
  const client = await connect(product);
  try {
    await client.query("create extension amcheck");
    const { rows: damage } = await client.query(damaged);
    if (damage.length > 0) throw new Error(`tables are damaged: ${JSON.stringify(damage)}`);
    // Throws if an index is damaged or lacks a row of its table.
    await client.query(checkIndexes);
  } finally {
    await client.end();
  }
}

/** Reads every page, so checksums are verified too. */
const damaged = `select c.oid::regclass::text as name, v.msg from pg_class c, lateral verify_heapam(c.oid) v where c.relkind in ('r', 't', 'm')`;
const checkIndexes = `select case a.amname when 'btree' then bt_index_check(c.oid, true) else gin_index_check(c.oid) end
  from pg_class c join pg_am a on a.oid = c.relam where c.relkind = 'i' and a.amname in ('btree', 'gin')`;

async function lostFiles({ noted }: Recording, cut: Cut, product: ServerProcess): Promise<readonly string[]> {
  const lost: string[] = [];
  for (const one of noted) {
    if (!("upload" in one) || one.at > cut.at) continue;
    const answer = await fetch(product.url + one.upload);
    if (answer.status !== 200 || sha256(Buffer.from(await answer.arrayBuffer())) !== one.sha) lost.push(one.upload);
  }
  return lost;
}
const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/**
 * Returns files of the backup that are missing or have other bytes if the power is lost right after
 * the backup.
 */
export function lostOfBackup({ history, left, backedUp }: Recording): readonly string[] {
  const { files } = diskImageAt(history, { at: backedUp, random: () => 0 });
  return [...filesBelow(left)]
    .filter(([path, bytes]) => path.startsWith(`${backupBelow}/`) && files.get(path)?.equals(bytes) !== true)
    .map(([path]) => path);
}

/**
 * Returns paths whose final bytes differ from the recorded calls, which means that calls were not
 * recorded. Ignores the log of the database.
 */
export function unseen({ history, left }: Recording): readonly string[] {
  const { files } = diskImageAt(history, { at: Infinity, random: null });
  const found = filesBelow(left);
  return [...new Set([...files.keys(), ...found.keys()])]
    .filter((path) => path !== `${cluster}.log` && files.get(path)?.equals(found.get(path) ?? Buffer.from("missing")) !== true)
    .sort();
}

function filesBelow(folder: string): ReadonlyMap<string, Buffer> {
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length), readFileSync(path)]),
  );
}
