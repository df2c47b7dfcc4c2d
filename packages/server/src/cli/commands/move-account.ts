import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import type { Cell } from "../../account-data/move/cell.ts";
import { cancelMove, moveAccount, type MoveDeps } from "../../account-data/move/move-account.ts";
import { formatHeadNotice, headsChannel } from "../../bus/index.ts";
import { openConfiguredS3 } from "../../compose/s3.ts";
import { parseConfig, type Config } from "../../config/read-config.ts";
import { StartError } from "../../embedded/start-error.ts";
import { createDiskStorage } from "../../files/disk.ts";
import { notifyNodes } from "../../provisioning/notify-nodes.ts";
import { connectToDatabase } from "../../store/database/connections.ts";
import { createSecrets } from "../../store/database/seal.ts";
import type { Sql } from "../../store/database/sql.ts";
import { readStorage } from "../../store/settings/installation/storage.ts";
import { parseCommandArgs, UsageError, type Command, type CommandDeps } from "../command.ts";
import { assertSecretKey, openDatabaseToMove, readAddresses, runAsWriter } from "../database.ts";
import { loadSecretKey } from "../secret-key.ts";
import { resolveAccount } from "../manage/installation.ts";

/** Moves a running account to another installation (CFG-151). `onPhase`: only for tests. */
export const createMoveAccountCommand = (onPhase?: MoveDeps["onPhase"]): Command => ({
  name: "move-account",
  usage: "parlour move-account [--cancel] [--json] --to FILE ACCOUNT",
  help:
    "Moves an account to another installation while both run. Changes are refused for at most 2 s.\n" +
    "  ACCOUNT    the account, by name or number\n" +
    "  --to FILE  environment variables of the other installation: DATABASE_URL or DATA_DIR, SECRET_KEY, PUBLIC_URL\n" +
    "  --cancel   remove what an interrupted move left, and move nothing\n" +
    "  --json     print one JSON object\n\n" +
    "If the command was interrupted, run it again.",
  async run(args, deps) {
    const { values, rest } = parseCommandArgs(
      args,
      { to: { type: "string" }, cancel: { type: "boolean" } },
      1,
    );
    const [name] = rest;
    if (name === undefined) throw new UsageError("ACCOUNT is missing");
    if (typeof values.to !== "string") throw new UsageError("--to FILE is missing");
    const source = await openCell(deps, parseConfig(deps.env));
    try {
      const account = await runAsWriter(
        source.url,
        (tx) => resolveAccount(tx, name),
        applicationName,
      );
      const target = await openCell(deps, parseConfig(readEnvironment(values.to)));
      try {
        const cells = { source: source.cell, target: target.cell, clock: deps.clock, onPhase };
        await moveOrCancel(cells, deps.out, account, values);
      } finally {
        await target.close();
      }
    } finally {
      await source.close();
    }
    return 0;
  },
});
export const moveAccountCommand = createMoveAccountCommand();

async function moveOrCancel(
  deps: MoveDeps,
  out: (line: string) => void,
  account: { readonly id: number; readonly name: string },
  values: { readonly cancel?: unknown; readonly json?: unknown },
): Promise<void> {
  const isJson = values.json === true;
  const location = deps.target.addresses.public;
  const { id, name } = account;
  if (values.cancel === true && (await cancelMove(deps, id)) === null) {
    const text = `account "${name}" is here; nothing of a move is left`;
    return out(isJson ? JSON.stringify({ account: { id, name }, state: "here" }) : text);
  }
  const result = values.cancel === true ? null : await moveAccount(deps, { id, name });
  if (result === null) {
    const text = `account "${name}" is at ${location}; an earlier command moved it`;
    return out(isJson ? JSON.stringify({ account: { id, name }, state: "moved", location }) : text);
  }
  if (isJson) out(JSON.stringify({ ...result, state: "moved", location }));
  else {
    out(
      `account "${name}" moved to ${location}: ${result.rows} rows, ${result.files.count} files, position ${result.position}`,
    );
    out(
      `  changes were refused for ${result.refusedMs} ms, ${result.lateMs} ms of them for the tables that are copied last`,
    );
    if (result.files.missing > 0)
      out(`  ${result.files.missing} files were missing at the source already`);
  }
}
function readEnvironment(path: string): Record<string, string | undefined> {
  try {
    return parseEnv(readFileSync(path, "utf8"));
  } catch (error) {
    throw Object.assign(error as Error, { path });
  }
}

/** Name of the connections in the list of the database. */
const applicationName = "parlour move-account";

interface OpenCell {
  readonly cell: Cell;
  /** Address of the database. */
  readonly url: string;
  readonly close: () => Promise<void>;
}
async function openCell({ log, clock }: CommandDeps, config: Config): Promise<OpenCell> {
  const database = await openDatabaseToMove({ config, log, clock });
  try {
    const secretKey = loadSecretKey(database.dataDir, config.secretKey, log);
    await assertSecretKey(database.url, secretKey);
    const secrets = createSecrets(secretKey);
    const setting = await runAsWriter(database.url, readStorage, applicationName);
    const folder = join(database.dataDir, "files");
    const disk = createDiskStorage(folder);
    const s3 = openConfiguredS3(setting, { clock, open: secrets.open });
    const getStorage: Cell["getStorage"] = (kind) =>
      kind === "disk" ? disk : (s3?.storage ?? null);
    const storage = getStorage(setting.kind);
    if (storage === null) throw new StartError("the S3 service of the target has no keys", 1);
    const { publicUrl, webhookBaseUrl, widgetUrl } = await readAddresses(database.url, config);
    return {
      url: database.url,
      cell: {
        addresses: { public: publicUrl, webhook: webhookBaseUrl, widget: widgetUrl ?? publicUrl },
        connect: () =>
          connectToDatabase({
            connectionString: database.url,
            application_name: applicationName,
          }),
        getStorage,
        storage,
        folder: database.dataDir,
        open: secrets.open,
        seal: secrets.seal,
        notify: notifyMove,
      },
      close: async () => {
        s3?.close();
        await database.embedded?.stop();
      },
    };
  } catch (error) {
    await database.embedded?.stop();
    throw error;
  }
}

/** Notifies running nodes when this transaction commits: first of the move, then of the head. */
async function notifyMove(tx: Sql, account: number): Promise<void> {
  await tx.query("select pg_notify($1, $2)", [headsChannel, formatHeadNotice(-account, 0)]);
  await notifyNodes(tx, [account]);
}
