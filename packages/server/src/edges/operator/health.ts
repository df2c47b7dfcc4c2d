import type { FastifyInstance } from "fastify";
import { Health } from "@parlour/protocol/api";
import type { Deps } from "./deps.ts";
import { route } from "./route.ts";
import type { HealthRecord } from "./stores/health.ts";

/** Registers the health report of the installation for its owner (API-075). */
export function healthRoute(app: FastifyInstance, deps: Pick<Deps, "auth" | "health">): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/instance/health",
    action: "instance.manage",
    tag: "instance",
    summary: "Version, checks, storage and backup of the installation",
    status: 200,
    answer: Health,
    handle: async () => wire(await deps.health.report()),
  });
}

const wire = (seen: HealthRecord): Health => ({
  state: seen.state,
  checks: seen.checks.map(({ check, state, code, values, message, advice = null }) => ({
    check,
    state,
    code,
    values: { ...values },
    message,
    advice,
  })),
  checked_at: at(seen.checkedAt),
  version: seen.version,
  started_at: at(seen.startedAt),
  node_version: process.versions.node,
  database_version: seen.databaseVersion,
  storage: {
    database_bytes: seen.storage.databaseBytes,
    files: seen.storage.files,
    kind: seen.storage.kind,
    free_bytes: seen.storage.freeBytes,
  },
  backup: seen.backup && {
    created_at: at(seen.backup.at),
    folder: seen.backup.folder,
    is_there: seen.backup.isThere,
    accounts: seen.backup.accounts.map(({ id, name, position }) => ({ id, name, position })),
  },
  mail: seen.mail,
});
const at = (ms: number): string => new Date(ms).toISOString();
