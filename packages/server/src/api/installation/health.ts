import type { FastifyInstance } from "fastify";
import {
  Health,
  type Finding,
  type FindingCode,
  type FindingState,
  type HealthCheck,
  type NodeHealth,
} from "@parlour/protocol/api";
import { declareRoute } from "../kit/declare-route.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

interface FindingRecord {
  readonly check: HealthCheck;
  readonly state: FindingState;
  readonly code: FindingCode;
  readonly values: Readonly<Record<string, string | number>>;
  readonly message: string;
  readonly advice?: string | undefined;
}
/** A running node (API-382). `report` is null if it did not respond. */
interface NodeRecord {
  readonly node: number;
  readonly isCurrent: boolean;
  readonly report: {
    readonly version: string;
    readonly startedAt: number;
    readonly host: string;
    /** Null: it stops. */
    readonly sockets: number | null;
    readonly problems: readonly FindingRecord[];
  } | null;
}
/** Health of the installation as seen from this node (API-075). Times are ms since 1970. */
interface HealthRecord {
  readonly state: FindingState;
  readonly checks: readonly FindingRecord[];
  readonly checkedAt: number;
  readonly version: string;
  readonly startedAt: number;
  readonly databaseVersion: string | null;
  readonly storage: {
    readonly databaseBytes: number | null;
    readonly files: { readonly count: number; readonly bytes: number } | null;
    readonly kind: "disk" | "s3";
    readonly freeBytes: number | null;
  };
  readonly backup: {
    readonly folder: string;
    readonly at: number;
    readonly isThere: boolean;
    readonly accounts: readonly {
      readonly id: number;
      readonly name: string;
      readonly position: number;
    }[];
  } | null;
  readonly mail: { readonly host: string; readonly port: number; readonly from: string } | null;
  readonly nodes: readonly NodeRecord[];
}
export interface HealthPort {
  /** Runs all checks. Takes a few seconds if a service does not respond. */
  report(): Promise<HealthRecord>;
  /** Newest one that this node knows, or null. `bytes`: null of an earlier release. */
  backup(): Promise<{ readonly at: number; readonly bytes: number | null } | null>;
}

/** Registers the health report of the installation for its owner (API-075). */
export function healthRoute(
  app: FastifyInstance,
  deps: RouteDeps & { readonly health: HealthPort },
): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/instance/health",
    action: "instance.manage",
    tag: "instance",
    summary: "Get the health of the installation",
    status: 200,
    answer: Health,
    handle: async () => serializeHealth(await deps.health.report()),
  });
}

const serializeHealth = (report: HealthRecord): Health => ({
  state: report.state,
  checks: report.checks.map(serializeFinding),
  checked_at: formatTime(report.checkedAt),
  version: report.version,
  started_at: formatTime(report.startedAt),
  node_version: process.versions.node,
  database_version: report.databaseVersion,
  storage: {
    database_bytes: report.storage.databaseBytes,
    files: report.storage.files,
    kind: report.storage.kind,
    free_bytes: report.storage.freeBytes,
  },
  backup: report.backup && {
    created_at: formatTime(report.backup.at),
    folder: report.backup.folder,
    is_there: report.backup.isThere,
    accounts: report.backup.accounts.map(({ id, name, position }) => ({ id, name, position })),
  },
  mail: report.mail,
  nodes: report.nodes.map(serializeNode),
});
const serializeFinding = (finding: FindingRecord): Finding => {
  const { check, state, code, values, message, advice = null } = finding;
  return { check, state, code, values: { ...values }, message, advice };
};
const serializeNode = ({ node, isCurrent, report }: NodeRecord): NodeHealth => ({
  id: node,
  is_current: isCurrent,
  state: getNodeState(report),
  version: report?.version ?? null,
  started_at: report === null ? null : formatTime(report.startedAt),
  host: report?.host ?? null,
  sockets: report?.sockets ?? null,
  problems: report?.problems.map(serializeFinding) ?? [],
});
function getNodeState(report: NodeRecord["report"]): NodeHealth["state"] {
  if (report === null) return "silent";
  if (report.sockets === null) return "stopping";
  return report.problems.length > 0 ? "not_ready" : "ready";
}
const formatTime = (ms: number): string => new Date(ms).toISOString();
