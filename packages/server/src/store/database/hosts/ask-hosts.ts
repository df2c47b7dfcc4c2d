import type { Socket } from "node:net";
import pg from "pg";
import { createSystemClock } from "../../../clock.ts";
import { pause, waitWithTimeout } from "../../../core/pause.ts";
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

/** Time in milliseconds that a question waits for the answer of one server. */
const answerTimeoutMs = 1_500;
/** Time in milliseconds after which a silent connection to a server is given up. */
const maxSilenceMs = 20_000;
/**
 * Time in milliseconds for the other servers to answer before the first primary is used. Of two
 * primaries, the one that was promoted last is right: the other one has not noticed yet.
 */
const otherAnswersMs = 200;

/** Servers answer in real time, also if the clock of the server is that of a test. */
const clock = createSystemClock();
const silence = `no answer within ${answerTimeoutMs} ms`;

/** Returns whether a server neither answered nor refused the connection in time. */
export const isSilent = ({ reason }: HostState): boolean => reason === silence;

const roleSql = `select pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as standby,
  (select system_identifier::text from pg_control_system()) as cluster,
  case when pg_is_in_recovery() then '' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`;

/**
 * Asks one server for its role, over a connection that it keeps (CORE-500). On a machine without
 * idle time, a new connection takes longer than a question may wait. So a question that is not
 * answered in time continues, and the next one gets its answer.
 */
export class HostProbe {
  readonly url: string;
  readonly #host: string;
  #client: pg.Client | null = null;
  #question: Promise<HostAnswer> | null = null;

  constructor(url: string) {
    this.url = url;
    this.#host = describeHost(url);
  }
  /** Resolves with the answer, or with `refused` after `answerTimeoutMs`. Never rejects. */
  async ask(): Promise<HostAnswer> {
    const question = (this.#question ??= this.#readRole().finally(() => (this.#question = null)));
    const isInTime = await waitWithTimeout(clock, answerTimeoutMs, question);
    return isInTime ? question : this.#refuse(silence);
  }
  /** Closes the connection. The next question opens another one. */
  close(): void {
    // `end` would wait forever if the server is silent.
    if (this.#client !== null) getSocket(this.#client).destroy();
    this.#client = null;
  }

  async #readRole(): Promise<HostAnswer> {
    try {
      const client = this.#client ?? (await this.#connect());
      getSocket(client).ref();
      const { rows } = await client.query<{ standby: boolean; cluster: string; timeline: string }>(
        roleSql,
      );
      // A kept connection does not keep the process running.
      getSocket(client).unref();
      const [row] = rows;
      if (row === undefined) throw new Error("no answer");
      const { standby, cluster, timeline } = row;
      const role = standby ? "standby" : "primary";
      return { url: this.url, host: this.#host, role, reason: "", cluster, timeline };
    } catch (error) {
      this.close();
      return this.#refuse(error instanceof Error ? error.message : String(error));
    }
  }
  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.url,
      connectionTimeoutMillis: maxSilenceMs,
      query_timeout: maxSilenceMs,
      application_name: "parlour hosts",
    });
    const dropClient = (): void => {
      if (this.#client === client) this.#client = null;
    };
    // The query or the connect reports the error.
    client.on("error", dropClient);
    client.on("end", dropClient);
    this.#client = client;
    await client.connect();
    return client;
  }
  #refuse(reason: string): HostAnswer {
    return { url: this.url, host: this.#host, role: "refused", reason, cluster: "", timeline: "" };
  }
}

/** Returns the socket of a connection, which the types of pg do not name. */
export const getSocket = (client: pg.Client): Socket =>
  (client.connection as unknown as { stream: Socket }).stream;

/**
 * Asks all servers in parallel, over new connections, because a kept one does not show that others
 * are refused. Resolves with all answers, in the order of the names.
 */
export async function readAnswers(urls: readonly string[]): Promise<readonly HostAnswer[]> {
  const answers = await Promise.all(
    urls.map((url) => {
      const probe = new HostProbe(url);
      return probe.ask().finally(() => probe.close());
    }),
  );
  return answers.toSorted((a, b) => (a.host < b.host ? -1 : 1));
}

/** Asks all servers in parallel. Resolves with the answers so far, shortly after a primary's. */
export async function askAll(probes: readonly HostProbe[]): Promise<readonly HostAnswer[]> {
  const answers: HostAnswer[] = [];
  await new Promise<void>((resolve) => {
    for (const probe of probes)
      void probe.ask().then(async (answer) => {
        answers.push(answer);
        if (answers.length < probes.length && answer.role === "primary")
          await pause(clock, otherAnswersMs);
        if (answers.length === probes.length || answer.role === "primary") resolve();
      });
  });
  return answers;
}

/** Returns the primaries, the last promoted one first. */
export function findPrimaries<T extends HostState>(states: readonly T[]): readonly T[] {
  return states
    .filter(({ role }) => role === "primary")
    .toSorted((a, b) => (a.timeline < b.timeline ? 1 : -1));
}
