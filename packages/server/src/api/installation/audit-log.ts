import type { FastifyInstance } from "fastify";
import {
  AuditActions,
  AuditLog,
  AuditQuery,
  AuditScopeQuery,
  AuditVerification,
} from "@parlour/protocol/api";
import { listAudit, listAuditActions } from "../../store/sign-in/audit.ts";
import { verifyAudit } from "../../store/sign-in/audit-verification.ts";
import { cutPage, decodeCursor } from "../kit/cursor.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { type AuditDeps, getChain, serializeEntry, toFilter } from "./audit-serializer.ts";
import { exportEntriesRoute } from "./audit-export.ts";

/** Registers the audit log (API-072), a hash chain that reveals later edits. */
export function auditRoutes(app: FastifyInstance, deps: AuditDeps): void {
  listEntriesRoute(app, deps);
  listActionsRoute(app, deps);
  verifyChainRoute(app, deps);
  exportEntriesRoute(app, deps);
}

function listEntriesRoute(app: FastifyInstance, deps: AuditDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/audit",
    action: "audit.read",
    tag: "audit",
    summary: "List audit log entries",
    query: AuditQuery,
    status: 200,
    answer: AuditLog,
    handle: async ({ principal, query }) => {
      const limit = query.limit ?? 50;
      const [before] = decodeCursor("audit", query.cursor, 1);
      const rows = await listAudit(deps.sql, getChain(principal, query), {
        ...toFilter(query),
        limit: limit + 1,
        before,
      });
      const page = cutPage("audit", rows, limit, ({ n }) => [n]);
      return { ...page, items: page.items.map(serializeEntry) };
    },
  });
}
function listActionsRoute(app: FastifyInstance, deps: AuditDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/audit/actions",
    action: "audit.read",
    tag: "audit",
    summary: "List the actions in the audit log",
    query: AuditScopeQuery,
    status: 200,
    answer: AuditActions,
    handle: async ({ principal, query }) => ({
      items: [...(await listAuditActions(deps.sql, getChain(principal, query)))],
    }),
  });
}
function verifyChainRoute(app: FastifyInstance, deps: AuditDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/audit/verify",
    action: "audit.read",
    tag: "audit",
    summary: "Verify the audit log",
    query: AuditScopeQuery,
    status: 200,
    answer: AuditVerification,
    handle: async ({ principal, query }) => {
      const { brokenAt, ...verdict } = await verifyAudit(deps.sql, getChain(principal, query));
      return { intact: brokenAt === null, ...verdict, broken_at: brokenAt };
    },
  });
}
