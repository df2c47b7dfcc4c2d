import type { Channel as ChannelWire } from "@parlour/protocol";
import { ChannelWithSecret, NewChannel, NewWidget, type NewWidget as NewWidgetInput } from "@parlour/protocol/api";
import { defaultWidgetSettings } from "@parlour/protocol/widget-settings";
import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import type { AccountConfig } from "../../core/command.ts";
import { checkOperators, insertChannel } from "./channel-input.ts";
import type { ChannelDeps } from "./channel-read.ts";
import { channelWire } from "./channel-wire.ts";
import { checkAddress } from "./endpoint-input.ts";
import { found } from "./ids.ts";
import { openAddress } from "./outbound-address.ts";
import { route } from "./route.ts";
import { generatePublicId, generateSigningSecret } from "../../auth/secrets.ts";
import { changeSettings, filled } from "./settings.ts";
import { widgetSettings } from "./widget-input.ts";

/**
 * Registers the creation of a chat API channel or a site widget. The channel's secret is only in
 * this response.
 */
export function createChannel(app: FastifyInstance, deps: ChannelDeps): void {
  route(app, deps.auth, {
    method: "POST",
    url: "/channels",
    action: "channels.manage",
    tag: "channels",
    summary: "Create a chat API channel, whose signing secret is shown in this answer only, or a site widget",
    body: Type.Union([NewChannel, NewWidget]),
    status: 201,
    answer: ChannelWithSecret,
    handle: async (call) => {
      const { principal, body } = call;
      const name = filled(body.name, "name");
      const config = await deps.config(principal.accountId);
      if (body.kind === "widget") return createWidget(deps, call, config, { ...body, name });
      const address = await openAddress(deps, principal, body.endpoint_url);
      await checkAddress(deps, principal, body.endpoint_url, "endpoint_url");
      return changeSettings(deps, call, "channel.create", async (tx, now) => {
        await checkOperators(deps, tx, principal.accountId, body.operators);
        const secret = generateSigningSecret();
        const id = await insertChannel(deps, tx, principal, { ...body, name }, secret, now);
        const row = found(await deps.channels.findIn(tx, principal.accountId, id), "channel");
        return {
          result: { ...channelWire(deps, principal, config, row), signing_secret: secret },
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
  call: Parameters<typeof changeSettings>[1],
  config: AccountConfig,
  body: NewWidgetInput,
): Promise<ChannelWire> {
  const { principal } = call;
  const widget = widgetSettings(config, defaultWidgetSettings, body.widget ?? {});
  return changeSettings(deps, call, "channel.create", async (tx, now) => {
    await checkOperators(deps, tx, principal.accountId, body.operators);
    const { name, enabled = true, operators } = body;
    const publicId = generatePublicId();
    const row = { name, publicId, enabled, widget, managed: false, operators, createdBy: principal.operatorId, now };
    const id = await deps.channels.createWidget(tx, principal.accountId, row);
    if (id === null) throw new Error("a new public id exists already");
    return {
      result: channelWire(deps, principal, config, found(await deps.channels.findIn(tx, principal.accountId, id), "channel")),
      changed: [{ kind: "channel", id }],
      target: `channel ${id} ${publicId}`,
    };
  });
}
