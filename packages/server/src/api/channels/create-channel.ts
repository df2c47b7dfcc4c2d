import type { Channel as ChannelWire } from "@parlour/protocol";
import {
  ChannelWithSecret,
  NewChannel,
  NewConnector,
  NewWidget,
  type NewWidget as NewWidgetInput,
} from "@parlour/protocol/api";
import { defaultWidgetSettings } from "@parlour/protocol/entity/widget/widget-settings";
import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import type { AccountConfig } from "../../core/command.ts";
import { createConnector } from "./connectors/connector-channels.ts";
import { assertActiveOperators } from "../../settings/references.ts";
import { insertChannel } from "./channel-validation.ts";
import type { ChannelDeps } from "./load-channel.ts";
import { serializeChannel } from "./channel-serializer.ts";
import { assertAllowedUrl } from "../integrations/endpoint-validation.ts";
import { requireFound } from "../kit/ids.ts";
import { authorizeOutboundUrl } from "../kit/outbound-address.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { generatePublicId, generateSigningSecret } from "../../auth/secrets.ts";
import { requireText } from "../../settings/texts.ts";
import { changeSettings } from "../kit/change-settings.ts";
import { mergeWidgetSettings } from "./widget-validation.ts";
import { findChannel } from "../../store/settings/channels/channel.ts";
import { createTransactionReader } from "../../store/database/transaction-reader.ts";
import { createWidgetChannel } from "../../store/settings/channels/channel-changes.ts";

/**
 * Registers the creation of a chat API channel, a site widget or a channel of an external service.
 * The channel's secret is only in
 * this response.
 */
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
      const { principal, body } = context;
      const name = requireText(body.name, "name");
      const config = await deps.config(principal.accountId);
      if (body.kind === "widget") return createWidget(deps, context, config, { ...body, name });
      if ("settings" in body) return createConnector(deps, context, config, { ...body, name });
      const address = await authorizeOutboundUrl(deps, principal, body.endpoint_url);
      await assertAllowedUrl(deps, principal, { url: body.endpoint_url, field: "endpoint_url" });
      return changeSettings(deps, context, "channel.create", async (tx, now) => {
        await assertActiveOperators(tx, principal.accountId, body.operators);
        const secret = generateSigningSecret();
        const id = await insertChannel(
          tx,
          principal,
          { ...body, name },
          { secret, seal: deps.secrets.seal, now },
        );
        const row = requireFound(
          await findChannel(createTransactionReader(tx), principal.accountId, id),
          "channel",
        );
        return {
          result: { ...serializeChannel(deps, principal, config, row), signing_secret: secret },
          changed: [{ kind: "channel", id }],
          target: `channel ${id} ${row.publicId}`,
          opened: { address, by: `channel ${id}` },
        };
      });
    },
  });
}
function createWidget(
  deps: ChannelDeps,
  context: Parameters<typeof changeSettings>[1],
  config: AccountConfig,
  body: NewWidgetInput,
): Promise<ChannelWire> {
  const { principal } = context;
  const widget = mergeWidgetSettings(config, defaultWidgetSettings, body.widget ?? {});
  return changeSettings(deps, context, "channel.create", async (tx, now) => {
    await assertActiveOperators(tx, principal.accountId, body.operators);
    const { name, enabled = true, operators } = body;
    const publicId = generatePublicId();
    const row = {
      name,
      publicId,
      enabled,
      widget,
      managed: false,
      operators,
      createdBy: principal.operatorId,
      now,
    };
    const id = await createWidgetChannel(tx, principal.accountId, row);
    if (id === null) throw new Error("a new public id exists already");
    return {
      result: serializeChannel(
        deps,
        principal,
        config,
        requireFound(
          await findChannel(createTransactionReader(tx), principal.accountId, id),
          "channel",
        ),
      ),
      changed: [{ kind: "channel", id }],
      target: `channel ${id} ${publicId}`,
    };
  });
}
