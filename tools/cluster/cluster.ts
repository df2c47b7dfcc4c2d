import type { TestRedis } from "../../packages/testkit/src/external/redis/server.ts";
import type { ClusterDatabase } from "./cluster-database.ts";
import type { ClusterNode } from "./cluster-node.ts";
import type { HighAvailability } from "./high-availability/high-availability.ts";

export interface ClusterOptions {
  /** Folder of the database, the files and the secret key. It is kept when the cluster stops. */
  readonly folder: string;
  /** Number of nodes. Default: 3. */
  readonly nodes?: number;
  /** Port of the balancer. Default: a free one. */
  readonly port?: number;
  /** Default: true. */
  readonly hasRedis?: boolean;
  /**
   * Whether the balancer spreads requests and sockets over all nodes, as one without homes does.
   * Default: false, so that the first node gets them.
   */
  readonly isSpread?: boolean;
  /**
   * Whether there are three databases, three Redis servers and two balancers, of which any one can
   * fail. Default: false.
   */
  readonly isHighlyAvailable?: boolean;
  /**
   * Whether a commit waits until a standby has it, if there are standbys. Default: true. `false` is
   * a negative control, with which a failover loses acknowledged messages.
   */
  readonly isSynchronous?: boolean;
  /** Whether nodes reach database and Redis through relays that can be cut. Default: false. */
  readonly hasRelays?: boolean;
  /** Further settings of the nodes. */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Whether all nodes of a new installation start at the same time. Default: false, so that the
   * first one has created it before the others start.
   */
  readonly startsTogether?: boolean;
  /** Entry of another build of the server. */
  readonly entry?: string;
  /** Receives the logs of the nodes, a piece at a time. */
  readonly onLog?: (node: number, text: string) => void;
}

/** PostgreSQL, Redis, several nodes and HAProxy on this machine. */
export interface Cluster {
  /** The address of the balancer. */
  readonly url: string;
  readonly port: number;
  readonly databaseUrl: string;
  readonly nodes: readonly ClusterNode[];
  /** Null without Redis, and with Sentinels. */
  readonly redis: TestRedis | null;
  /** Null if there are several databases. */
  readonly database: ClusterDatabase | null;
  /** Null: each part except the nodes runs once. */
  readonly highAvailability: HighAvailability | null;
  /** The link with which the first account is created. Null if there is one. */
  readonly setUpLink: string | null;
  /** Stops everything in order: balancer, nodes, relays, Redis, database. */
  stop(): Promise<void>;
}

/** The servers of a cluster besides nodes and balancers. */
export type ClusterServers = Omit<Cluster, "url" | "port" | "nodes" | "setUpLink" | "stop"> & {
  readonly redisUrl: string | null;
  /** Where the nodes read what may be late. Absent: from the primary. */
  readonly databaseReadUrl?: string;
};
