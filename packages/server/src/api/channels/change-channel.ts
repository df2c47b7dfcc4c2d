import { Channel } from "@parlour/protocol";
import { ChannelPatch, IdParams } from "@parlour/protocol/api";
import { isConnectorKind } from "@parlour/protocol/settings/connectors";
import type { FastifyInstance } from "fastify";
import { prepareConnector, requireAddress } from "./connectors/connector-channels.ts";
import { assertActiveOperators } from "../../settings/references.ts";
import { parseChannel, rejectOtherKindFields, type EditedChannel } from "./channel-validation.ts";
import type { ChannelDeps } from "./load-channel.ts";
import { serializeChannel } from "./channel-serializer.ts";
import { assertAllowedUrl } from "../integrations/endpoint-validation.ts";
import { requireFound, parseId, rejectNotFound } from "../kit/ids.ts";
import { authorizeOutboundUrl } from "../kit/outbound-address.ts";
import { declareRoute, type ResourceRequestContext } from "../kit/declare-route.ts";
import { assertNotManagedByFile, changePrepared, changeSettings } from "../kit/change-settings.ts";
import { mergeWidgetSettings } from "./widget-validation.ts";
import {
  findChannel,
  type ChannelChange,
  type ChannelRecord,
} from "../../store/settings/channels/channel.ts";
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
  const id = parseId(context.params.id, "channel");
  const load = async (sql: Sql): Promise<ChannelRecord> =>
    requireFound(
      await findChannel(createTransactionReader(sql), context.principal.accountId, id),
      "channel",
    );
  return changePrepared(
    deps.sql,
    {
      // Other facts of a channel change with every message.
      async read(sql): Promise<EditedChannel> {
        const { kind, managed, values, facts } = await load(sql);
        return { kind, managed, values, connector: facts.connector };
      },
      prepare: (before) => prepareChannel(deps, context, before),
    },
    (prepared, readLocked) => saveChannel(deps, context, { id, ...prepared, readLocked, load }),
  );
}

/** Checks where texts go from now on, by requests to the new addresses and services. */
async function prepareChannel(
  deps: ChannelDeps,
  context: ResourceRequestContext<ChannelPatch>,
  before: EditedChannel,
) {
  const { principal } = context;
  assertNotManagedByFile(context, before);
  const body = parseChannel(context.body);
  const { kind, values } = before;
  rejectOtherKindFields(before, body);
  const isMoved =
    (body.endpoint_url !== undefined && body.endpoint_url !== values.endpoint_url) ||
    (body.append_public_id !== undefined && body.append_public_id !== values.append_public_id);
  const endpoint = isMoved
    ? await authorizeOutboundUrl(deps, principal, body.endpoint_url ?? values.endpoint_url)
    : null;
  if (body.endpoint_url !== undefined)
    await assertAllowedUrl(deps, principal, { url: body.endpoint_url, field: "endpoint_url" });
  const prepared =
    body.settings !== undefined && isConnectorKind(kind)
      ? await prepareConnector(deps, principal, { kind, settings: body.settings }, before.connector)
      : null;
  const config = await deps.config(principal.accountId);
  const address = endpoint ?? prepared?.address ?? null;
  return { body, connector: prepared?.connector, address, config };
}

async function saveChannel(
  deps: ChannelDeps,
  context: ResourceRequestContext<ChannelPatch>,
  {
    id,
    body,
    connector,
    address,
    config,
    readLocked,
    load,
  }: Awaited<ReturnType<typeof prepareChannel>> & {
    readonly id: number;
    readonly readLocked: (tx: Sql) => Promise<EditedChannel>;
    readonly load: (tx: Sql) => Promise<ChannelRecord>;
  },
): Promise<Channel> {
  const { principal } = context;
  const key = { account: principal.accountId, id };
  return changeSettings(deps, context, "channel.change", async (tx, now) => {
    const { kind, values } = await readLocked(tx);
    const check = { tx, account: key.account, config };
    const before = values.widget;
    const change: ChannelChange = {
      ...body,
      widget: before && body.widget && (await mergeWidgetSettings(check, before, body.widget)),
      connector,
    };
    const limited =
      body.operators === undefined ? [] : await changeChannelOperators(context, tx, body.operators);
    const { seal } = deps.secrets;
    if (!(await updateChannel(tx, key, change, { seal, now }))) rejectNotFound("channel");
    if (connector !== undefined)
      await requireAddress(tx, principal, { id, kind, ...connector }, now);
    return {
      result: serializeChannel(deps, principal, config, await load(tx)),
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
