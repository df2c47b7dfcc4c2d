import type { ConfigFile } from "@parlour/protocol/config";
import type {
  NameVariable,
  Resource,
  ResourceTypes,
  RowNames,
  WriteContext,
} from "../../settings/resource.ts";
import { joinDetails, planNamedResources } from "./plan-named-resources.ts";
import {
  createRowIds,
  describeChanges,
  isReferencedKind,
  type ApplyContext,
  type PlannedChange,
} from "./planned-change.ts";

/**
 * Plans the rows of a settings resource: creates, changes and, if the file gives one, their order.
 * Removals are for `prune`.
 */
export function planResource<T extends ResourceTypes>(
  resource: Resource<T>,
  desired: readonly T["entry"][],
  rows: readonly T["row"][],
  names: RowNames,
): { differences: PlannedChange[]; removals: PlannedChange[] } {
  const { shape, store, file } = resource;
  const { kind } = shape;
  const current = rows.map((row) => ({ ...row, entry: file.toEntry(row, names) }));
  const ids = new Map<string, number>();
  const { differences, removals } = planNamedResources(desired, current, {
    isSame: (entry, row) => file.keyOf(row.entry) === file.keyOf(entry),
    planCreation(entry) {
      const run: PlannedChange["run"] = async (context) => {
        const fields: T["fields"] = {
          ...resource.newFields(),
          ...file.toFields(entry, createRowIds(context)),
        };
        const { tx, account } = context;
        const row = { ...fields, managed: true };
        const id = await store.create(tx, account, row, createWriteContext(context));
        if (id === null) return null;
        ids.set(file.keyOf(entry), id);
        if (isReferencedKind(kind)) context.ids[kind].set(file.keyOf(entry), id);
        return id;
      };
      return { sign: "+", subject: file.subject(entry), detail: "", kind, run };
    },
    planUpdate(entry, row) {
      ids.set(file.keyOf(entry), row.id);
      const changes = describeChanges(file.compared(row.entry), file.compared(entry));
      const isComplete = changes !== "" && file.notesTakeoverAlone;
      const detail = isComplete ? changes : joinDetails(row, changes);
      if (detail === "") return null;
      const run: PlannedChange["run"] = async (context) => {
        const { tx, account } = context;
        const change = { ...file.toFields(entry, createRowIds(context)), managed: true };
        await store.update(tx, account, row.id, change, createWriteContext(context));
        return row.id;
      };
      return { sign: "~", subject: file.subject(entry), detail, kind, run };
    },
    planRemoval(row) {
      const run: PlannedChange["run"] = async (context) => {
        await store.remove(context.tx, context.account, row.id, createWriteContext(context));
        return row.id;
      };
      return { sign: "-", subject: file.subject(row.entry), detail: "", kind, run };
    },
  });
  const keys = desired.map(file.keyOf);
  if (
    shape.hasOrder &&
    !isInOrder(
      keys,
      current.map((row) => file.keyOf(row.entry)),
    )
  )
    differences.push({
      sign: "~",
      subject: shape.path,
      detail: "order",
      kind,
      run: async ({ tx, account }) => {
        await store.order?.(
          tx,
          account,
          keys.flatMap((key) => ids.get(key) ?? []),
        );
        return null;
      },
    });
  return { differences, removals };
}

/** Returns whether rows have the order of the file, if new rows follow the present ones. */
function isInOrder(desired: readonly string[], current: readonly string[]): boolean {
  const created = desired.filter((key) => !current.includes(key));
  const expected = [...current.filter((key) => desired.includes(key)), ...created];
  return expected.every((key, n) => key === desired[n]);
}
const createWriteContext = ({ now, secrets }: ApplyContext): WriteContext => ({
  now,
  operatorId: null,
  seal: secrets.seal,
});

/** Exports the rows of a settings resource (CFG-024). Nothing if there is none. */
export function exportResource<T extends ResourceTypes>(
  { file }: Resource<T>,
  rows: readonly T["row"][],
  names: RowNames,
  variable: (kind: string, name: string, n: number) => string,
): Partial<ConfigFile> {
  const entries = rows.map((row, n) => {
    const nameVariable: NameVariable = (kind, name) => variable(kind, name, n);
    return file.write(file.toEntry(row, names), nameVariable);
  });
  return entries.length === 0 ? {} : { [file.part]: entries };
}
