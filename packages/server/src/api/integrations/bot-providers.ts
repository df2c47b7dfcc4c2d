import type { AuditAction } from "@parlour/protocol/api";
import { botProvider } from "@parlour/protocol/settings/kinds/bot-provider";
import type { FastifyInstance } from "fastify";
import type { Static } from "typebox";
import {
  BotProvider,
  BotProviderPatch,
  BotProviders,
  NewBotProvider,
  NoContent,
  PageQuery,
  ProviderParams,
} from "@parlour/protocol/api";
import { omitFields } from "@parlour/protocol/omit-fields";
import type { ProviderRecord } from "../../store/settings/integrations/bot-record.ts";
import { type Principal, can } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import { paginate } from "../kit/cursor.ts";
import { assertAllowedUrl } from "./endpoint-validation.ts";
import { requireFound, rejectNotFound } from "../kit/ids.ts";
import { declareRoute, type RequestContext } from "../kit/declare-route.ts";
import { generateProviderId } from "../../auth/secrets.ts";
import { parseBody } from "../../settings/kind/values.ts";
import { changeSettings, assertNotManagedByFile } from "../kit/change-settings.ts";
import {
  listProviders,
  findProvider,
  isExistingAccount,
  createProvider,
  updateProvider,
  deleteProvider,
  findFirstAccountOfProvider,
  lockAccountsOfProvider,
} from "../../store/settings/integrations/bot-provider.ts";
import { findInstallation } from "../../store/settings/installation/installation.ts";
import type { OutboundPort } from "../kit/outbound-port.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

interface ProviderDeps extends RouteDeps {
  readonly outbound: OutboundPort;
}

/** Registers providers (BOT-001, BOT-002, API-305). Accounts request, the owner creates. */
export function botProviderRoutes(app: FastifyInstance, deps: ProviderDeps): void {
  listProvidersRoute(app, deps);
  getProviderRoute(app, deps);
  createProviderRoute(app, deps);
  changeProviderRoute(app, deps);
  deleteProviderRoute(app, deps);
}

/** Returns the account whose providers the principal sees, or null for all of them. */
function visibleAccount(principal: Principal): number | null {
  return can(principal, "instance.manage") ? null : principal.accountId;
}

function listProvidersRoute(app: FastifyInstance, deps: ProviderDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/bot-providers",
    action: "bots.read",
    tag: "bots",
    summary: "List bot providers",
    query: PageQuery,
    status: 200,
    answer: BotProviders,
    handle: async ({ principal, query }) => {
      const rows = await listProviders(deps.sql, visibleAccount(principal));
      const page = paginate(
        "bot-providers",
        rows.map((row) => ({ id: row.number, row })),
        query,
      );
      return { ...page, items: page.items.map(({ row }) => serializeProvider(row)) };
    },
  });
}
function getProviderRoute(app: FastifyInstance, deps: ProviderDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/bot-providers/:id",
    action: "bots.read",
    tag: "bots",
    summary: "Get a bot provider",
    params: ProviderParams,
    status: 200,
    answer: BotProvider,
    handle: async ({ principal, params }) =>
      serializeProvider(
        requireFound(
          await findProvider(deps.sql, visibleAccount(principal), params.id),
          "bot provider",
        ),
      ),
  });
}
function createProviderRoute(app: FastifyInstance, deps: ProviderDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/bot-providers",
    action: "bots.manage",
    tag: "bots",
    summary: "Create or request a bot provider",
    body: NewBotProvider,
    status: 201,
    answer: BotProvider,
    handle: (context) => addProvider(deps, context),
  });
}
async function addProvider(
  deps: ProviderDeps,
  context: RequestContext<unknown, unknown, NewBotProvider>,
): Promise<BotProvider> {
  const { principal, body } = context;
  const isOwner = can(principal, "instance.manage");
  const { name, contact, endpoint_url = null } = parseBody(botProvider.fields, body);
  const accountId = parseOwnerAccount(body, principal, isOwner);
  await assertAllowedEndpoint(deps, principal, endpoint_url);
  return changeSettings(
    deps,
    context,
    isOwner ? "bot_provider.create" : "bot_provider.request",
    async (tx, now) => {
      if (accountId !== null && !(await isExistingAccount(tx, accountId)))
        refuse("invalid_request", "There is no such account.", { field: "account_id" });
      const isIssued = isOwner || (await findInstallation(tx)).bot_self_service;
      const id = generateProviderId();
      const state = isIssued ? "active" : "requested";
      const columns = { id, account_id: accountId, name, contact, endpoint_url, state } as const;
      const isNew = await createProvider(tx, { ...columns, managed: false }, now);
      // There are 36^12 ids, so a duplicate means a broken random source.
      if (!isNew) throw new Error("a new provider id exists already");
      return {
        result: serializeProvider(requireFound(await findProvider(tx, null, id), "bot provider")),
        changed: [{ kind: "bot_provider", id: null }],
        target: `bot provider ${id} ${name}`,
      };
    },
  );
}
/** Null: all accounts may choose it. Only the installation owner may name another one. */
function parseOwnerAccount(
  body: NewBotProvider,
  principal: Principal,
  isOwner: boolean,
): number | null {
  if (
    !isOwner &&
    (body.scope === "service" || (body.account_id ?? principal.accountId) !== principal.accountId)
  )
    refuse("forbidden", "Only the installation owner can issue provider IDs for other accounts.");
  const accountId =
    (body.scope ?? (isOwner ? "service" : "account")) === "account"
      ? (body.account_id ?? principal.accountId)
      : null;
  if (accountId === null && body.account_id !== undefined)
    refuse("invalid_request", "account_id goes with scope account only.", { field: "account_id" });
  return accountId;
}
function changeProviderRoute(app: FastifyInstance, deps: ProviderDeps): void {
  declareRoute(app, deps.auth, {
    method: "PATCH",
    url: "/bot-providers/:id",
    action: "instance.manage",
    tag: "bots",
    summary: "Update a bot provider",
    params: ProviderParams,
    body: BotProviderPatch,
    status: 200,
    answer: BotProvider,
    handle: (context) => changeProvider(deps, context),
  });
}
async function changeProvider(
  deps: ProviderDeps,
  context: RequestContext<Static<typeof ProviderParams>, unknown, BotProviderPatch>,
): Promise<BotProvider> {
  const { body, params } = context;
  const change = parseBody(botProvider.fields, body);
  await assertAllowedEndpoint(deps, context.principal, change.endpoint_url);
  return changeInAllAccounts(
    deps,
    context,
    { id: params.id, action: "bot_provider.change" },
    async (tx) => {
      const before = requireFound(await findProvider(tx, null, params.id), "bot provider");
      assertNotManagedByFile(context, before);
      if (body.state === "refused" && before.state !== "requested" && before.state !== "refused")
        refuse("invalid_request", "Only a request can be rejected. Suspend the provider instead.", {
          field: "state",
        });
      if (body.state === "suspended" && before.state !== "active" && before.state !== "suspended")
        refuse("invalid_request", "Only an issued provider can be suspended.", { field: "state" });
      await updateProvider(tx, params.id, change);
      return {
        result: serializeProvider(
          requireFound(await findProvider(tx, null, params.id), "bot provider"),
        ),
        target: `bot provider ${params.id}: ${body.state ?? Object.keys(body).join(", ")}`,
      };
    },
  );
}
function deleteProviderRoute(app: FastifyInstance, deps: ProviderDeps): void {
  declareRoute(app, deps.auth, {
    method: "DELETE",
    url: "/bot-providers/:id",
    action: "instance.manage",
    tag: "bots",
    summary: "Delete a bot provider",
    params: ProviderParams,
    status: 204,
    answer: NoContent,
    handle: async (context) => {
      const { id } = context.params;
      return changeInAllAccounts(
        deps,
        context,
        { id, action: "bot_provider.delete" },
        async (tx, now) => {
          const row = await findProvider(tx, null, id);
          if (row !== null) assertNotManagedByFile(context, row);
          if (row !== null && row.connections > 0)
            refuse(
              "in_use",
              `${row.connections} connections use this provider. Suspend it, or have them removed first.`,
            );
          if (!(await deleteProvider(tx, id, now))) rejectNotFound("bot provider");
          return { result: null, target: `bot provider ${id}` };
        },
      );
    },
  });
}

/** In one transaction, because the settings of all accounts with the provider change. */
async function changeInAllAccounts<R>(
  deps: ProviderDeps,
  context: Parameters<typeof changeSettings>[1],
  { id, action }: { readonly id: string; readonly action: AuditAction },
  run: (
    tx: Parameters<Parameters<typeof changeSettings>[3]>[0],
    now: number,
  ) => Promise<{ result: R; target: string }>,
): Promise<R> {
  const head = await findFirstAccountOfProvider(deps.sql, id, context.principal.accountId);
  return changeSettings(deps, { ...context, head }, action, async (tx, now) => {
    const others = await lockAccountsOfProvider(tx, id, head, context.principal.accountId);
    const { result, target } = await run(tx, now);
    const changed = [{ kind: "bot_provider" as const, id: null }];
    return {
      result,
      target,
      changed,
      elsewhere: others.map((account) => ({ account, changed })),
    };
  });
}

async function assertAllowedEndpoint(
  deps: ProviderDeps,
  principal: Principal,
  url: string | null | undefined,
): Promise<void> {
  if (typeof url === "string")
    await assertAllowedUrl(deps, principal, { url, field: "endpoint_url", secure: "https" });
}

const serializeProvider = (provider: ProviderRecord): BotProvider =>
  omitFields(provider, "number", "deleted");
