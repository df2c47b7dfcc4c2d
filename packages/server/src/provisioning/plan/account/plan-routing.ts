import type { RoutingConfig } from "../../../core/command.ts";
import { routingDefaults } from "../../../core/routing/defaults.ts";
import { getRoutingOverrides, formatRoutingFields } from "../../../core/routing/format.ts";
import { mergeAccountSettings } from "../../../store/settings/account/account.ts";
import type { CurrentSettings } from "../../../store/provisioning/present.ts";
import { describeChanges, type PlannedChange } from "../planned-change.ts";

/**
 * Plans the routing of chats (CORE-033, CORE-035). null: the file does not contain it. Omitted
 * fields have their default.
 */
export function planRouting(
  desired: RoutingConfig | null,
  current: CurrentSettings,
): { differences: PlannedChange[]; removals: PlannedChange[] } {
  const settings = (current.account?.settings ?? {}) as {
    routing?: Partial<RoutingConfig>;
    routing_managed?: boolean;
  };
  const managed = settings.routing_managed ?? false;
  const store =
    (routing: RoutingConfig | null): PlannedChange["run"] =>
    async ({ tx, account }) => {
      await mergeAccountSettings(tx, account, {
        routing: routing === null ? null : getRoutingOverrides(routing),
        routing_managed: routing === null ? null : true,
      });
      return account;
    };
  const createChange = (
    sign: PlannedChange["sign"],
    detail: string,
    routing: RoutingConfig | null,
  ): PlannedChange => ({
    sign,
    subject: "routing",
    detail,
    kind: "account",
    run: store(routing),
  });
  if (desired === null)
    return { differences: [], removals: managed ? [createChange("-", "", null)] : [] };
  const detail = describeChanges(
    { ...formatRoutingFields({ ...routingDefaults, ...settings.routing }) },
    { ...formatRoutingFields(desired) },
  );
  if (detail === "" && managed) return { differences: [], removals: [] };
  return {
    differences: [createChange("~", detail || "managed by the file", desired)],
    removals: [],
  };
}
