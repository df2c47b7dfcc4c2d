import type { FastifyInstance } from "fastify";
import { Health } from "@parlour/protocol/api";
import type { Deps } from "../deps.ts";
import { declareRoute } from "../kit/declare-route.ts";
import type { HealthRecord } from "../stores/health.ts";

/** Registers the health report of the installation for its owner (API-075). */
export function healthRoute(app: FastifyInstance, deps: Pick<Deps, "auth" | "health">): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/instance/health",
    action: "instance.manage",
    tag: "instance",
    summary: "Version, checks, storage and backup of the installation",
    status: 200,
    answer: Health,
    handle: async () => serializeHealth(await deps.health.report()),
  });
}

const serializeHealth = (report: HealthRecord): Health => ({
  state: report.state,
  checks: report.checks.map(({ check, state, code, values, message, advice = null }) => ({
    check,
    state,
    code,
    values: { ...values },
    message,
    advice,
  })),
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
});
const formatTime = (ms: number): string => new Date(ms).toISOString();
