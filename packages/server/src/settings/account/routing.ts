import { Routing, RoutingPatch } from "@parlour/protocol/api";
import {
  listEarlyTimes,
  routing,
  type RoutingValues,
} from "@parlour/protocol/settings/kinds/routing";
import { fromStored, toStored } from "@parlour/protocol/settings/stored";
import type { RoutingConfig } from "../../core/command.ts";
import { routingDefaults } from "../../core/routing/defaults.ts";
import { findAccountSettings } from "../../store/settings/account/account.ts";
import type { AccountSettings } from "../../store/settings/account/account-settings.ts";
import { createSingle } from "../kind/create-single.ts";

/** How chats reach operators, and how long visitors wait (CORE-031 to CORE-035, API-295). */
export const routingResource = createSingle(routing, {
  action: "routing.change",
  rights: { read: "account.read", manage: "account.manage" },
  summaries: { one: "Get the routing settings", change: "Update the routing settings" },
  schemas: { entity: Routing, patch: RoutingPatch },
  find: findAccountSettings,
  isManaged: ({ routingManaged }: AccountSettings) => routingManaged,
  isExported: ({ isRoutingSaved }) => isRoutingSaved,
  toValues: (account) => fromStored(routing.fields, account.routing) as RoutingValues,
  findFault(values) {
    const [early] = listEarlyTimes(values);
    return (
      early && {
        field: early.field,
        message: `is earlier than ${early.before}, which comes before it; 0 leaves it out`,
      }
    );
  },
  toSettings: (values) => ({ routing: values && pickOverrides(values) }),
});

/** Only what differs from the defaults is stored, so that a new default takes effect. */
const pickOverrides = (values: RoutingValues): object =>
  Object.fromEntries(
    Object.entries(toStored(routing.fields, values)).filter(
      ([name, value]) => value !== routingDefaults[name as keyof RoutingConfig],
    ),
  );
