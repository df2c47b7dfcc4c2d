import pg from "pg";
import {
  askAll,
  findPrimaries,
  getSocket,
  HostProbe,
  isSilent,
  readAnswers,
  type HostState,
} from "./ask-hosts.ts";
import type { GrowingLimit } from "./growing-limit.ts";
import { isForReads, parseDatabaseHosts } from "./url.ts";

/** Thrown if no server of the URL accepts writes now. */
export class NoPrimaryError extends Error {
  constructor(states: readonly HostState[]) {
    super(`no host of DATABASE_URL accepts writes now: ${states.map(describeState).join("; ")}`);
    this.name = "NoPrimary";
  }
}
/** Thrown if the servers of the URL do not have the same data. */
export class SeveralClustersError extends Error {
  constructor(hosts: readonly string[]) {
    super(
      `the hosts of DATABASE_URL (${hosts.join(", ")}) belong to different database clusters; name one primary and its standbys`,
    );
    this.name = "SeveralClusters";
  }
}
/** Further questions if no server answers in time. */
const maxRepeats = 2;
const describeState = ({ host, role, reason }: HostState): string =>
  role === "standby" ? `${host} is a standby` : `${host}: ${reason}`;

/**
 * Finds the server that a connection needs: the primary, or for reads a standby. It remembers the
 * server until a connection to it fails or ends, so that a connection costs no question.
 */
class HostFinder {
  readonly #probes: readonly HostProbe[];
  readonly #role: "primary" | "standby";
  /** Connections to the found server, and to earlier ones. */
  readonly #clients = new Map<DatabaseClient, string>();
  #found: string | null = null;
  #finding: Promise<string> | null = null;
  /** Id of the cluster of the first server that was found. */
  #cluster: string | null = null;
  /** Called after each question that found a server. */
  readonly listeners = new Set<() => void>();

  constructor(urls: readonly string[], role: "primary" | "standby") {
    this.#probes = urls.map((url) => new HostProbe(url));
    this.#role = role;
  }
  /** Closes the connections for questions. */
  close(): void {
    for (const probe of this.#probes) probe.close();
  }
  /** Returns the URL of the server. Throws NoPrimaryError or SeveralClustersError. */
  find(): Promise<string> {
    if (this.#found !== null) return Promise.resolve(this.#found);
    this.#finding ??= this.#ask().finally(() => (this.#finding = null));
    return this.#finding;
  }
  /**
   * Notes a connection to a server. If it fails, the next connection asks again. If another server
   * is found, it is closed: a server that does not answer any more would delay its users.
   */
  addClient(client: DatabaseClient, url: string): void {
    this.#clients.set(client, url);
    client.once("error", () => this.invalidate(url));
    client.once("end", () => this.#clients.delete(client));
  }
  /** Asks all servers. One of another cluster counts as refused. */
  async readStates(): Promise<readonly HostState[]> {
    const answers = await readAnswers(this.#probes.map(({ url }) => url));
    return answers.map((answer) =>
      ["", this.#cluster ?? answer.cluster].includes(answer.cluster)
        ? answer
        : { ...answer, role: "refused", reason: "it belongs to another database cluster" },
    );
  }
  invalidate(url: string): void {
    if (this.#found === url) this.#found = null;
  }
  async #ask(): Promise<string> {
    let answers = await askAll(this.#probes);
    // A process or machine that is busy, as at a start, is late. The questions continue.
    for (let n = 0; n < maxRepeats && answers.every(isSilent); n++)
      answers = await askAll(this.#probes);
    const usable = answers.filter(
      ({ cluster }) => cluster !== "" && cluster === (this.#cluster ?? cluster),
    );
    if (new Set(usable.map(({ cluster }) => cluster)).size > 1)
      throw new SeveralClustersError(answers.map(({ host }) => host));
    const [primary] = findPrimaries(usable);
    const standby = usable.find(({ role }) => role === "standby");
    const chosen = this.#role === "primary" ? primary : (standby ?? primary);
    if (chosen === undefined) throw new NoPrimaryError(answers);
    this.#cluster ??= chosen.cluster;
    for (const [client, url] of this.#clients) if (url !== chosen.url) destroySocket(client);
    this.#found = chosen.url;
    for (const listener of this.listeners) listener();
    return chosen.url;
  }
}

/**
 * Closes a connection. Its statement fails. `end` would wait forever if the server is silent. The
 * next connection asks all hosts for the primary.
 */
export function destroySocket(client: pg.Client): void {
  if (client instanceof DatabaseClient) client.invalidateHost();
  getSocket(client).destroy();
}

/** Finders by URL, which all connections of this process share. */
const finders = new Map<string, HostFinder>();

function findFinder(url: string): HostFinder | null {
  const hosts = parseDatabaseHosts(url);
  if (hosts === undefined || hosts.urls.length === 1) return null;
  let finder = finders.get(url);
  if (finder === undefined) {
    const role = isForReads(hosts.target) ? "standby" : "primary";
    finders.set(url, (finder = new HostFinder(hosts.urls, role)));
  }
  return finder;
}
/** Asks all servers of a URL with several hosts. Null: it has one host. */
export const readHostStates = (url: string): Promise<readonly HostState[] | null> =>
  findFinder(url)?.readStates() ?? Promise.resolve(null);

/**
 * Calls the listener after each search for the primary. Returns a function that ends that, and with
 * the last listener the connections for questions.
 */
export function watchHosts(url: string, listener: () => void): () => void {
  const finder = findFinder(url);
  finder?.listeners.add(listener);
  return () => {
    finder?.listeners.delete(listener);
    if (finder?.listeners.size === 0) finder.close();
  };
}

/** Settings of a connection. `connectLimit` replaces the fixed `connectionTimeoutMillis`. */
export interface DatabaseClientConfig extends pg.ClientConfig {
  readonly connectLimit?: GrowingLimit;
}

/**
 * A connection to the primary of a database URL with several hosts, or to its only host. Each
 * connect chooses the server again, so it follows a failover.
 */
export class DatabaseClient extends pg.Client {
  readonly #finder: HostFinder | null;
  /** URL of the host, if there are several. */
  #url: string | null = null;

  readonly #limit: GrowingLimit | undefined;

  constructor({ connectLimit, ...config }: DatabaseClientConfig = {}) {
    const finder = findFinder(config.connectionString ?? "");
    super({
      ...config,
      connectionString: finder === null ? config.connectionString : firstUrl(config),
      connectionTimeoutMillis: connectLimit?.next() ?? config.connectionTimeoutMillis,
    });
    this.#finder = finder;
    this.#limit = connectLimit;
  }
  override connect(): Promise<pg.Client>;
  override connect(done: (error: Error | null, client?: pg.Client) => void): void;
  override connect(
    done?: (error: Error | null, client?: pg.Client) => void,
  ): Promise<pg.Client> | void {
    const connected = this.#finder === null ? super.connect() : this.#connectToHost(this.#finder);
    // Its success is noted with that of its first settings (connections.ts).
    connected.catch((error: unknown) => this.#limit?.note(error));
    if (done === undefined) return connected;
    connected.then(
      () => done(null, this),
      (error: Error) => done(error),
    );
  }

  invalidateHost(): void {
    if (this.#url !== null) this.#finder?.invalidate(this.#url);
  }
  async #connectToHost(finder: HostFinder): Promise<pg.Client> {
    const url = (this.#url = await finder.find());
    const { hostname, port, searchParams } = new URL(url);
    this.host = searchParams.get("host") ?? hostname.replace(/^\[|\]$/g, "");
    this.port = Number(searchParams.get("port") ?? port) || defaultPort;
    finder.addClient(this, url);
    try {
      return await super.connect();
    } catch (error) {
      finder.invalidate(url);
      throw error;
    }
  }
}
const defaultPort = 5_432;
const firstUrl = ({ connectionString = "" }: pg.ClientConfig): string =>
  parseDatabaseHosts(connectionString)?.urls[0] ?? connectionString;
