import { ChannelTemplates, IdParams, type NewConnector } from "@parlour/protocol/api";
import type { FastifyInstance } from "fastify";
import {
  getConnectorSettings,
  isConnectorKind,
  type ConnectorKind,
} from "@parlour/protocol/settings/connectors";
import { can, type Principal } from "../../../auth/index.ts";
import type { ConnectorSettings } from "../../../core/channel/connector-settings.ts";
import type { ChannelKind } from "../../../core/entity.ts";
import { refuse } from "../../../core/failure.ts";
import {
  describeDestinations,
  mergeConnectorSettings,
  openConnectorSettings,
  sealConnectorSettings,
} from "../../../settings/channels/connector.ts";
import { claimAddress } from "../../../settings/channels/connector-address.ts";
import type { Sql } from "../../../store/database/sql.ts";
import { isUsableGrant } from "../../../store/settings/channels/mail-sign-in.ts";
import type { StoredConnector } from "../../../store/settings/channels/channel.ts";
import { authorizeDestination, type OutboundAddress } from "../../kit/outbound-address.ts";
import { declareRoute } from "../../kit/declare-route.ts";
import { parseId } from "../../kit/ids.ts";
import type { ChannelDeps } from "../load-channel.ts";

/** Settings of a connector as they will be stored, and where their texts go if that changes. */
interface PreparedConnector {
  readonly connector: StoredConnector;
  readonly address: OutboundAddress | null;
}
/**
 * Applies new settings of a connector and asks the service whether they work (CON-011). First
 * checks whether the principal may change where texts go (CON-069). `stored` is null for a new one.
 */
export async function prepareConnector(
  deps: ChannelDeps,
  principal: Principal,
  { kind, settings }: Pick<NewConnector, "kind" | "settings">,
  stored: StoredConnector | null,
): Promise<PreparedConnector> {
  const before = stored && openConnectorSettings(stored, deps.secrets);
  const after = mergeConnectorSettings(kind, before, settings);
  const address = await authorizeSettings(deps, principal, kind, { before, after });
  const prepared = await deps.connectors.prepare(kind, after, principal.accountId);
  return { connector: sealConnectorSettings(prepared, deps.secrets), address };
}

/** Checks whether the principal may choose where texts go (CON-069). */
export async function authorizeSettings(
  deps: ChannelDeps,
  principal: Principal,
  kind: ConnectorKind,
  settings: { readonly before: ConnectorSettings | null; readonly after: ConnectorSettings },
): Promise<OutboundAddress | null> {
  const label = describeDestinations(kind, settings.before, settings.after);
  const address = label === null ? null : await authorizeDestination(deps, principal, label);
  await requireOwnGrant(deps, principal, kind, settings);
  return address;
}

/** Refuses a sign-in of another operator, or of another channel (MAIL-125). */
async function requireOwnGrant(
  { sql }: ChannelDeps,
  { accountId, operatorId }: Principal,
  kind: ConnectorKind,
  { before, after }: { before: ConnectorSettings | null; after: ConnectorSettings },
): Promise<void> {
  const { signIn } = getConnectorSettings(kind);
  if (signIn === undefined) return;
  const [old, next] = [before, after].map((values) => values?.settings[signIn]);
  if (next === undefined || JSON.stringify(old) === JSON.stringify(next)) return;
  const { provider, grant } = next as { readonly provider: string; readonly grant: string };
  const owner = operatorId !== null && { account: accountId, operator: operatorId };
  if (!owner || !(await isUsableGrant(sql, { id: grant, provider }, owner)))
    refuse(
      "invalid_request",
      "Sign in to this mailbox again: this sign-in is not yours, or was already used.",
      {
        field: `settings.${signIn}`,
      },
    );
}

/** Gives a channel its address. Throws `address_taken` if another channel holds it (CON-066). */
export async function requireAddress(
  tx: Sql,
  principal: Principal,
  {
    id,
    kind,
    settings,
  }: {
    readonly id: number;
    readonly kind: ChannelKind;
    readonly settings: Readonly<Record<string, unknown>>;
  },
  now: number,
): Promise<void> {
  if (!isConnectorKind(kind)) return;
  const by = { isOwnerOfInstallation: can(principal, "instance.manage"), now };
  if (!(await claimAddress(tx, { account: principal.accountId, id }, { kind, settings }, by)))
    refuse("address_taken", "Another channel of this installation has this address.", {
      field: "settings.address",
    });
}

/** Registers the route that lists the templates of a channel (CON-051). */
export function channelTemplatesRoute(
  app: FastifyInstance,
  { auth, connectors }: ChannelDeps,
): void {
  declareRoute(app, auth, {
    method: "GET",
    url: "/channels/:id/templates",
    action: "chats.answer",
    tag: "channels",
    summary: "List the message templates of a channel",
    params: IdParams,
    status: 200,
    answer: ChannelTemplates,
    handle: async ({ principal, params }) => {
      const id = parseId(params.id, "channel");
      const items = await connectors.templates(principal.accountId, id);
      return { items: [...items], next_cursor: null };
    },
  });
}
