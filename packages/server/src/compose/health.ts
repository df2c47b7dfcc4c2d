import { latestBackup } from "../backup/latest.ts";
import { Refusal } from "../core/failure.ts";
import type { HealthPort, HealthRecord } from "../edges/operator/stores/health.ts";
import { openSocket } from "../egress/socket.ts";
import { roomAt } from "../files/room.ts";
import {
  finding,
  judgeBackup,
  judgeClock,
  judgeDatabase,
  lookAtAudit,
  lookAtDisk,
  lookAtEgress,
  lookAtServices,
  lookAtTls,
  lookAtWork,
  openDatabaseCheck,
  tryDescriptor,
  worst,
  type Finding,
} from "../health/index.ts";
import { readDatabaseFacts, readKept } from "../store/queries/operation.ts";
import { version } from "../version.ts";
import type { Ground, ServerHooks } from "./ground.ts";

/** What is said of the installation while it runs. */
export interface Health extends HealthPort {
  /** What must work before messages are accepted (CFG-016), each `ok` or one sentence with what is wrong and what to do. */
  ready(): Promise<Readonly<Record<string, string>>>;
}
type Seen = Pick<Ground, "clock" | "config" | "db" | "instance" | "journal" | "places">;

/** Looks at the installation, for `/ready` and for its owner (API-075). */
export function openHealth(ground: Seen, dataDir: string, hooks: Pick<ServerHooks, "resolve">): Health {
  const { clock, db, journal } = ground;
  const startedAt = clock.now();
  const askDatabase = openDatabaseCheck({ clock, db, writing: () => journal.stats() });
  const vital = async (): Promise<{ readonly database: Finding | null; readonly others: readonly Finding[] }> => {
    const [database, ...others] = await Promise.all([askDatabase(), lookAtDisk(dataDir, "DATA_DIR"), tryDescriptor(dataDir)]);
    return { database, others };
  };
  const look = async (): Promise<HealthRecord> => {
    const [{ database, others }, asked, outside, backup] = await Promise.all([
      vital(),
      askInside(ground),
      lookOutside(ground, hooks),
      latestBackup(dataDir),
    ]);
    const checks = [
      ...(database === null ? asked.database : [database]),
      ...others,
      ...asked.work,
      judgeBackup(backup, clock.now()),
      ...outside,
    ];
    const mail = ground.instance.mail();
    return {
      state: worst(checks),
      checks,
      checkedAt: clock.now(),
      version,
      startedAt,
      databaseVersion: asked.version,
      storage: {
        databaseBytes: asked.kept?.databaseBytes ?? null,
        files: asked.kept?.files ?? null,
        kind: ground.instance.storage().kind,
        freeBytes: await freeBytes(dataDir),
      },
      backup,
      mail: mail === null ? null : { host: mail.host, port: mail.port, from: mail.from },
    };
  };
  let underWay: Promise<HealthRecord> | null = null;
  return {
    async ready() {
      const { database, others } = await vital();
      const said = others.map((one) => [one.check, one.state === "fault" ? `${one.message}; ${one.advice ?? ""}` : "ok"] as const);
      return { database: database === null ? "ok" : `${database.message}; ${database.advice ?? ""}`, ...Object.fromEntries(said) };
    },
    // Who asks while it is looked gets the same answer: nobody makes this node dial twice at once.
    report: () => (underWay ??= look().finally(() => (underWay = null))),
  };
}

/** What the database itself tells; nothing of it where it does not answer, which is the business of another check. */
async function askInside({ clock, db }: Seen) {
  const since = clock.now();
  const facts = await told(readDatabaseFacts(db));
  const answered = clock.now();
  if (facts === null) return { version: null, kept: null, database: [], work: [] };
  const [kept, work, audit] = await Promise.all([
    told(readKept(db)),
    told(lookAtWork(db, answered)),
    lookAtAudit(db).catch((error: unknown) => (error instanceof Refusal ? finding("audit_late") : Promise.reject(error))),
  ]);
  return {
    version: facts.version,
    kept,
    database: judgeDatabase(facts),
    work: [judgeClock(facts, since, answered), ...(work ?? []), audit],
  };
}
const told = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => (error instanceof Refusal ? null : Promise.reject(error)));

async function lookOutside(
  { clock, config, instance, places }: Seen,
  { resolve }: Pick<ServerHooks, "resolve">,
): Promise<readonly Finding[]> {
  const [services, tls, egress] = await Promise.all([
    lookAtServices(
      { mail: instance.mail(), storage: instance.storage() },
      { clock, connect: (to, signal) => openSocket(resolve ? { resolve } : {}, to, signal) },
    ),
    lookAtTls(places().publicUrl, clock),
    lookAtEgress(config.egressAllow, process.env),
  ]);
  return [...services, tls, ...egress];
}

function freeBytes(folder: string): Promise<number | null> {
  return roomAt(folder).then(
    ({ freeMib }) => freeMib * 1024 * 1024,
    () => null,
  );
}
