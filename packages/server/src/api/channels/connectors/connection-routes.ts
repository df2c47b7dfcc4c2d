import {
  ConnectionLookup,
  ConnectionTest,
  ConnectionTestRequest,
  FoundConnection,
} from "@parlour/protocol/api";
import { findAddress } from "@parlour/protocol/settings/connectors";
import type { FastifyInstance } from "fastify";
import { can, type Principal } from "../../../auth/index.ts";
import { refuse } from "../../../core/failure.ts";
import { mergeConnectorSettings } from "../../../settings/channels/connector.ts";
import {
  isAddressAllowed,
  listAddressesOfOthers,
} from "../../../store/settings/channels/channel-address.ts";
import { runIdempotent } from "../../kit/change-settings.ts";
import { declareRoute } from "../../kit/declare-route.ts";
import type { ChannelDeps } from "../load-channel.ts";
import { authorizeSettings } from "./connector-channels.ts";

/** Looks up and tests settings before a channel exists (API-480, API-481). Stores nothing. */
export function connectionRoutes(app: FastifyInstance, deps: ChannelDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/channels/connection-lookup",
    action: "channels.manage",
    tag: "channels",
    summary: "Find the settings of a new channel",
    body: ConnectionLookup,
    status: 200,
    answer: FoundConnection,
    handle: (context) =>
      runIdempotent(deps, context, async () => {
        const { principal, body } = context;
        const address = body.address.trim().toLowerCase();
        const state = await requireFreeAddress(deps, principal, address, "address");
        const found = await deps.connectors.findSettings(body.kind, address);
        return {
          source: found.source,
          provider: found.provider,
          settings: { ...found.settings },
          needs_proof: state === "unproved",
          has_receiver: found.hasReceiver,
          has_mail_server: found.hasMailServer,
          sign_ins: [...(await deps.connectors.signIns.list())],
        };
      }),
  });
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/channels/connection-test",
    action: "channels.manage",
    tag: "channels",
    summary: "Test the settings of a new channel",
    body: ConnectionTestRequest,
    status: 200,
    answer: ConnectionTest,
    handle: (context) =>
      runIdempotent(deps, context, async () => {
        const { principal, body } = context;
        const settings = mergeConnectorSettings(body.kind, null, body.settings);
        await authorizeSettings(deps, principal, body.kind, { before: null, after: settings });
        const address = findAddress(body.kind, settings.settings);
        const addressState =
          address === null
            ? "proved"
            : await requireFreeAddress(deps, principal, address, "settings.address");
        const account = principal.accountId;
        return deps.connectors.testSettings(body.kind, { ...settings, account, addressState });
      }),
  });
}

/** CON-067. Throws `address_taken` if a channel has the address already. */
async function requireFreeAddress(
  { sql }: ChannelDeps,
  principal: Principal,
  address: string,
  field: string,
): Promise<"proved" | "unproved"> {
  const [taken] = await listAddressesOfOthers(sql, null, [address]);
  if (taken !== undefined)
    refuse("address_taken", "Another channel of this installation has this address.", { field });
  const isAllowed =
    can(principal, "instance.manage") ||
    (await isAddressAllowed(sql, principal.accountId, address));
  return isAllowed ? "proved" : "unproved";
}
