import type { RoutingConfig } from "../core/command.ts";
import { routingDefaults } from "../core/routing/defaults.ts";
import { getRoutingOverrides, formatRoutingFields } from "../core/routing/format.ts";
import { mergeAccountSettings } from "../store/settings/account-settings.ts";
import type { Present } from "../store/settings/provision.ts";
import { changes, type Difference } from "./difference.ts";

/**
 * Plans the routing of chats (CORE-033, CORE-035). null: the file does not contain it. Omitted
 * fields have their default.
 */
export function planRouting(wanted: RoutingConfig | null, present: Present): { differences: Difference[]; gone: Difference[] } {
  const settings = (present.account?.settings ?? {}) as { routing?: Partial<RoutingConfig>; routing_managed?: boolean };
  const managed = settings.routing_managed ?? false;
  const store =
    (routing: RoutingConfig | null): Difference["run"] =>
    async ({ tx, account }) => {
      await mergeAccountSettings(tx, account, {
        routing: routing === null ? null : getRoutingOverrides(routing),
        routing_managed: routing === null ? null : true,
      });
      return account;
    };
  const of = (sign: Difference["sign"], detail: string, routing: RoutingConfig | null): Difference => ({
    sign,
    subject: "routing",
    detail,
    kind: "account",
    run: store(routing),
  });
  if (wanted === null) return { differences: [], gone: managed ? [of("-", "", null)] : [] };
  const detail = changes({ ...formatRoutingFields({ ...routingDefaults, ...settings.routing }) }, { ...formatRoutingFields(wanted) });
  if (detail === "" && managed) return { differences: [], gone: [] };
  return { differences: [of("~", detail || "managed by the file", wanted)], gone: [] };
}
