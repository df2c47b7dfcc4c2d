import { createEmptyFields, type Resource, type ResourceTypes } from "../settings/resource.ts";
import { describeChanges, type PlannedChange } from "./planned-change.ts";

/** Plans the rows of a settings resource: creates, changes and, for `prune`, removals. */
export function planResource<T extends ResourceTypes>(
  resource: Resource<T>,
  desired: readonly T["entry"][],
  rows: readonly T["row"][],
): { differences: PlannedChange[]; removals: PlannedChange[] } {
  const { shape, store, file } = resource;
  const { kind } = shape;
  const matched = new Set<number>();
  const differences = desired.flatMap((entry): PlannedChange[] => {
    const fields = file.toFields(entry);
    const subject = file.subject(entry);
    const existing = rows.find((row) => file.keyOf(file.toEntry(row)) === file.keyOf(entry));
    if (existing === undefined) {
      const run: PlannedChange["run"] = ({ tx, account, now }) =>
        store.create(
          tx,
          account,
          { ...createEmptyFields(resource), ...fields, managed: true },
          now,
        );
      return [{ sign: "+", subject, detail: "", kind, run }];
    }
    matched.add(existing.id);
    const detail = describeChanges({ ...file.toFields(file.toEntry(existing)) }, { ...fields });
    if (detail === "" && existing.managed) return [];
    const run: PlannedChange["run"] = async ({ tx, account }) => {
      await store.update(tx, account, existing.id, { ...fields, managed: true });
      return existing.id;
    };
    return [{ sign: "~", subject, detail: detail || "managed by the file", kind, run }];
  });
  const removals = rows
    .filter((row) => row.managed && !matched.has(row.id))
    .map((row): PlannedChange => {
      const run: PlannedChange["run"] = async ({ tx, account }) => {
        await store.remove(tx, account, row.id);
        return row.id;
      };
      return { sign: "-", subject: file.subject(file.toEntry(row)), detail: "", kind, run };
    });
  return { differences, removals };
}
