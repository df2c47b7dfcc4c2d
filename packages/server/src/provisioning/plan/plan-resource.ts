import { createEmptyFields, type Resource, type ResourceTypes } from "../../settings/resource.ts";
import { planNamedResources } from "./plan-named-resources.ts";
import { describeChanges, type PlannedChange } from "./planned-change.ts";

/** Plans the rows of a settings resource: creates, changes and, for `prune`, removals. */
export function planResource<T extends ResourceTypes>(
  resource: Resource<T>,
  desired: readonly T["entry"][],
  rows: readonly T["row"][],
): { differences: PlannedChange[]; removals: PlannedChange[] } {
  const { shape, store, file } = resource;
  const { kind } = shape;
  return planNamedResources(desired, rows, {
    isSame: (entry, row) => file.keyOf(file.toEntry(row)) === file.keyOf(entry),
    planCreation(entry) {
      const fields = { ...createEmptyFields(resource), ...file.toFields(entry), managed: true };
      const run: PlannedChange["run"] = ({ tx, account, now }) =>
        store.create(tx, account, fields, now);
      return { sign: "+", subject: file.subject(entry), detail: "", kind, run };
    },
    planUpdate(entry, row) {
      const fields = file.toFields(entry);
      const detail = describeChanges({ ...file.toFields(file.toEntry(row)) }, { ...fields });
      if (detail === "" && row.managed) return null;
      const run: PlannedChange["run"] = async ({ tx, account }) => {
        await store.update(tx, account, row.id, { ...fields, managed: true });
        return row.id;
      };
      const subject = file.subject(entry);
      return { sign: "~", subject, detail: detail || "managed by the file", kind, run };
    },
    planRemoval(row) {
      const run: PlannedChange["run"] = async ({ tx, account }) => {
        await store.remove(tx, account, row.id);
        return row.id;
      };
      return { sign: "-", subject: file.subject(file.toEntry(row)), detail: "", kind, run };
    },
  });
}
