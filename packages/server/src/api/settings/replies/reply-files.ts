import type { FastifyInstance } from "fastify";
import {
  ExportedReply,
  ExportQuery,
  ImportedReplies,
  ImportReplies,
  replyColumns,
  type ReplyFormat,
} from "@parlour/protocol/api";
import { omitFields } from "@parlour/protocol/omit-fields";
import { Type } from "typebox";
import type { AccountConfig } from "../../../core/command.ts";
import { refuse } from "../../../core/failure.ts";
import {
  type ReplyRow,
  listReplies,
  createReply,
  updateReply,
} from "../../../store/settings/content/canned-reply.ts";
import { formatCsvRow } from "../../../core/table/csv.ts";
import { assertReplyLimit, getReplyViewer } from "../../../settings/content/canned-reply.ts";
import { planReplyImport, type ReplyImport } from "./reply-import.ts";
import {
  buildFileResponses,
  declareRoute,
  fileContent,
  type RequestContext,
} from "../../kit/declare-route.ts";
import { changeSettings, mayChangeManaged, runIdempotent } from "../../kit/change-settings.ts";
import { can } from "../../../auth/index.ts";
import { createTransactionReader } from "../../../store/database/transaction-reader.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";

/** Registers the export and import of quick replies (API-048). */
export function replyFileRoutes(app: FastifyInstance, deps: RouteDeps): void {
  exportRepliesRoute(app, deps);
  importRepliesRoute(app, deps);
}

function exportRepliesRoute(app: FastifyInstance, deps: RouteDeps): void {
  app.get(
    "/canned-replies/export",
    {
      onRequest: deps.auth.guard("chats.read"),
      schema: {
        summary: "Export quick replies",
        tags: ["canned replies"],
        ...({ "x-action": "chats.read" } as object),
        querystring: ExportQuery,
        response: buildFileResponses("The file.", {
          ...fileContent.csv,
          "application/json": { schema: Type.Array(ExportedReply) },
        }),
      },
    },
    async (request, reply) => {
      const principal = deps.auth.principalOf(request);
      const { format } = request.query as { format: ReplyFormat };
      const [rows, config] = await Promise.all([
        listReplies(deps.reader, principal.accountId, getReplyViewer(principal)),
        deps.config(principal.accountId),
      ]);
      await reply
        .header(
          "content-type",
          format === "csv" ? "text/csv; charset=utf-8" : "application/json; charset=utf-8",
        )
        .header("content-disposition", `attachment; filename="quick-replies.${format}"`)
        .serializer((body: string) => body)
        .send(format === "csv" ? toCsv(rows, config) : toJson(rows, config));
    },
  );
}
const toJson = (rows: readonly ReplyRow[], config: AccountConfig): string =>
  `${JSON.stringify(
    rows.map((row) => toFileEntry(row, config)),
    null,
    2,
  )}\n`;

function importRepliesRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/canned-replies/import",
    action: "chats.answer",
    tag: "canned replies",
    summary: "Import quick replies",
    body: ImportReplies,
    status: 200,
    answer: ImportedReplies,
    handle: (context) => importReplies(deps, context),
  });
}
async function importReplies(
  deps: RouteDeps,
  context: RequestContext<unknown, unknown, ImportReplies>,
): Promise<ImportedReplies> {
  const { principal, body } = context;
  const account = principal.accountId;
  const audience = getReplyViewer(principal);
  const config = await deps.config(account);
  const planFor = (existing: readonly ReplyRow[]): ReplyImport =>
    planReplyImport(body.format, body.content, {
      canChangeShared: can(principal, "account.manage"),
      canChangeManaged: mayChangeManaged(principal, context.request),
      config,
      existing,
    });
  if (body.dry_run === true)
    return runIdempotent(deps, context, async () =>
      toSummary(planFor(await listReplies(deps.reader, account, audience))),
    );
  return changeSettings(deps, context, "canned_reply.import", async (tx, now) => {
    const plan = planFor(await listReplies(createTransactionReader(tx), account, audience));
    assertNoErrors(plan);
    const personalCount = plan.added.filter((row) => row.scope === "own").length;
    await assertReplyLimit(tx, account, principal.operatorId, {
      all: plan.added.length,
      own: personalCount,
    });
    const write = { now, operatorId: principal.operatorId };
    for (const row of plan.added) await createReply(tx, account, { ...row, managed: false }, write);
    for (const { id, ...row } of plan.changed) await updateReply(tx, { account, id }, row, write);
    const isChanged = plan.added.length + plan.changed.length > 0;
    return {
      result: toSummary(plan),
      changed: isChanged ? [{ kind: "canned_reply" as const, id: null }] : [],
      target: `canned replies: ${plan.added.length} added, ${plan.changed.length} changed`,
    };
  });
}
function assertNoErrors({ faults: [fault] }: ReplyImport): void {
  if (fault === undefined) return;
  const prefix = `Line ${fault.line}: ${fault.field === null ? "" : `${fault.field}: `}`;
  refuse("invalid_request", `${prefix}${fault.message}. Nothing was changed.`, {
    field: "content",
  });
}

const toSummary = (plan: ReplyImport): ImportedReplies => ({
  added: plan.added.length,
  changed: plan.changed.length,
  same: plan.same,
  faults: plan.faults,
});

const toCsv = (rows: readonly ReplyRow[], config: AccountConfig): string =>
  [
    formatCsvRow(replyColumns),
    ...rows.map((row) => formatCsvRow(Object.values(toFileEntry(row, config)))),
  ].join("");

/** Returns the fields in the order of `replyColumns`. */
function toFileEntry({ values }: ReplyRow, config: AccountConfig): ExportedReply {
  const { scope, department_id, ...texts } = omitFields(values, "for_agents");
  const department =
    department_id === null ? "" : (config.departments.get(department_id)?.name ?? "");
  return { scope, department, ...texts };
}
