import { latestBackup } from "../backup/latest.ts";
import { Refusal } from "../core/failure.ts";
import { openSocket } from "../egress/socket.ts";
import { roomAt } from "../files/room.ts";
import {
  finding,
  judgeBackup,
  judgeClock,
  judgeDatabase,
  judgeNodes,
  judgeOrigins,
  lookAtAudit,
  lookAtDisk,
  lookAtEgress,
  lookAtServices,
  lookAtTls,
  lookAtWork,
  openDatabaseCheck,
  openDescriptorCheck,
  worst,
  type Finding,
} from "../health/index.ts";
import { readDatabaseFacts, readKept, type Kept } from "../store/queries/operation.ts";
import { version } from "../version.ts";
import type { Ground, ServerHooks } from "./ground.ts";
import { scannerClientOf } from "./scanner.ts";

/** Health checks of the running installation. */
export type Health = ReturnType<typeof openHealth>;
type Seen = Pick<Ground, "clock" | "config" | "db" | "instance" | "journal" | "log" | "places">;

/** Creates the checks behind `/ready` and the owner's system page (API-075). */
export function openHealth(ground: Seen, dataDir: string, hooks: Pick<ServerHooks, "resolve">) {
  const { clock, db, journal, log } = ground;
  const startedAt = clock.now();
  const askDatabase = openDatabaseCheck({ clock, db, writing: () => journal.stats(), askWriting: () => journal.ping() });
  const descriptors = openDescriptorCheck({ clock, log, folder: dataDir });
  const lookHere = () => Promise.all([lookAtDisk(dataDir, "DATA_DIR"), descriptors.look()]);
  const look = async () => {
    const [database, here, inside, outside, backup] = await Promise.all([
      askDatabase(),
      lookHere(),
      askInside(ground),
      lookOutside(ground, hooks),
      latestBackup(dataDir),
    ]);
    const checks = [...(database ? [database] : inside.database), ...here, ...inside.work, judgeBackup(backup, clock.now()), ...outside];
    return {
      state: worst(checks),
      checks,
      checkedAt: clock.now(),
      version,
      startedAt,
      databaseVersion: inside.version,
      storage: await storageOf(ground, inside.kept, dataDir),
      backup,
      mail: mailOf(ground),
    };
  };
  let underWay: ReturnType<typeof look> | null = null;
  return {
    acceptFailed: (error: NodeJS.ErrnoException) => descriptors.acceptFailed(error),
    /**
     * Returns the checks required to accept messages (CFG-016). Each value is `ok` or one sentence
     * with the problem and the remedy.
     */
    async ready(): Promise<Readonly<Record<string, string>>> {
      const [database, here] = await Promise.all([askDatabase(), lookHere()]);
      return { database: said(database), ...Object.fromEntries(here.map((one) => [one.check, said(one)])) };
    },
    // Concurrent requests share one run, so that the node does not connect to external services
    // twice.
    backup: () => latestBackup(dataDir),
    report: () => (underWay ??= look().finally(() => (underWay = null))),
  };
}
/** Returns `ok` unless the finding prevents Parlour from accepting messages. */
const said = (found: Finding | null): string => (found?.state === "fault" ? `${found.message}; ${found.advice ?? ""}` : "ok");

async function storageOf({ instance }: Seen, kept: Kept | null, dataDir: string) {
  const freeBytes = await roomAt(dataDir).then(
    ({ freeMib }) => freeMib * 1024 * 1024,
    () => null,
  );
  return { databaseBytes: kept?.databaseBytes ?? null, files: kept?.files ?? null, kind: instance.storage().kind, freeBytes };
}
function mailOf({ instance }: Seen) {
  const mail = instance.mail();
  return mail && { host: mail.host, port: mail.port, from: mail.from };
}

/** Checks the database and the figures stored in it, as far as the database answers. */
async function askInside({ clock, db }: Seen) {
  const since = clock.now();
  const facts = await told(readDatabaseFacts(db));
  const answered = clock.now();
  if (facts === null) return { version: null, kept: null, database: [finding("database_closed")], work: [] };
  const [kept, work, audit] = await Promise.all([
    told(readKept(db)),
    told(lookAtWork(db, answered)),
    lookAtAudit(db).catch((error: unknown) => (error instanceof Refusal ? finding("audit_late") : Promise.reject(error))),
  ]);
  return {
    version: facts.version,
    kept,
    database: judgeDatabase(facts),
    work: [judgeNodes(facts), judgeClock(facts, since, answered), ...(work ?? []), audit],
  };
}
const told = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => (error instanceof Refusal ? null : Promise.reject(error)));

async function lookOutside({ clock, config, instance, places }: Seen, hooks: Pick<ServerHooks, "resolve">): Promise<readonly Finding[]> {
  const { resolve } = hooks;
  const [services, tls, egress] = await Promise.all([
    lookAtServices(
      { mail: instance.mail(), storage: instance.storage(), scanner: scannerClientOf(config, clock, hooks) },
      { clock, connect: (to, signal) => openSocket(resolve ? { resolve } : {}, to, signal) },
    ),
    lookAtTls(places(), clock),
    lookAtEgress(config.egressAllow, process.env),
  ]);
  return [...services, ...tls, judgeOrigins(places().widgetUrl), ...egress];
}
