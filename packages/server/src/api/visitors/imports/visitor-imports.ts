import type { FastifyInstance } from "fastify";
import {
  EmptyBody,
  IdParams,
  PageQuery,
  VisitorImport,
  VisitorImportDetails,
  VisitorImportPlan,
  VisitorImports,
} from "@parlour/protocol/api";
import { importLimits, importTargets } from "@parlour/protocol/visitor-import";
import type { ImportPort } from "../../../actions/imports/index.ts";
import { canSeeChannel, type Principal } from "../../../auth/index.ts";
import type { AccountConfig } from "../../../core/command.ts";
import { isFailure, refuse, Refusal } from "../../../core/failure.ts";
import { findSendableChannel } from "../../../core/sendable-channel.ts";
import { registerUploadRoutes } from "../../../http/body/upload-form.ts";
import type { Sql } from "../../../store/database/sql.ts";
import {
  cancelImport,
  countOpenImports,
  listImports,
  startImport,
  startPlan,
  type ImportKey,
  type ImportRecord,
} from "../../../store/imports/visitor-import.ts";
import { changeSettings } from "../../kit/change-settings.ts";
import { cutPage, decodeCursor } from "../../kit/cursor.ts";
import { declareRoute, type ResourceRequestContext } from "../../kit/declare-route.ts";
import { receiveVisitorFile } from "./read-file.ts";
import { refusedRowsRoute, type RefusedRowsDeps } from "./refused-rows.ts";
import { assertReadsTexts, requireImport } from "./require-import.ts";
import { loadImportDetails, serializeImport } from "./serialize-import.ts";

interface ImportDeps extends RefusedRowsDeps {
  readonly imports: ImportPort;
}

const shared = { action: "visitors.import", tag: "visitors" } as const;
const one = { ...shared, params: IdParams } as const;

/** Registers the routes that import visitors from a CSV file (VI-001 – VI-023). */
export async function visitorImportRoutes(app: FastifyInstance, deps: ImportDeps): Promise<void> {
  const { auth, reader } = deps;
  declareRoute(app, auth, {
    ...shared,
    method: "GET",
    url: "/visitor-imports",
    summary: "List imports of visitors",
    query: PageQuery,
    status: 200,
    answer: VisitorImports,
    async handle({ principal, query: { limit = 50, cursor } }) {
      assertReadsTexts(principal);
      const [before = Number.MAX_SAFE_INTEGER] = decodeCursor("visitor_imports", cursor, 1);
      const rows = await listImports(reader, principal.accountId, { before, limit: limit + 1 });
      const page = cutPage("visitor_imports", rows, limit, ({ id }) => [id]);
      const config = await deps.config(principal.accountId);
      return { ...page, items: page.items.map((row) => serializeImport(row, config)) };
    },
  });
  await registerUploadRoutes(app, (forms) => uploadRoute(forms, deps));
  declareRoute(app, auth, {
    ...one,
    method: "GET",
    url: "/visitor-imports/:id",
    summary: "Get an import of visitors",
    status: 200,
    answer: VisitorImportDetails,
    handle: async ({ principal, params }) =>
      loadImportDetails(deps, principal, await requireImport(deps, principal, params.id)),
  });
  planRoute(app, deps);
  stateRoutes(app, deps);
  refusedRowsRoute(app, deps);
}

function uploadRoute(forms: FastifyInstance, deps: ImportDeps): void {
  declareRoute(forms, deps.auth, {
    ...shared,
    method: "POST",
    url: "/visitor-imports",
    summary: "Upload a file with visitors",
    status: 201,
    answer: VisitorImportDetails,
    once: "answer",
    async handle({ principal, request }) {
      assertReadsTexts(principal);
      const { accountId, operatorId } = principal;
      const file = await receiveVisitorFile(request, {
        clock: deps.clock,
        async admit() {
          if ((await countOpenImports(deps.reader, accountId)) >= importLimits.open)
            refuse(
              "at_limit",
              `The account has ${importLimits.open} imports that have not ended. Cancel one first.`,
              { limit: "imports" },
            );
        },
      });
      const id = await deps.imports.createDraft(accountId, { ...file, operatorId });
      return loadImportDetails(deps, principal, await requireImport(deps, principal, String(id)));
    },
  });
}

function planRoute(app: FastifyInstance, deps: ImportDeps): void {
  declareRoute(app, deps.auth, {
    ...one,
    method: "POST",
    url: "/visitor-imports/:id/plan",
    summary: "Plan an import of visitors",
    body: VisitorImportPlan,
    status: 200,
    answer: VisitorImport,
    once: "answer",
    async handle({ principal, params, body }) {
      const { accountId } = principal;
      const found = await requireImport(deps, principal, params.id);
      const config = await deps.config(accountId);
      checkPlan(principal, config, found, body);
      const plan = { channelId: body.channel_id, targets: body.columns, node: deps.imports.node };
      if (!(await startPlan(deps.sql, { account: accountId, id: found.id }, plan))) refuseState();
      deps.imports.wake();
      return serializeImport(await requireImport(deps, principal, params.id), config);
    },
  });
}

/** Checks channel and columns of a plan (VI-010). Throws `invalid_request` with the field. */
function checkPlan(
  principal: Principal,
  config: AccountConfig,
  { header }: ImportRecord,
  plan: VisitorImportPlan,
): void {
  const { columns } = plan;
  const channelId = plan.channel_id;
  if (!canSeeChannel(principal, channelId, config))
    refuse("invalid_request", "There is no such channel.", { field: "channel_id" });
  const channel = findSendableChannel(config, channelId);
  if (isFailure(channel)) throw new Refusal({ ...channel, field: "channel_id" });
  if (columns.length !== header.length)
    refuse(
      "invalid_request",
      `columns must have ${header.length} entries, one per column of the file.`,
      {
        field: "columns",
      },
    );
  for (const [n, target] of columns.entries()) {
    const field = `columns[${n}]`;
    if (target === null) continue;
    if (columns.indexOf(target) < n)
      refuse("invalid_request", `Another column already has the target ${target}.`, { field });
    if (importTargets.some((known) => known === target)) continue;
    const definition = (config.fields ?? []).find(
      ({ object, key }) => object === "visitor" && target === `fields.${key}`,
    );
    if (definition === undefined)
      refuse(
        "invalid_request",
        `Use ${importTargets.join(", ")} or fields.<key> of a field of visitors.`,
        { field },
      );
    else if (!definition.sources.includes("import"))
      refuse("invalid_request", `${target} takes no values from imports.`, { field });
  }
  if (!columns.includes("customer"))
    refuse("invalid_request", "One column must be the identity of the visitor: customer.", {
      field: "columns",
    });
}

function stateRoutes(app: FastifyInstance, deps: ImportDeps): void {
  const { imports } = deps;
  declareRoute(app, deps.auth, {
    ...one,
    method: "POST",
    url: "/visitor-imports/:id/start",
    summary: "Start an import of visitors",
    body: EmptyBody,
    status: 200,
    answer: VisitorImport,
    handle: (context) =>
      changeState(deps, context, "start", (tx, key) => startImport(tx, key, imports.node)),
  });
  declareRoute(app, deps.auth, {
    ...one,
    method: "POST",
    url: "/visitor-imports/:id/cancel",
    summary: "Cancel an import of visitors",
    body: EmptyBody,
    status: 200,
    answer: VisitorImport,
    handle: (context) =>
      changeState(deps, context, "cancel", (tx, key, now) => cancelImport(tx, key, now)),
  });
}

const refuseState = (): never =>
  refuse("not_available", "The import is in a state that does not allow this.");

async function changeState(
  deps: ImportDeps,
  context: ResourceRequestContext,
  name: "start" | "cancel",
  change: (tx: Sql, key: ImportKey, now: number) => Promise<ImportRecord | null>,
): Promise<VisitorImport> {
  const { principal, params } = context;
  const { accountId } = principal;
  const { id } = await requireImport(deps, principal, params.id);
  const changed = await changeSettings(deps, context, "visitor.import", async (tx, now) => {
    const result = await change(tx, { account: accountId, id }, now);
    if (result === null) return refuseState();
    const target = `${result.name}: ${name}, ${result.total} rows`;
    return { result, changed: [], target };
  });
  deps.imports.wake();
  return serializeImport(changed, await deps.config(accountId));
}
