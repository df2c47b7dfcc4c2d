import type { FastifyInstance } from "fastify";
import { ExportQuery, ImportedReplies, ImportReplies, replyColumns, type ReplyFormat } from "@parlour/protocol/api";
import type { AccountConfig } from "../../core/command.ts";
import { refuse } from "../../core/failure.ts";
import type { ReplyRecord } from "../../core/record/canned-reply.ts";
import type { ReplyDeps } from "./canned-replies.ts";
import { csvLine } from "./csv.ts";
import { askerOf, refuseTooMany } from "./reply-input.ts";
import { planImport, type ReplyImport } from "./reply-import.ts";
import { bytesResponses, route, type Call } from "./route.ts";
import { changeSettings } from "./settings.ts";

/** Registers the export and import of quick replies (API-048). */
export function replyFileRoutes(app: FastifyInstance, deps: ReplyDeps): void {
  exportReplies(app, deps);
  importRepliesRoute(app, deps);
}

function exportReplies(app: FastifyInstance, deps: ReplyDeps): void {
  app.get(
    "/canned-replies/export",
    {
      onRequest: deps.auth.guard("chats.read"),
      schema: {
        summary: "The quick replies in the asker's reach as a file: `csv`, in which no cell begins a formula, or `json`",
        tags: ["canned replies"],
        operationId: "get_canned_replies_export",
        ...({ "x-action": "chats.read" } as object),
        querystring: ExportQuery,
        response: bytesResponses("The file."),
      },
    },
    async (request, reply) => {
      const principal = deps.auth.principalOf(request);
      const { format } = request.query as { format: ReplyFormat };
      const [rows, config] = await Promise.all([
        deps.cannedReplies.list(principal.accountId, askerOf(deps, principal)),
        deps.config(principal.accountId),
      ]);
      await reply
        .header("content-type", format === "csv" ? "text/csv; charset=utf-8" : "application/json; charset=utf-8")
        .header("content-disposition", `attachment; filename="quick-replies.${format}"`)
        .serializer((body: string) => body)
        .send(format === "csv" ? csvOf(rows, config) : jsonOf(rows, config));
    },
  );
}
const jsonOf = (rows: readonly ReplyRecord[], config: AccountConfig): string =>
  `${JSON.stringify(
    rows.map((row) => entryOf(row, config)),
    null,
    2,
  )}\n`;

function importRepliesRoute(app: FastifyInstance, deps: ReplyDeps): void {
  route(app, deps.auth, {
    method: "POST",
    url: "/canned-replies/import",
    action: "chats.answer",
    tag: "canned replies",
    summary: "Add and change quick replies from a file: all of it or nothing; `dry_run` says what would come of it, with every fault",
    body: ImportReplies,
    status: 200,
    answer: ImportedReplies,
    handle: (call) => importReplies(deps, call),
  });
}
async function importReplies(deps: ReplyDeps, call: Call<unknown, unknown, ImportReplies>): Promise<ImportedReplies> {
  const { principal, body } = call;
  const account = principal.accountId;
  const asker = askerOf(deps, principal);
  const config = await deps.config(account);
  const planFor = (present: readonly ReplyRecord[]): ReplyImport =>
    planImport(body.format, body.content, {
      operatorId: principal.operatorId,
      mayShared: deps.rights.may(principal, "account.manage"),
      mayManaged: principal.credential.kind === "key",
      config,
      present,
    });
  if (body.dry_run === true) return summaryOf(planFor(await deps.cannedReplies.list(account, asker)));
  return changeSettings(deps, call, "canned_reply.import", async (tx, now) => {
    const plan = planFor(await deps.cannedReplies.listIn(tx, account, asker));
    refuseFault(plan);
    const own = plan.added.filter((row) => row.scope === "own").length;
    await refuseTooMany(deps, tx, account, principal.operatorId, { all: plan.added.length, own });
    for (const row of plan.added) await deps.cannedReplies.create(tx, account, row, now);
    for (const { id, ...row } of plan.changed) await deps.cannedReplies.update(tx, account, id, row, now);
    const isChanged = plan.added.length + plan.changed.length > 0;
    return {
      result: summaryOf(plan),
      changed: isChanged ? [{ kind: "canned_reply" as const, id: null }] : [],
      target: `canned replies: ${plan.added.length} added, ${plan.changed.length} changed`,
    };
  });
}
function refuseFault({ faults: [fault] }: ReplyImport): void {
  if (fault === undefined) return;
  const place = `Line ${fault.line}: ${fault.field === null ? "" : `${fault.field}: `}`;
  refuse("invalid_request", `${place}${fault.message}. Nothing was changed.`, { field: "content" });
}

const summaryOf = (plan: ReplyImport): ImportedReplies => ({
  added: plan.added.length,
  changed: plan.changed.length,
  same: plan.same,
  faults: plan.faults,
});

const csvOf = (rows: readonly ReplyRecord[], config: AccountConfig): string =>
  [csvLine(replyColumns), ...rows.map((row) => csvLine(Object.values(entryOf(row, config))))].join("");

/** Returns the fields in the order of `replyColumns`. */
function entryOf(row: ReplyRecord, config: AccountConfig): Record<(typeof replyColumns)[number], string> {
  const department = row.departmentId === null ? "" : (config.departments.get(row.departmentId)?.name ?? "");
  return { scope: row.scope, department, folder: row.folder, shortcut: row.shortcut, language: row.language, text: row.text };
}
