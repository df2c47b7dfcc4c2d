import pg from "pg";
import { describeHost } from "./url.ts";

/** What a server answered when it was asked for its role. */
export interface HostState {
  readonly host: string;
  /** `refused`: it did not answer, or refused the connection, for `reason`. */
  readonly role: "primary" | "standby" | "refused";
  readonly reason: string;
  /** Timeline of a primary, as in the names of its log files. It increases with each promotion. */
  readonly timeline: string;
}
export interface HostAnswer extends HostState {
  readonly url: string;
  /** Id that a cluster and its standbys have in common. "" if the server did not answer. */
  readonly cluster: string;
}

/** Limit for the answer of one server in milliseconds. */
const answerTimeoutMs = 1_500;

const silence = `no answer within ${answerTimeoutMs} ms`;

/** Returns whether a server neither answered nor refused the connection in time. */
export const isSilent = ({ reason }: HostState): boolean => reason === silence;

/** Asks all servers in parallel. Resolves with all answers, in the order of the names. */
export async function readAnswers(urls: readonly string[]): Promise<readonly HostAnswer[]> {
  const answers: HostAnswer[] = [];
  await Promise.all(urls.map((url) => askHost(url, (answer) => answers.push(answer))));
  return answers.toSorted((a, b) => (a.host < b.host ? -1 : 1));
}

/** Asks all servers in parallel. Resolves with the answers so far, shortly after a primary's. */
export async function askAll(urls: readonly string[]): Promise<readonly HostAnswer[]> {
  const answers: HostAnswer[] = [];
  await new Promise<void>((resolve) => {
    for (const url of urls)
      void askHost(url, (answer) => answers.push(answer)).then(() => {
        if (answers.length === urls.length || answers.some(({ role }) => role === "primary"))
          resolve();
      });
  });
  return answers;
}

const roleSql = `select pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as standby,
  (select system_identifier::text from pg_control_system()) as cluster,
  case when pg_is_in_recovery() then '' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`;
/**
 * Lets the other servers answer before the first primary is used. Of two primaries, the one that
 * was promoted last is right: the other one has not noticed yet.
 */
const waitSql = "select pg_sleep(0.2)";

/** Returns the primaries, the last promoted one first. */
export function findPrimaries<T extends HostState>(states: readonly T[]): readonly T[] {
  return states
    .filter(({ role }) => role === "primary")
    .toSorted((a, b) => (a.timeline < b.timeline ? 1 : -1));
}

/** Asks one server for its role. Never rejects. */
async function askHost(url: string, note: (answer: HostAnswer) => void): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: answerTimeoutMs,
    query_timeout: answerTimeoutMs,
    application_name: "parlour hosts",
  });
  // The query or the connect reports the error.
  client.on("error", () => undefined);
  const host = describeHost(url);
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean; cluster: string; timeline: string }>(
      roleSql,
    );
    const [row] = rows;
    if (row === undefined) throw new Error("no answer");
    const { standby, cluster, timeline } = row;
    note({ url, host, role: standby ? "standby" : "primary", reason: "", cluster, timeline });
    if (!standby) await client.query(waitSql).catch(() => undefined);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const reason = /timeout/i.test(text) ? silence : text;
    note({ url, host, role: "refused", reason, cluster: "", timeline: "" });
  } finally {
    void client.end().catch(() => undefined);
  }
}
