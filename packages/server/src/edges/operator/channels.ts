import type { FastifyInstance } from "fastify";
import {
  ChannelPatch,
  Channels,
  ChannelTest,
  ChannelWithSecret,
  IdParams,
  NewChannel,
  NoContent,
  NoFields,
  PageQuery,
  Rotate,
  type ChannelPatch as Patch,
  type NewChannel as Input,
} from "@parlour/protocol/api";
import { Channel } from "@parlour/protocol";
import type { Principal } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import type { AccountConfig } from "../../core/ports.ts";
import { pageOf } from "./cursor.ts";
import type { Deps } from "./deps.ts";
import type { ChannelChange, ChannelRecord } from "./stores/channels.ts";
import type { Tx } from "./stores/tx.ts";
import { found, idOf, unknown } from "./ids.ts";
import { route } from "./route.ts";
import { newPublicId, newRandomString, newSigningSecret } from "./secrets.ts";
import { changeSettings, filled, onceAround, refuseManaged, type SettingsDeps } from "./settings.ts";

type ChannelDeps = SettingsDeps &
  Pick<Deps, "auth" | "rights" | "channels" | "config" | "endpoints" | "open" | "channelBase"> & {
    readonly realtime: Pick<Deps["realtime"], "presence">;
  };

/** Channels (API-040, CH-001 – CH-005, CH-110 – CH-113). */
export function channelRoutes(app: FastifyInstance, deps: ChannelDeps): void {
  const { auth, channels } = deps;
  const read = async (principal: Principal, id: number): Promise<ChannelRecord> =>
    found(await channels.find(principal.accountId, id), "channel");

  route(app, auth, {
    method: "GET",
    url: "/channels",
    action: "channels.read",
    tag: "channels",
    summary: "Channels; `inbound_url` only for those who manage them",
    query: PageQuery,
    status: 200,
    answer: Channels,
    handle: async ({ principal, query }) => {
      const [rows, config] = await Promise.all([channels.list(principal.accountId), deps.config(principal.accountId)]);
      const page = pageOf("channels", rows, query);
      return { ...page, items: page.items.map((row) => channelWire(deps, principal, config, row)) };
    },
  });
  route(app, auth, {
    method: "GET",
    url: "/channels/:id",
    action: "channels.read",
    tag: "channels",
    summary: "One channel",
    params: IdParams,
    status: 200,
    answer: Channel,
    handle: async ({ principal, params }) => {
      const row = await read(principal, idOf(params.id, "channel"));
      return channelWire(deps, principal, await deps.config(principal.accountId), row);
    },
  });
  route(app, auth, {
    method: "POST",
    url: "/channels",
    action: "channels.manage",
    tag: "channels",
    summary: "Create a chat API channel; the signing secret is shown in this answer only",
    body: NewChannel,
    status: 201,
    answer: ChannelWithSecret,
    handle: async (call) => {
      const { principal, body } = call;
      const name = filled(body.name, "name");
      await checkEndpoint(deps, body.endpoint_url);
      const config = await deps.config(principal.accountId);
      return changeSettings(deps, call, "channel.create", async (tx, now) => {
        await checkOperators(deps, tx, principal.accountId, body.operators);
        const secret = newSigningSecret();
        const id = await create(deps, tx, principal, { ...body, name }, secret, now);
        const row = found(await channels.findIn(tx, principal.accountId, id), "channel");
        return {
          result: { ...channelWire(deps, principal, config, row), signing_secret: secret },
          changed: [{ kind: "channel", id }],
          target: `channel ${id} ${row.publicId}`,
        };
      });
    },
  });
  route(app, auth, {
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
      refuseManaged(call, await read(principal, id));
      const change = changeOf(body);
      if (change.endpointUrl !== undefined) await checkEndpoint(deps, change.endpointUrl);
      const config = await deps.config(principal.accountId);
      return changeSettings(deps, call, "channel.change", async (tx) => {
        if (change.operators !== undefined) await checkOperators(deps, tx, principal.accountId, change.operators);
        if (!(await channels.update(tx, principal.accountId, id, change))) unknown("channel");
        const row = found(await channels.findIn(tx, principal.accountId, id), "channel");
        return {
          result: channelWire(deps, principal, config, row),
          changed: [{ kind: "channel", id }],
          target: `channel ${id}: ${Object.keys(body).join(", ")}`,
        };
      });
    },
  });
  route(app, auth, {
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
      const known = await channels.find(principal.accountId, id);
      if (known !== null) refuseManaged(call, known);
      return changeSettings(deps, call, "channel.delete", async (tx, now) => {
        if (!(await channels.remove(tx, principal.accountId, id, now))) unknown("channel");
        return { result: null, changed: [{ kind: "channel", id }], target: `channel ${id}` };
      });
    },
  });
  route(app, auth, {
    method: "POST",
    url: "/channels/:id/rotate",
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
      refuseManaged(call, await read(principal, id));
      const config = await deps.config(account);
      return changeSettings(deps, call, `channel.rotate_${body.what}`, async (tx, now) => {
        found(await channels.findIn(tx, account, id), "channel");
        const secret = newSigningSecret();
        if (body.what === "secret") await channels.rotateSecret(tx, account, id, secret, now);
        else await channels.rotateAddress(tx, account, id, newRandomString(), now);
        const row = found(await channels.findIn(tx, account, id), "channel");
        const wire = channelWire(deps, principal, config, row);
        return {
          result: body.what === "secret" ? { ...wire, signing_secret: secret } : wire,
          changed: [{ kind: "channel", id }],
          target: `channel ${id}`,
        };
      });
    },
  });
  route(app, auth, {
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
        const row = await read(principal, idOf(params.id, "channel"));
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

function channelWire(deps: ChannelDeps, principal: Principal, config: AccountConfig, row: ChannelRecord): Channel {
  const manages = deps.rights.may(principal, "channels.manage");
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    public_id: row.publicId,
    enabled: row.enabled,
    endpoint_url: row.endpointUrl,
    chunked: row.chunked,
    append_public_id: row.appendPublicId,
    media_as: row.mediaAs,
    bot_available: row.botAvailable,
    operators: [...row.operators],
    inbound_url: manages && row.sealedString !== null ? `${deps.channelBase()}/${deps.open(row.sealedString)}/${row.publicId}` : null,
    secret_hint: manages ? row.secretHint : "",
    status: status(deps, principal.accountId, config, row),
    last_inbound_at: row.lastInboundAt,
    last_success_at: row.lastSuccessAt,
    last_failure: row.lastFailure === null ? null : { ...row.lastFailure },
    created_at: row.createdAt,
    managed: row.managed,
  };
}

/** CH-011: on, and at least one chosen operator online. */
function status(deps: ChannelDeps, account: number, config: AccountConfig, row: ChannelRecord): 0 | 1 {
  if (!row.enabled || config.suspended) return 0;
  return row.operators.some((id) => config.operators.get(id)?.active === true && deps.realtime.presence.of(account, id) === "online")
    ? 1
    : 0;
}

async function create(deps: ChannelDeps, tx: Tx, principal: Principal, input: Input, secret: string, now: number): Promise<number> {
  const id = await deps.channels.create(tx, principal.accountId, {
    kind: "api",
    name: input.name,
    publicId: newPublicId(),
    enabled: input.enabled ?? true,
    endpointUrl: input.endpoint_url,
    chunked: input.chunked ?? false,
    appendPublicId: input.append_public_id ?? true,
    mediaAs: input.media_as ?? "media objects",
    botAvailable: input.bot_available ?? false,
    managed: false,
    operators: input.operators,
    randomString: newRandomString(),
    secret,
    createdBy: principal.operatorId,
    now,
  });
  // 62^10 public ids: one that is taken already means a broken source of chance, not bad luck.
  if (id === null) throw new Error("a new public id exists already");
  return id;
}

function changeOf(body: Patch): ChannelChange {
  return {
    name: body.name === undefined ? undefined : filled(body.name, "name"),
    enabled: body.enabled,
    endpointUrl: body.endpoint_url,
    chunked: body.chunked,
    appendPublicId: body.append_public_id,
    mediaAs: body.media_as,
    botAvailable: body.bot_available,
    operators: body.operators,
  };
}

async function checkOperators(deps: ChannelDeps, tx: Tx, account: number, ids: readonly number[]): Promise<void> {
  const known = await deps.channels.activeOperators(tx, account, ids);
  const stranger = ids.find((id) => !known.has(id));
  if (stranger !== undefined) refuse("invalid_request", `${stranger} is not an active operator of this account.`, { field: "operators" });
}

/** CH-001, CORE-123. The text is checked before it is parsed, because parsing drops line breaks silently (H-265). */
async function checkEndpoint(deps: Pick<ChannelDeps, "endpoints">, url: string): Promise<void> {
  const field = "endpoint_url";
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  const parsed = /[\u0000-\u0020\u007f\\]/.test(url) ? null : URL.parse(url);
  if (parsed === null || !/^https?:\/\//i.test(url))
    refuse("invalid_request", "The endpoint URL must be absolute and begin with http:// or https://.", { field });
  if (parsed.username !== "" || parsed.password !== "")
    refuse("invalid_request", "The endpoint URL must not hold a name or password.", { field });
  const checked = await deps.endpoints.check(url);
  if (!checked.ok) refuse("private_address", checked.message, { field });
}
