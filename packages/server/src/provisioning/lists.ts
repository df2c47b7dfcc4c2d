import type { ConfigFile } from "@parlour/protocol/config";
import { listsInOrder, type ListEntries, type ListRows } from "../settings/list-resources.ts";
import type { FileHelpers, RowNames } from "../settings/resource.ts";
import type { PlannedChange } from "./plan/planned-change.ts";
import { exportResource, planResource, type PlanContext } from "./plan/plan-resource.ts";

/* What the provisioning file does with every list of settings (`settings/list-resources.ts`). */

export const readListEntries = (config: ConfigFile, helpers: FileHelpers): ListEntries =>
  Object.fromEntries(
    listsInOrder.map(([name, { file }]) => [name, file.read(config, helpers)]),
  ) as unknown as ListEntries;

export const hasListEntries = (entries: ListEntries): boolean =>
  listsInOrder.some(([name]) => entries[name].length > 0);

export interface PlanResult {
  readonly differences: readonly PlannedChange[];
  readonly removals: readonly PlannedChange[];
}
/**
 * Plans the rows of all lists, each of which depends on those before it. `integrations`: bots and
 * webhooks. Conditions of bots name tags and segments, and actions of macros name bots.
 */
export const planLists = (
  entries: ListEntries,
  rows: ListRows,
  context: PlanContext,
  integrations: readonly PlanResult[],
): readonly PlanResult[] =>
  listsInOrder.flatMap(([name, resource]) => [
    ...(name === "macros" ? integrations : []),
    planResource(resource, entries[name], rows[name], context),
  ]);

/** Exports the rows of all lists. Omits lists without rows. */
export const exportLists = (
  rows: ListRows,
  names: RowNames,
  variable: (kind: string, name: string, n: number) => string,
): Partial<ConfigFile> =>
  Object.assign(
    {},
    ...listsInOrder.map(([name, resource]) =>
      exportResource(resource, rows[name], names, variable),
    ),
  ) as Partial<ConfigFile>;
