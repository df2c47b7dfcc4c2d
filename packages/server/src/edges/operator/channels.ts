import type { FastifyInstance } from "fastify";
import {
  ChannelPatch,
  Channels,
  ChannelTest,
  ChannelWithSecret,
  IdParams,
  NewChannel,
  NewWidget,
  NoContent,
  NoFields,
  PageQuery,
  Rotate,
} from "@parlour/protocol/api";
import { Type } from "typebox";
import { Channel, type Channel as ChannelWire } from "@parlour/protocol";
import type { NewWidget as NewWidgetInput } from "@parlour/protocol/api";
import { defaultWidgetSettings } from "@parlour/protocol/widget-settings";
import type { AccountConfig } from "../../core/ports.ts";
import type { Principal } from "../../auth/index.ts";
import { changeOf, checkOperators, insertChannel, refuseForeign, refuseWidget } from "./channel-input.ts";
import { channelWire, type ChannelLook } from "./channel-wire.ts";
import { pageOf } from "./cursor.ts";
import type { Deps } from "./deps.ts";
import type { ChannelRecord } from "./stores/channels.ts";
import { checkAddress } from "./endpoint-input.ts";
import { found, idOf, unknown } from "./ids.ts";
import { route } from "./route.ts";
import { newPublicId, newRandomString, newSigningSecret } from "./secrets.ts";
import { widgetIdentityRoutes } from "./widget-identity.ts";
import { widgetSettings } from "./widget-input.ts";
import { changeSettings, filled, onceAround, refuseManaged, type SettingsDeps } from "./settings.ts";

type ChannelDeps = SettingsDeps & ChannelLook & Pick<Deps, "auth" | "channels" | "endpoints">;

/** Channels (API-040, CH-001 – CH-005, CH-110 – CH-113). */
export function channelRoutes(app: FastifyInstance, deps: ChannelDeps): void {
  listChannels(app, deps);
  oneChannel(app, deps);
  createChannel(app, deps);
  changeChannel(app, deps);
  deleteChannel(app, deps);
  rotateChannel(app, deps);
  testChannel(app, deps);
  widgetIdentityRoutes(app, deps);
}

function listChannels(app: FastifyInstance, deps: ChannelDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/channels",
    action: "channels.read",
    tag: "channels",
    summary: "Channels; `inbound_url` only for those who manage them",
    query: PageQuery,
    status: 200,
    answer: Channels,
    handle: async ({ principal, query }) => {
      const [rows, config] = await Promise.all([deps.channels.list(principal.accountId), deps.config(principal.accountId)]);
      const page = pageOf("channels", rows, query);
      return { ...page, items: page.items.map((row) => channelWire(deps, principal, config, row)) };
    },
  });
}
function oneChannel(app: FastifyInstance, deps: ChannelDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/channels/:id",
    action: "channels.read",
    tag: "channels",
    summary: "One channel",
    params: IdParams,
    status: 200,
    answer: Channel,
    handle: async ({ principal, params }) => {
      const row = await readChannel(deps, principal, idOf(params.id, "channel"));
      return channelWire(deps, principal, await deps.config(principal.accountId), row);
    },
  });
}
function createChannel(app: FastifyInstance, deps: ChannelDeps): void {
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
      await checkAddress(deps, body.endpoint_url, "endpoint_url");
      return changeSettings(deps, call, "channel.create", async (tx, now) => {
        await checkOperators(deps, tx, principal.accountId, body.operators);
        const secret = newSigningSecret();
        const id = await insertChannel(deps, tx, principal, { ...body, name }, secret, now);
        const row = found(await deps.channels.findIn(tx, principal.accountId, id), "channel");
        return {
          result: { ...channelWire(deps, principal, config, row), signing_secret: secret },
          changed: [{ kind: "channel", id }],
          target: `channel ${id} ${row.publicId}`,
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
    const publicId = newPublicId();
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
function changeChannel(app: FastifyInstance, deps: ChannelDeps): void {
  route(app, deps.auth, {
    method: "PATCH",
    url: "/channels/:id",
    action: "channels.manage",
    tag: "channels",
    summary: "Change a channel",
    params: IdParams,
    body: ChannelPatch,
    status: 200,
    answer: Channel,
    handle: async (call) => {
      const { principal, body } = call;
      const id = idOf(call.params.id, "channel");
      const present = await readChannel(deps, principal, id);
      refuseManaged(call, present);
      refuseForeign(present, body);
      if (body.endpoint_url !== undefined) await checkAddress(deps, body.endpoint_url, "endpoint_url");
      const config = await deps.config(principal.accountId);
      return changeSettings(deps, call, "channel.change", async (tx) => {
        const stands = (await deps.channels.findIn(tx, principal.accountId, id))?.widget ?? null;
        const change = changeOf(
          body,
          stands === null || body.widget === undefined ? undefined : widgetSettings(config, stands, body.widget),
        );
        if (change.operators !== undefined) await checkOperators(deps, tx, principal.accountId, change.operators);
        if (!(await deps.channels.update(tx, principal.accountId, id, change))) unknown("channel");
        const row = found(await deps.channels.findIn(tx, principal.accountId, id), "channel");
        return {
          result: channelWire(deps, principal, config, row),
          changed: [{ kind: "channel", id }],
          target: `channel ${id}: ${Object.keys(body).join(", ")}`,
        };
      });
    },
  });
}
function deleteChannel(app: FastifyInstance, deps: ChannelDeps): void {
  route(app, deps.auth, {
    method: "DELETE",
    url: "/channels/:id",
    action: "channels.manage",
    tag: "channels",
    summary: "Delete a channel; its chats close, its archive stays",
    params: IdParams,
    status: 204,
    answer: NoContent,
    handle: async (call) => {
      const { principal } = call;
      const id = idOf(call.params.id, "channel");
      const known = await deps.channels.find(principal.accountId, id);
      if (known !== null) refuseManaged(call, known);
      return changeSettings(deps, call, "channel.delete", async (tx, now) => {
        if (!(await deps.channels.remove(tx, principal.accountId, id, now))) unknown("channel");
        return { result: null, changed: [{ kind: "channel", id }], target: `channel ${id}` };
      });
    },
  });
}
function rotateChannel(app: FastifyInstance, deps: ChannelDeps): void {
  route(app, deps.auth, {
    method: "POST",
    url: "/channels/:id/rotate",
    fresh: true,
    action: "channels.manage",
    tag: "channels",
    summary: "New inbound address or signing secret; the old one works 24 h more",
    params: IdParams,
    body: Rotate,
    status: 200,
    answer: ChannelWithSecret,
    handle: async (call) => {
      const { principal, body } = call;
      const account = principal.accountId;
      const id = idOf(call.params.id, "channel");
      const present = await readChannel(deps, principal, id);
      refuseManaged(call, present);
      refuseWidget(present);
      const config = await deps.config(account);
      return changeSettings(deps, call, `channel.rotate_${body.what}`, async (tx, now) => {
        found(await deps.channels.findIn(tx, account, id), "channel");
        const secret = newSigningSecret();
        if (body.what === "secret") await deps.channels.rotateSecret(tx, account, id, secret, now);
        else await deps.channels.rotateAddress(tx, account, id, newRandomString(), now);
        const row = found(await deps.channels.findIn(tx, account, id), "channel");
        const wire = channelWire(deps, principal, config, row);
        return {
          result: body.what === "secret" ? { ...wire, signing_secret: secret } : wire,
          changed: [{ kind: "channel", id }],
          target: `channel ${id}`,
        };
      });
    },
  });
}
function testChannel(app: FastifyInstance, deps: ChannelDeps): void {
  route(app, deps.auth, {
    method: "POST",
    url: "/channels/:id/test",
    action: "channels.manage",
    tag: "channels",
    summary: "Send one test message and report how the channel stands",
    params: IdParams,
    body: NoFields,
    status: 200,
    answer: ChannelTest,
    handle: (call) =>
      onceAround(deps, call, async () => {
        const { principal, params } = call;
        const row = await readChannel(deps, principal, idOf(params.id, "channel"));
        refuseWidget(row);
        const config = await deps.config(principal.accountId);
        const tried = await deps.endpoints.test(principal.accountId, row.id);
        const wire = channelWire(deps, principal, config, row);
        return {
          outbound: {
            outcome: tried.outcome,
            status: tried.status,
            duration_ms: tried.durationMs,
            error: tried.error,
            request: tried.request === null ? null : { ...tried.request, headers: { ...tried.request.headers } },
            reply: tried.reply === null ? null : { ...tried.reply, headers: { ...tried.reply.headers } },
          },
          inbound: {
            url: wire.inbound_url,
            status: wire.status,
            accepts_messages: row.enabled && !config.suspended,
            last_inbound_at: row.lastInboundAt,
          },
        };
      }),
  });
}

async function readChannel(deps: Pick<Deps, "channels">, principal: Principal, id: number): Promise<ChannelRecord> {
  return found(await deps.channels.find(principal.accountId, id), "channel");
}
