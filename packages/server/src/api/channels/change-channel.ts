import { Channel } from "@parlour/protocol";
import { ChannelPatch, IdParams } from "@parlour/protocol/api";
import { isConnectorKind } from "@parlour/protocol/settings/connectors";
import type { FastifyInstance } from "fastify";
import { prepareConnector, requireAddress } from "./connectors/connector-channels.ts";
import { assertActiveOperators } from "../../settings/references.ts";
import { parseChannel, rejectOtherKindFields } from "./channel-validation.ts";
import { loadChannel, type ChannelDeps } from "./load-channel.ts";
import { serializeChannel } from "./channel-serializer.ts";
import { assertAllowedUrl } from "../integrations/endpoint-validation.ts";
import { requireFound, parseId, rejectNotFound } from "../kit/ids.ts";
import { authorizeOutboundUrl } from "../kit/outbound-address.ts";
import { declareRoute, type ResourceRequestContext } from "../kit/declare-route.ts";
import { changeSettings, assertNotManagedByFile } from "../kit/change-settings.ts";
import { mergeWidgetSettings } from "./widget-validation.ts";
import { findChannel, type ChannelChange } from "../../store/settings/channels/channel.ts";
import { createTransactionReader } from "../../store/database/transaction-reader.ts";
import { limitToPresentChannels } from "../../store/settings/channels/channel-operators.ts";
import type { Sql } from "../../store/database/sql.ts";
import { updateChannel } from "../../store/settings/channels/channel-changes.ts";

/** Registers the route that changes a channel (API-040). */
export function changeChannelRoute(app: FastifyInstance, deps: ChannelDeps): void {
  declareRoute(app, deps.auth, {
    method: "PATCH",
    url: "/channels/:id",
    action: "channels.manage",
    tag: "channels",
    summary: "Update a channel",
    params: IdParams,
    body: ChannelPatch,
    status: 200,
    answer: Channel,
    handle: (context) => changeChannel(deps, context),
  });
}
async function changeChannel(
  deps: ChannelDeps,
  context: ResourceRequestContext<ChannelPatch>,
): Promise<Channel> {
  const { principal } = context;
  const id = parseId(context.params.id, "channel");
  const current = await loadChannel(deps, principal, id);
  assertNotManagedByFile(context, current);
  const body = parseChannel(context.body);
  rejectOtherKindFields(current, body);
  const isMoved =
    (body.endpoint_url !== undefined && body.endpoint_url !== current.values.endpoint_url) ||
    (body.append_public_id !== undefined &&
      body.append_public_id !== current.values.append_public_id);
  const endpoint = isMoved
    ? await authorizeOutboundUrl(deps, principal, body.endpoint_url ?? current.values.endpoint_url)
    : null;
  if (body.endpoint_url !== undefined)
    await assertAllowedUrl(deps, principal, { url: body.endpoint_url, field: "endpoint_url" });
  const { kind } = current;
  const prepared =
    body.settings !== undefined && isConnectorKind(kind)
      ? await prepareConnector(
          deps,
          principal,
          { kind, settings: body.settings },
          current.facts.connector,
        )
      : null;
  const config = await deps.config(principal.accountId);
  const address = endpoint ?? prepared?.address ?? null;
  return changeSettings(deps, context, "channel.change", async (tx, now) => {
    const stored = await findChannel(createTransactionReader(tx), principal.accountId, id);
    const before = stored?.values.widget;
    const check = { tx, account: principal.accountId, config };
    const change: ChannelChange = {
      ...body,
      widget: before && body.widget && (await mergeWidgetSettings(check, before, body.widget)),
      connector: prepared?.connector,
    };
    const limited =
      body.operators === undefined ? [] : await changeChannelOperators(context, tx, body.operators);
    const key = { account: principal.accountId, id };
    const { seal } = deps.secrets;
    if (!(await updateChannel(tx, key, change, { seal, now }))) rejectNotFound("channel");
    if (prepared !== null)
      await requireAddress(tx, principal, { id, kind, ...prepared.connector }, now);
    const row = requireFound(
      await findChannel(createTransactionReader(tx), principal.accountId, id),
      "channel",
    );
    return {
      result: serializeChannel(deps, principal, config, row),
      changed: [{ kind: "channel", id }, ...limited],
      target: `channel ${id}: ${Object.keys(body).join(", ")}`,
      opened: address && { address, by: `channel ${id}` },
    };
  });
}
/** Operators of all channels who are left out keep those of now (CORE-322). Returns them. */
async function changeChannelOperators(
  context: Parameters<typeof assertNotManagedByFile>[0],
  tx: Sql,
  operators: readonly number[],
): Promise<{ kind: "operator"; id: number }[]> {
  const { accountId } = context.principal;
  await assertActiveOperators(tx, accountId, operators);
  const limited = await limitToPresentChannels(tx, accountId, { except: operators });
  for (const operator of limited) assertNotManagedByFile(context, operator);
  return limited.map(({ id }) => ({ kind: "operator", id }));
}
