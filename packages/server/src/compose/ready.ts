import { open } from "node:fs/promises";
import { roomAt } from "../files/room.ts";
import type { Ground } from "./ground.ts";

/** Below this the database could not add the next 16 MiB of its log beside what else is written; more is refused before it is full (P18). */
export const reserveMib = 32;
/** The answer of `/ready` comes within this, whatever the database does (P17), ms. */
const patienceMs = 1_500;

/**
 * What must work before messages are accepted (CFG-016), each `ok` or one sentence with what is wrong and what to do: the database, the disk of
 * DATA_DIR, and descriptors for new connections (F09).
 */
export async function readiness(
  { clock, db, journal }: Pick<Ground, "clock" | "db" | "journal">,
  dataDir: string,
): Promise<Readonly<Record<string, string>>> {
  const [database, disk, sockets] = await Promise.all([askDatabase({ clock, db, journal }), lookAtDisk(dataDir), tryDescriptor(dataDir)]);
  return { database, disk, sockets };
}

async function askDatabase({ clock, db, journal }: Pick<Ground, "clock" | "db" | "journal">): Promise<string> {
  // The journal's own connection is the one that counts.
  if (journal.stats().downMs > 0) return "the connection is being made again; see whether PostgreSQL runs";
  return new Promise((tell) => {
    const cancel = clock.alarm(clock.now() + patienceMs, () =>
      tell(`no answer within ${patienceMs} ms; see whether PostgreSQL is overloaded`),
    );
    db.query("select 1").then(
      () => {
        cancel();
        tell("ok");
      },
      () => {
        cancel();
        tell("cannot be asked; see whether PostgreSQL runs and takes connections");
      },
    );
  });
}

async function lookAtDisk(dataDir: string): Promise<string> {
  try {
    const { isWritable, freeMib } = await roomAt(dataDir);
    if (!isWritable) return "DATA_DIR cannot be written; see its owner and whether the disk is mounted read-only";
    return freeMib < reserveMib ? `${freeMib} MiB free for DATA_DIR, at least ${reserveMib} are needed; free some space` : "ok";
  } catch (error) {
    return `DATA_DIR cannot be looked at (${codeOf(error)}); see whether its disk is there`;
  }
}

/**
 * Node takes a connection for which no descriptor is left and ends it without a word, so one is asked for here. Only the two codes of want count:
 * anything else about the folder is the disk's.
 */
async function tryDescriptor(dataDir: string): Promise<string> {
  try {
    await (await open(dataDir, "r")).close();
  } catch (error) {
    if (["EMFILE", "ENFILE"].includes(codeOf(error)))
      return "no descriptors left for new connections; raise the limit of open files (ulimit -n)";
  }
  return "ok";
}
const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | null)?.code ?? "unknown";
