import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { createEmptyDatabase, findFreePort } from "@parlour/testkit";
import { startProgram, type StartedProgram } from "../harness/process.ts";

/**
 * XMPP servers of Debian's packages as peers of the product. Both archive each message for the
 * sender and for the receiver (XEP-0313) in PostgreSQL before they deliver it. A server is a child
 * process with a temporary folder and an empty database, which end with it.
 */
interface XmppServer extends StartedProgram {
  readonly port: number;
  readonly databaseUrl: string;
  /** Returns the number of archived rows, two per message. */
  countArchived(database: pg.Client): Promise<number>;
  end(): Promise<void>;
}
export interface XmppServerKind {
  readonly name: string;
  readonly packages: readonly string[];
  /** Starts the server with accounts whose password is `xmppPassword`. */
  start(database: PeerDatabase, accounts: readonly string[]): Promise<XmppServer>;
}
/** A PostgreSQL server, by Unix socket or TCP for pg, and by TCP. */
export interface PeerDatabase {
  readonly url: string;
  readonly host: string;
  readonly port: number;
}

/** Domain of the accounts. */
export const xmppDomain = "localhost";
export const xmppPassword = "bench";

const prosody: XmppServerKind = {
  name: "prosody",
  packages: ["prosody", "lua-dbi-postgresql"],
  start: (database) =>
    startServer(database, "select count(*)::int as n from prosodyarchive", (environment) => {
      const url = new URL(environment.databaseUrl);
      const file = join(environment.folder, "prosody.cfg.lua");
      writeFileSync(
        file,
        `run_as_root = true
data_path = ${JSON.stringify(environment.folder)}
modules_enabled = { "saslauth", "mam" }
modules_disabled = { "s2s" }
interfaces = { "127.0.0.1" }
c2s_ports = { ${environment.port} }
c2s_require_encryption = false
allow_unencrypted_plain_auth = true
authentication = "insecure"
insecure_open_authentication = "Yes please, I know what I'm doing!"
storage = { archive = "sql" }
sql = { driver = "PostgreSQL", database = "${url.pathname.slice(1)}", host = "${url.searchParams.get("host") ?? url.hostname}", port = ${url.port || 5432}, username = "${url.username}", password = ${JSON.stringify(decodeURIComponent(url.password))} }
default_archive_policy = true
archive_expires_after = "never"
log = { warn = "*console" }
VirtualHost "${xmppDomain}"
`,
      );
      return { command: "prosody", args: ["-F", "--config", file] };
    }),
};

const ejabberdControl = "/usr/sbin/ejabberdctl";
const ejabberd: XmppServerKind = {
  name: "ejabberd",
  packages: ["ejabberd", "erlang-p1-pgsql"],
  start: (database, accounts) =>
    startServer(database, "select count(*)::int as n from archive", async (environment) => {
      await createEjabberdTables(environment.databaseUrl, accounts);
      const url = new URL(environment.databaseUrl);
      const file = join(environment.folder, "ejabberd.yml");
      writeFileSync(
        file,
        `hosts: [${xmppDomain}]
loglevel: error
listen:
  - { ip: "127.0.0.1", port: ${environment.port}, module: ejabberd_c2s, shaper: none }
auth_method: [sql]
auth_password_format: plain
default_db: sql
sql_type: pgsql
sql_server: "${database.host}"
sql_port: ${database.port}
sql_database: "${url.pathname.slice(1)}"
sql_username: "${url.username}"
sql_password: ${JSON.stringify(decodeURIComponent(url.password))}
modules:
  mod_mam: { default: always }
`,
      );
      // Its own script needs a daemon for node names, which would outlive the benchmark.
      return {
        command: "erl",
        args: [
          "+K",
          "true",
          "-noinput",
          "-mnesia",
          "dir",
          `"${environment.folder}"`,
          "-s",
          "ejabberd",
        ],
        env: {
          ERL_LIBS: /^ERL_LIBS='(.*)'$/m.exec(readFileSync(ejabberdControl, "utf8"))?.[1] ?? "",
          EJABBERD_CONFIG_PATH: file,
          EJABBERD_LOG_PATH: join(environment.folder, "ejabberd.log"),
          ERL_CRASH_DUMP: join(environment.folder, "crash.dump"),
          HOME: environment.folder,
        },
      };
    }),
};
async function createEjabberdTables(
  databaseUrl: string,
  accounts: readonly string[],
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(readFileSync("/usr/share/ejabberd/sql/pg.sql", "utf8"));
    await client.query(
      "insert into users (username, password) select name, $2 from unnest($1::text[]) name",
      [accounts, xmppPassword],
    );
  } finally {
    await client.end();
  }
}

export const xmppServerKinds: readonly XmppServerKind[] = [prosody, ejabberd];

/** Returns whether all Debian packages of a server are installed. */
export function isInstalled({ packages }: XmppServerKind): boolean {
  const { stdout } = spawnSync("dpkg-query", ["-W", "-f", "${db:Status-Status}\n", ...packages], {
    encoding: "utf8",
  });
  return (
    (stdout ?? "").split("\n").filter((line) => line === "installed").length === packages.length
  );
}
/** Returns the command that installs a server. */
export const getInstallCommand = ({ packages }: XmppServerKind): string =>
  `apt-get install ${packages.join(" ")}`;

/** What a server is configured with. */
interface ServerEnvironment {
  readonly folder: string;
  readonly port: number;
  readonly databaseUrl: string;
}
/** How a configured server is started. */
interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}
async function startServer(
  database: PeerDatabase,
  archiveSql: string,
  configure: (environment: ServerEnvironment) => Command | Promise<Command>,
): Promise<XmppServer> {
  const folder = mkdtempSync(join(tmpdir(), "parlour-bench-peer-"));
  const testDatabase = await createEmptyDatabase(database.url);
  const clear = async (): Promise<void> => {
    await testDatabase.drop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const port = await findFreePort();
    const command = await configure({ folder, port, databaseUrl: testDatabase.url });
    const program = await startProgram({ ...command, folder, port });
    return {
      ...program,
      port,
      databaseUrl: testDatabase.url,
      countArchived: async (client) =>
        (await client.query<{ n: number }>(archiveSql)).rows[0]?.n ?? 0,
      async end() {
        await program.stop();
        await clear();
      },
    };
  } catch (error) {
    await clear();
    throw error;
  }
}
