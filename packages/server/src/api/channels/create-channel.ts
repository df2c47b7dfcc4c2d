import { ChannelWithSecret, NewChannel, NewConnector, NewWidget } from "@parlour/protocol/api";
import {
  defaultWidgetSettings,
  type WidgetSettingsPatch,
} from "@parlour/protocol/settings/widget-settings";
import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { prepareConnector, requireAddress } from "./connectors/connector-channels.ts";
import { assertActiveOperators } from "../../settings/references.ts";
import type { ChannelDeps } from "./load-channel.ts";
import { serializeChannel } from "./channel-serializer.ts";
import { assertAllowedUrl } from "../integrations/endpoint-validation.ts";
import { requireFound } from "../kit/ids.ts";
import { authorizeOutboundUrl, type OutboundAddress } from "../kit/outbound-address.ts";
import { declareRoute, type RequestContext } from "../kit/declare-route.ts";
import { generatePublicId } from "../../auth/secrets.ts";
import { createChannelValues, parseChannel } from "./channel-validation.ts";
import { changeSettings } from "../kit/change-settings.ts";
import { mergeWidgetSettings } from "./widget-validation.ts";
import { findChannel, type NewChannel as NewRow } from "../../store/settings/channels/channel.ts";
import { createTransactionReader } from "../../store/database/transaction-reader.ts";
import { createChannel } from "../../store/settings/channels/channel-changes.ts";

/** Creates a channel of any kind. Its secret is only in this response. */
export function createChannelRoute(app: FastifyInstance, deps: ChannelDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/channels",
    action: "channels.manage",
    tag: "channels",
    summary: "Create a channel",
    body: Type.Union([NewChannel, NewWidget, NewConnector]),
    status: 201,
    answer: ChannelWithSecret,
    handle: async (context) => {
      const { given, address } = await prepareChannel(deps, context);
      return insertChannel(deps, context, given, address);
    },
  });
}
type Body = NewChannel | NewWidget | NewConnector;
type CreateContext = RequestContext<unknown, unknown, Body>;
interface PreparedChannel {
  readonly given: Omit<NewRow, "public_id" | "widget"> & { readonly widget?: WidgetSettingsPatch };
  readonly address: OutboundAddress | null;
}

async function prepareChannel(
  deps: ChannelDeps,
  { principal, ...context }: CreateContext,
): Promise<PreparedChannel> {
  const body = parseChannel(context.body);
  const { name, operators, enabled = true } = body;
  const common = { name, operators, enabled };
  if (body.kind === "widget") {
    return { given: { ...common, kind: "widget", widget: body.widget ?? {} }, address: null };
  }
  if ("settings" in body) {
    const { connector, address } = await prepareConnector(deps, principal, body, null);
    return { given: { ...common, kind: body.kind, connector }, address };
  }
  const address = await authorizeOutboundUrl(deps, principal, body.endpoint_url);
  await assertAllowedUrl(deps, principal, { url: body.endpoint_url, field: "endpoint_url" });
  return { given: { ...createChannelValues(), ...body, kind: "api" }, address };
}

async function insertChannel(
  deps: ChannelDeps,
  context: CreateContext,
  given: PreparedChannel["given"],
  address: OutboundAddress | null,
): Promise<ChannelWithSecret> {
  const { principal } = context;
  const { accountId, operatorId } = principal;
  const config = await deps.config(accountId);
  return changeSettings(deps, context, "channel.create", async (tx, now) => {
    await assertActiveOperators(tx, accountId, given.operators);
    const widget =
      given.widget &&
      (await mergeWidgetSettings(
        { tx, account: accountId, config },
        defaultWidgetSettings,
        given.widget,
      ));
    const row = { ...given, widget, public_id: generatePublicId(), managed: false };
    const id = await createChannel(tx, accountId, row, {
      now,
      operatorId,
      seal: deps.secrets.seal,
    });
    // There are 62^10 public ids, so a duplicate means a broken random source.
    if (id === null) throw new Error("a new public id exists already");
    const { kind, connector, secret } = given;
    await requireAddress(tx, principal, { id, kind, settings: connector?.settings ?? {} }, now);
    const reader = createTransactionReader(tx);
    const stored = requireFound(await findChannel(reader, accountId, id), "channel");
    const channel = serializeChannel(deps, principal, config, stored);
    return {
      result: secret === undefined ? channel : { ...channel, signing_secret: secret },
      changed: [{ kind: "channel", id }],
      target: `channel ${id} ${row.public_id}`,
      opened: address && { address, by: `channel ${id}` },
    };
  });
}
