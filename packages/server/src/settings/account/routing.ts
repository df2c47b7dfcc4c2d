import { Routing, RoutingPatch } from "@parlour/protocol/api";
import type { RoutingConfig } from "../../core/command.ts";
import { refuse } from "../../core/failure.ts";
import {
  formatRoutingFields,
  getRoutingOverrides,
  parseRoutingFields,
} from "../../core/routing/format.ts";
import { findAccount, mergeAccountSettings } from "../../store/settings/account/account.ts";
import type { AccountSettings } from "../../store/settings/account/account-settings.ts";
import type { SingleResource } from "../single-resource.ts";

/**
 * How chats reach operators, and how long visitors wait (CORE-031 to CORE-035, API-295). The file
 * gives omitted fields their default.
 */
export const routingResource: SingleResource<{
  row: AccountSettings;
  body: RoutingPatch;
  api: Routing;
  entry: RoutingConfig;
}> = {
  path: "routing",
  label: "routing",
  action: "routing.change",
  rights: { read: "account.read", manage: "account.manage" },
  summaries: { one: "Get the routing settings", change: "Update the routing settings" },
  schemas: { entity: Routing, patch: RoutingPatch },
  find: findAccount,
  async change(tx, account, body, before) {
    const parsed = parseRoutingFields(body, before.routing);
    if ("fault" in parsed) refuse("invalid_request", `${parsed.fault}.`, { field: parsed.part });
    await mergeAccountSettings(tx, account, { routing: getRoutingOverrides(parsed.routing) });
  },
  toApi: ({ routing, routingManaged }) => ({
    ...formatRoutingFields(routing),
    managed: routingManaged,
  }),
  file: {
    part: "routing",
    subject: "routing",
    read({ routing }, { reportError }) {
      if (routing === undefined) return null;
      const parsed = parseRoutingFields(routing);
      if ("routing" in parsed) return parsed.routing;
      reportError(["routing", parsed.part], parsed.fault, "CORE-035");
      return null;
    },
    write: ({ routing, isRoutingSaved }) =>
      isRoutingSaved ? formatRoutingFields(routing) : undefined,
    isManaged: ({ routingManaged }) => routingManaged,
    toEntry: ({ routing }) => routing,
    compared: (routing) => ({ ...formatRoutingFields(routing) }),
    save: ({ tx, account }, routing) =>
      mergeAccountSettings(tx, account, {
        routing: routing && getRoutingOverrides(routing),
        routing_managed: routing && true,
      }),
  },
};
