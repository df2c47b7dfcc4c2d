import { accessSync, constants, existsSync, statfsSync } from "node:fs";
import { createServer, isIP } from "node:net";
import { dirname, resolve } from "node:path";
import { connect as connectTls } from "node:tls";
import pg from "pg";
import { addresses, type Config } from "../config.ts";
import type { Clock } from "../core/ports.ts";
import { findRunning } from "../embedded/index.ts";
import { prepareBinaries } from "../embedded/binaries.ts";
import { StartFault } from "../embedded/fault.ts";
import { databaseUser } from "../embedded/run-as.ts";
import type { Log } from "../log.ts";
import { dataDirOf } from "./database.ts";
import { toFault } from "./to-fault.ts";

/** One thing that was looked at. A fault keeps Parlour from working; a warning will or may. */
export interface Finding {
  readonly check: string;
  readonly state: "good" | "warning" | "fault";
  readonly message: string;
  /** What to do. */
  readonly advice?: string;
}
interface Deps {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
}

export const checks: readonly ((deps: Deps) => Promise<Finding[]>)[] = [disk, database, port, tls, egress];

const mib = 1024 * 1024;

async function disk({ config }: Deps): Promise<Finding[]> {
  const folder = dataDirOf(config);
  let at = resolve(folder);
  while (!existsSync(at)) at = dirname(at);
  try {
    accessSync(at, constants.W_OK | constants.X_OK);
  } catch {
    return [
      {
        check: "disk",
        state: "fault",
        message: `${at} is not writable`,
        advice: "choose another DATA_DIR, or run as the owner of this one",
      },
    ];
  }
  const { bavail, bsize } = statfsSync(at);
  const free = Math.floor((bavail * bsize) / mib);
  const message = `${free} MiB free for ${folder}`;
  if (free < 200) return [{ check: "disk", state: "fault", message, advice: "free space: below 200 MiB messages may be refused" }];
  if (free < 2_048) return [{ check: "disk", state: "warning", message, advice: "plan for more space: files and history grow" }];
  return [{ check: "disk", state: "good", message }];
}

/** Reaches the database without starting anything; the clocks of both machines are compared on the way. */
async function database({ config, clock, log }: Deps): Promise<Finding[]> {
  const dataDir = dataDirOf(config);
  const url = config.databaseUrl ?? findRunning(dataDir, clock)?.url ?? null;
  if (url === null) return [notRunning(dataDir)];
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, application_name: "parlour doctor" });
  client.on("error", (error) => log.debug({ err: error }, "doctor.database"));
  try {
    await client.connect();
    return await askDatabase(client, clock);
  } catch (error) {
    const fault = toFault(error, { host: config.host, port: config.port, databaseUrl: config.databaseUrl });
    if (!fault) throw error;
    return [{ check: "database", state: "fault", message: fault.message }];
  } finally {
    await client.end();
  }
}

function notRunning(dataDir: string): Finding {
  try {
    const as = databaseUser();
    const { version } = prepareBinaries({ as, copyTo: as ? "/var/lib/parlour/pgsql" : resolve(dataDir, "pgsql") });
    return { check: "database", state: "good", message: `embedded PostgreSQL ${version} runs on this machine; it is not started now` };
  } catch (error) {
    if (!(error instanceof StartFault)) throw error;
    return { check: "database", state: "fault", message: error.message };
  }
}

interface DatabaseFacts {
  version: string;
  number: number;
  unsafe: string[];
  now: number;
  may_create_role: boolean;
  has_roles: boolean;
  free: number;
}
async function askDatabase(client: pg.Client, clock: Clock): Promise<Finding[]> {
  const asked = clock.now();
  const { rows } = await client.query<DatabaseFacts>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
       array(select name from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off')::text[] as unsafe,
       (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
       (select rolcreaterole or rolsuper from pg_roles where rolname = current_user) as may_create_role,
       (select count(*) = 2 from pg_roles where rolname in ('parlour_writer', 'parlour_reader')) as has_roles,
       current_setting('max_connections')::int - (select count(*)::int from pg_stat_activity) as free`,
  );
  const facts = rows[0];
  if (!facts) throw new Error("the database answered no row");
  const found: Finding[] = [];
  if (facts.number < 150_000)
    found.push({
      check: "database",
      state: "fault",
      message: `PostgreSQL ${facts.version} is too old`,
      advice: "use PostgreSQL 15 or newer",
    });
  if (facts.unsafe.length > 0)
    found.push({
      check: "database",
      state: "fault",
      message: `${facts.unsafe.join(", ")} is off: acknowledged messages could be lost`,
      advice: "turn it on in postgresql.conf and restart PostgreSQL",
    });
  if (!facts.may_create_role && !facts.has_roles)
    found.push({
      check: "database",
      state: "fault",
      message: "its user may not create the roles that Parlour needs",
      advice: "start Parlour once: it prints the SQL to run",
    });
  if (facts.free < 25)
    found.push({
      check: "database",
      state: "warning",
      message: `only ${facts.free} connections are free`,
      advice: "raise max_connections: a node uses about 25",
    });
  if (found.length === 0) found.push({ check: "database", state: "good", message: `PostgreSQL ${facts.version} answers` });
  const apart = Math.round(Math.abs(facts.now - (asked + clock.now()) / 2));
  found.push(
    apart > 2_000
      ? {
          check: "clock",
          state: "warning",
          message: `this machine and the database are ${apart} ms apart`,
          advice: "synchronise both by NTP",
        }
      : { check: "clock", state: "good", message: "agrees with the database's" },
  );
  return found;
}

/** A port that a running Parlour holds is no fault. */
async function port({ config }: Deps): Promise<Finding[]> {
  const { host, port: number } = config;
  const server = createServer();
  const code = await new Promise<string | null>((done) => {
    server.once("error", (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    server.listen(number, host, () => done(null));
  });
  if (code === null) {
    await new Promise((done) => server.close(done));
    return [{ check: "port", state: "good", message: `${host}:${number} is free` }];
  }
  if (code === "EADDRINUSE")
    return [
      {
        check: "port",
        state: "warning",
        message: `${host}:${number} is in use`,
        advice: "fine when Parlour is running; else stop what uses it or set PORT",
      },
    ];
  const fault = toFault(Object.assign(new Error(code), { code, syscall: "listen" }), config);
  return [{ check: "port", state: "fault", message: fault?.message ?? code }];
}

const dayMs = 86_400_000;
/** Who offers https must have a certificate that others trust: integrators and browsers verify it. */
async function tls({ config, clock }: Deps): Promise<Finding[]> {
  const { publicUrl } = addresses(config, config.port);
  const url = new URL(publicUrl);
  if (url.protocol === "http:") {
    const local = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
    return [
      local
        ? { check: "TLS", state: "good", message: "not needed: PUBLIC_URL is on this machine" }
        : {
            check: "TLS",
            state: "warning",
            message: `${publicUrl} is not encrypted`,
            advice: "put a proxy with TLS in front and set PUBLIC_URL to its https address",
          },
    ];
  }
  const answer = await certificateOf(url.hostname, Number(url.port || 443), clock);
  if (typeof answer === "string")
    return [
      {
        check: "TLS",
        state: "fault",
        message: `${publicUrl}: ${answer}`,
        advice: "mend the proxy or its certificate; never turn verification off at integrators",
      },
    ];
  const daysLeft = Math.floor((answer - clock.now()) / dayMs);
  if (daysLeft < 14)
    return [{ check: "TLS", state: "warning", message: `the certificate of ${url.host} ends in ${daysLeft} days`, advice: "renew it" }];
  return [{ check: "TLS", state: "good", message: `the certificate of ${url.host} is trusted for ${daysLeft} days` }];
}
function certificateOf(host: string, port: number, clock: Clock): Promise<number | string> {
  return new Promise((done) => {
    const socket = connectTls({ host, port, ...(isIP(host) === 0 ? { servername: host } : {}) });
    const cancel = clock.alarm(clock.now() + 5_000, () => end("no answer within 5 s"));
    const end = (answer: number | string): void => {
      cancel();
      socket.destroy();
      done(answer);
    };
    socket.once("secureConnect", () => end(Date.parse(socket.getPeerCertificate().valid_to)));
    socket.once("error", (error) => end(error.message));
  });
}

/** Outgoing requests need name lookup; what is allowed although private is worth seeing. */
async function egress({ config }: Deps): Promise<Finding[]> {
  const proxies = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"].filter((name) => (process.env[name] ?? "") !== "");
  const found: Finding[] =
    proxies.length === 0
      ? []
      : [
          {
            check: "egress",
            state: "warning",
            message: `${proxies.join(", ")} is set, but requests to integrators never go through a proxy`,
            advice: "open the way to them in the firewall",
          },
        ];
  const { Resolver } = await import("node:dns/promises");
  const servers = new Resolver().getServers();
  if (servers.length === 0)
    return [
      ...found,
      {
        check: "egress",
        state: "fault",
        message: "no name server is configured",
        advice: "without one no integrator's host name can be found; see /etc/resolv.conf",
      },
    ];
  const allowed =
    config.egressAllow.length === 0
      ? "no private target is allowed by EGRESS_ALLOW"
      : `private targets allowed by EGRESS_ALLOW: ${config.egressAllow.join(", ")}`;
  return [...found, { check: "egress", state: "good", message: allowed }];
}
