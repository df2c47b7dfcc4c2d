import type { FastifyInstance } from "fastify";
import {
  EmptyBody,
  IdParams,
  MoveChoices,
  MoveImport,
  MoveImportDetails,
  MoveImports,
  MoveProblems,
  MoveProblemsQuery,
  MoveUpload,
  NewMoveImport,
  PageQuery,
} from "@parlour/protocol/api";
import { moveLimits, type MoveState } from "@parlour/protocol/move-in/move-import";
import type { Principal } from "../../auth/index.ts";
import { omitFields } from "@parlour/protocol/omit-fields";
import { refuse } from "../../core/failure.ts";
import { registerUploadRoutes, receiveUpload } from "../../http/body/upload-form.ts";
import type { Sql } from "../../store/database/sql.ts";
import {
  changeMoveState,
  findMove,
  insertMove,
  listMoves,
  saveMoveChoices,
  type MoveChoices as StoredChoices,
  type MoveImportRecord,
} from "../../store/move-in/move-import.ts";
import { removeMoveProblems, listMoveProblems } from "../../store/move-in/move-problem.ts";
import { systemNames } from "../../move-in/system-names.ts";
import { changeSettings } from "../kit/change-settings.ts";
import { cutPage, decodeCursor } from "../kit/cursor.ts";
import { declareRoute, type ResourceRequestContext } from "../kit/declare-route.ts";
import { parseId, requireFound } from "../kit/ids.ts";
import { prepareMove, type MoveRouteDeps } from "./create-import.ts";
import type { ZipDeps } from "../kit/table/xlsx.ts";
import { makeChannel } from "./make-channel.ts";
import { parallelRoutes, type ParallelDeps } from "./parallel.ts";
import { reportRoute } from "./report.ts";
import { loadMoveDetails, serializeMove } from "./serialize-import.ts";

const shared = { action: "data.manage", tag: "imports" } as const;
const one = { ...shared, params: IdParams } as const;
const mib = 1024 * 1024;

/** Registers the routes of imports from other systems (MV-010 – MV-032). */
export async function importRoutes(
  app: FastifyInstance,
  deps: ParallelDeps & ZipDeps,
): Promise<void> {
  listRoutes(app, deps);
  createRoute(app, deps);
  await registerUploadRoutes(app, (forms) => uploadRoute(forms, deps));
  choicesRoute(app, deps);
  for (const change of stateChanges) stateRoute(app, deps, change);
  problemsRoute(app, deps);
  reportRoute(app, deps);
  parallelRoutes(app, deps);
}

function listRoutes(app: FastifyInstance, deps: MoveRouteDeps): void {
  declareRoute(app, deps.auth, {
    ...shared,
    method: "GET",
    url: "/imports",
    summary: "List imports from other systems",
    query: PageQuery,
    status: 200,
    answer: MoveImports,
    async handle({ principal, query: { limit = 50, cursor } }) {
      const [before = Number.MAX_SAFE_INTEGER] = decodeCursor("imports", cursor, 1);
      const { accountId } = principal;
      const rows = await listMoves(deps.reader, accountId, { before, limit: limit + 1 });
      const page = cutPage("imports", rows, limit, ({ id }) => [id]);
      const config = await deps.config(accountId);
      return { ...page, items: page.items.map((row) => serializeMove(row, config)) };
    },
  });
  declareRoute(app, deps.auth, {
    ...one,
    method: "GET",
    url: "/imports/:id",
    summary: "Get an import from another system",
    status: 200,
    answer: MoveImportDetails,
    handle: async ({ principal, params }) =>
      loadMoveDetails(
        deps,
        principal.accountId,
        await requireMove(deps, principal.accountId, params.id),
      ),
  });
}

async function requireMove(
  { reader }: MoveRouteDeps,
  account: number,
  id: string,
): Promise<MoveImportRecord> {
  return requireFound(await findMove(reader, account, parseId(id, "import")), "import");
}

function createRoute(app: FastifyInstance, deps: MoveRouteDeps): void {
  declareRoute(app, deps.auth, {
    ...shared,
    method: "POST",
    url: "/imports",
    summary: "Connect to another system",
    body: NewMoveImport,
    status: 201,
    answer: MoveImportDetails,
    async handle(context) {
      const { principal, body } = context;
      const { accountId } = principal;
      const move = await prepareMove(deps, principal, body);
      const id = await changeSettings(deps, context, "data.move_in", async (tx) => ({
        result: await insertMove(tx, accountId, move),
        changed: [],
        target: `${systemNames[move.system]}, ${move.name}: connect`,
      }));
      return loadMoveDetails(deps, accountId, await requireMove(deps, accountId, String(id)));
    },
  });
}

function uploadRoute(forms: FastifyInstance, deps: MoveRouteDeps): void {
  declareRoute(forms, deps.auth, {
    ...shared,
    method: "POST",
    url: "/imports/files",
    summary: "Upload a file of another system",
    status: 201,
    answer: MoveUpload,
    once: "answer",
    handle: ({ principal, request }) =>
      receiveUpload(
        request,
        {
          clock: deps.clock,
          maxFileBytes: moveLimits.fileMib * mib,
          admit: (announced) => deps.moveUploads.admit(announced),
        },
        (file) =>
          deps.moveUploads.store(principal.accountId, {
            name: file.name,
            body: file.body,
            afterBody: () => file.afterBody(),
          }),
      ),
  });
}

function choicesRoute(app: FastifyInstance, deps: MoveRouteDeps): void {
  declareRoute(app, deps.auth, {
    ...one,
    method: "PUT",
    url: "/imports/:id/choices",
    summary: "Set the choices of an import",
    body: MoveChoices,
    status: 200,
    answer: MoveImport,
    once: { because: "A repeat sets the same choices." },
    async handle({ principal, params, body }) {
      const { accountId } = principal;
      const config = await deps.config(accountId);
      const { id } = await requireMove(deps, accountId, params.id);
      checkChoices(config, body);
      const saved = await saveMoveChoices(deps.sql, { account: accountId, id }, body);
      return saved === null ? refuseState() : serializeMove(saved, config);
    },
  });
}

function checkChoices(
  config: Awaited<ReturnType<MoveRouteDeps["config"]>>,
  { channel_id, operators, count_from }: MoveChoices,
): void {
  if (channel_id !== null && !config.channels.has(channel_id))
    refuse("invalid_request", "There is no such channel.", { field: "channel_id" });
  for (const [key, id] of Object.entries(operators))
    if (id !== null && !config.operators.has(id))
      refuse("invalid_request", "There is no such operator.", { field: `operators.${key}` });
  if (count_from !== null && Number.isNaN(Date.parse(count_from)))
    refuse("invalid_request", "The day must be a date such as 2026-01-01.", {
      field: "count_from",
    });
}

interface StateChange {
  readonly name: "plan" | "start" | "pause" | "resume" | "stop" | "undo";
  readonly summary: string;
  readonly from: readonly MoveState[];
  readonly to: MoveState | null;
  readonly isRestart?: boolean;
}
const stateChanges: readonly StateChange[] = [
  {
    name: "plan",
    summary: "Plan an import",
    from: ["draft", "planned", "done", "undone"],
    to: "planning",
    isRestart: true,
  },
  { name: "start", summary: "Start an import", from: ["planned"], to: "running", isRestart: true },
  {
    name: "pause",
    summary: "Pause an import",
    from: ["planning", "running", "undoing"],
    to: "paused",
  },
  { name: "resume", summary: "Resume an import", from: ["paused"], to: null },
  { name: "stop", summary: "Stop an import", from: ["running", "paused"], to: "done" },
  { name: "undo", summary: "Undo an import", from: ["done"], to: "undoing", isRestart: true },
];

function stateRoute(app: FastifyInstance, deps: MoveRouteDeps, change: StateChange): void {
  declareRoute(app, deps.auth, {
    ...one,
    method: "POST",
    url: `/imports/:id/${change.name}`,
    summary: change.summary,
    body: EmptyBody,
    status: 200,
    answer: MoveImport,
    handle: (context) => changeState(deps, context, change),
  });
}

async function changeState(
  deps: MoveRouteDeps,
  context: ResourceRequestContext,
  { name, from, to, isRestart = false }: StateChange,
): Promise<MoveImport> {
  const { principal, params } = context;
  const { accountId } = principal;
  const { id } = await requireMove(deps, accountId, params.id);
  const changed = await changeSettings(deps, context, "data.move_in", async (tx, now) => {
    const key = { account: accountId, id };
    const step = { from, to, node: deps.moves.node, now, isRestart };
    const result = await changeMoveState(tx, key, step);
    if (result === null) return refuseState();
    const target = `${systemNames[result.system]}, ${result.name}: ${name}`;
    if (name !== "start") return { result, changed: [], target };
    await removeMoveProblems(tx, key, false);
    const choices = await chooseChannel(deps, tx, principal, result);
    const started = await changeMoveState(tx, key, { ...step, from: ["running"], choices });
    return {
      result: started ?? result,
      changed:
        choices.channel_id === result.choices?.channel_id
          ? []
          : [{ kind: "channel", id: choices.channel_id }],
      target,
    };
  });
  if (name !== "resume") await deps.moves.release(accountId, id);
  deps.moves.wake();
  return serializeMove(changed, await deps.config(accountId));
}

const noChoices: StoredChoices = {
  channel_id: null,
  operators: {},
  count_from: null,
  merge_visitors: false,
};
/** Makes a channel for the import unless one is chosen. */
async function chooseChannel(
  deps: MoveRouteDeps,
  tx: Sql,
  { accountId, operatorId }: Principal,
  { system, name, choices }: MoveImportRecord,
): Promise<StoredChoices & { readonly channel_id: number }> {
  const chosen = choices ?? noChoices;
  if (chosen.channel_id !== null) return { ...chosen, channel_id: chosen.channel_id };
  const channelName = `${systemNames[system]}: ${name}`;
  const id = await makeChannel(deps, tx, { accountId, operatorId, name: channelName });
  return { ...chosen, channel_id: id };
}

const refuseState = (): never =>
  refuse("not_available", "The import is in a state that does not allow this.");

function problemsRoute(app: FastifyInstance, deps: MoveRouteDeps): void {
  declareRoute(app, deps.auth, {
    ...one,
    method: "GET",
    url: "/imports/:id/problems",
    summary: "List the problems of an import",
    query: MoveProblemsQuery,
    status: 200,
    answer: MoveProblems,
    async handle({ principal, params, query: { limit = 50, cursor, code = null } }) {
      const { accountId } = principal;
      const { id, startedAt } = await requireMove(deps, accountId, params.id);
      const [after = 0] = decodeCursor("import_problems", cursor, 1);
      const filter = { id, isPlan: startedAt === null, code, after, limit: limit + 1 };
      const rows = await listMoveProblems(deps.reader, accountId, filter);
      const page = cutPage("import_problems", rows, limit, ({ n }) => [n]);
      return {
        ...page,
        items: page.items.map((problem) => omitFields(problem, "n")),
      };
    },
  });
}
