import { listsInOrder } from "../../settings/list-resources.ts";
import {
  botResource,
  channelResource,
  connectorResource,
  departmentResource,
  webhookResource,
  widgetResource,
} from "../../settings/index.ts";
import type { FileReference, ResourceTypes, StoredResource } from "../../settings/resource.ts";
import type { Sql } from "../../store/database/sql.ts";
import type { CurrentSettings } from "../current-settings.ts";
import type { FileError } from "../document.ts";
import { createReferenceCheck, createRowNames } from "../references.ts";
import type { DesiredSettings } from "../read.ts";
import { findErrors } from "../validate-settings.ts";

/**
 * Returns the errors of a file after its removals (CFG-157): what it still names itself, which the
 * next start would refuse, and what rows outside the file name. `before` and `after`: what was
 * stored, and what is stored after all changes of the file.
 */
export async function findRemovalErrors(
  tx: Sql,
  desired: DesiredSettings,
  { before, after }: { readonly before: CurrentSettings; readonly after: CurrentSettings },
): Promise<readonly FileError[]> {
  const errors = await findErrors(tx, desired, after);
  const isKnownBefore = createNameTest(desired, before);
  const isKnownAfter = createNameTest(desired, after);
  for (const { subject, references } of listUnmanagedRows(before, after))
    for (const reference of references)
      if (isKnownBefore(reference) && !isKnownAfter(reference))
        errors.push({
          line: desired.getLine([]),
          path: "",
          rule: "CFG-157",
          message: `the ${reference.kind} ${reference.name} cannot be removed, because the ${subject} uses it, which is not in this file`,
        });
  return errors;
}

/** Returns whether the file or the account has what a reference names. */
function createNameTest(desired: DesiredSettings, settings: CurrentSettings) {
  let isKnown = true;
  const check = createReferenceCheck(desired, settings, () => void (isKnown = false));
  return ({ kind, name }: FileReference): boolean => {
    isKnown = true;
    check({ kind, name, path: [] });
    return isKnown;
  };
}

interface UnmanagedRow {
  readonly subject: string;
  readonly references: readonly FileReference[];
}
/** Returns the rows that the file does not manage and that stay, with what they name. */
function listUnmanagedRows(
  before: CurrentSettings,
  after: CurrentSettings,
): readonly UnmanagedRow[] {
  const names = createRowNames(before);
  const list = <T extends ResourceTypes>(
    { file }: StoredResource<T>,
    rows: readonly T["row"][],
    remaining: readonly T["row"][],
  ): readonly UnmanagedRow[] => {
    const ids = new Set(remaining.map(({ id }) => id));
    return rows
      .filter(({ id, managed }) => !managed && ids.has(id))
      .map((row) => file.toEntry(row, names))
      .map((entry) => ({
        subject: file.subject(entry),
        references: file.references?.(entry) ?? [],
      }));
  };
  const operators = before.operators.flatMap(({ managed, active, email, customRole }) =>
    managed || !active || customRole === null
      ? []
      : [
          {
            subject: `operator ${email}`,
            references: [{ kind: "role" as const, name: customRole.name, path: [] }],
          },
        ],
  );
  return [
    ...operators,
    ...listsInOrder.flatMap(([name, resource]) => list(resource, before[name], after[name])),
    ...list(departmentResource, before.departments, after.departments),
    ...list(channelResource, before.channels, after.channels),
    ...list(widgetResource, before.widgets, after.widgets),
    ...list(connectorResource, before.connectors, after.connectors),
    ...list(botResource, before.bots, after.bots),
    ...list(webhookResource, before.webhooks, after.webhooks),
  ];
}
