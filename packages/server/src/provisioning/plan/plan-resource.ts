import type { ConfigFile } from "@parlour/protocol/config";
import type { ResourceTypes, RowNames, StoredResource } from "../../settings/resource.ts";
import {
  createRowIds,
  createStoreContext,
  describeChanges,
  isReferencedKind,
  joinDetails,
  toReferenceKey,
  type PlannedChange,
} from "./planned-change.ts";

export interface PlanContext {
  readonly names: RowNames;
  readonly unseal: (sealed: Buffer) => string;
}

/**
 * Plans the rows of a settings resource: creates, changes and, if the file gives one, their order.
 * Removals are for `prune`. Rows with equal keys, such as webhooks with one address, are matched by
 * equal settings, else by their order.
 */
export function planResource<T extends ResourceTypes>(
  resource: StoredResource<T>,
  desired: readonly T["entry"][],
  rows: readonly T["row"][],
  { names, unseal }: PlanContext,
): { differences: PlannedChange[]; removals: PlannedChange[] } {
  const { shape, store, file } = resource;
  const { kind } = shape;
  const current = rows.map((row) => ({ row, entry: file.toEntry(row, names) }));
  const currentByKey = Map.groupBy(current, ({ entry }) => file.keyOf(entry));
  const matched = new Set<number>();
  const ids = new Map<string, number>();
  const differences = desired.flatMap((entry) => {
    const key = file.keyOf(entry);
    const candidates = (currentByKey.get(key) ?? [])
      .filter(({ row }) => !matched.has(row.id))
      .map((existing) => ({
        id: existing.row.id,
        update: planUpdate(resource, entry, existing, unseal),
      }));
    const best = candidates.find(({ update }) => update === null) ?? candidates[0];
    if (best === undefined) return [planCreation(resource, entry, ids)];
    matched.add(best.id);
    ids.set(key, best.id);
    return best.update ?? [];
  });
  const removals = current
    .filter(({ row }) => row.managed && !matched.has(row.id))
    .map((existing) => planRemoval(resource, existing));
  const keys = desired.map(file.keyOf);
  if (
    shape.hasOrder &&
    !isInOrder(
      keys,
      current.map(({ entry }) => file.keyOf(entry)),
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

function planCreation<T extends ResourceTypes>(
  resource: StoredResource<T>,
  entry: T["entry"],
  /** Receives the id by key. */
  ids: Map<string, number>,
): PlannedChange {
  const { store, file, shape } = resource;
  const { kind } = shape;
  const subject = file.subject(entry);
  const run: PlannedChange["run"] = async (context) => {
    const { tx, account } = context;
    const fields: T["fields"] = {
      ...resource.newFields(),
      ...file.toFields(entry, createRowIds(context), () => true),
    };
    const row = { ...fields, managed: true };
    const id = await store.create(tx, account, row, createStoreContext(context));
    if (id === null) throw new Error(`${subject} was taken in the meantime`);
    ids.set(file.keyOf(entry), id);
    if (isReferencedKind(kind))
      context.ids[kind].set(toReferenceKey(kind, (file.nameOf ?? file.keyOf)(entry)), id);
    if (file.toCreatedChannel !== undefined) {
      context.created.channels.push(file.toCreatedChannel(fields, entry));
      return id;
    }
    for (const { ofEntry, ofNewRow } of file.secrets ?? [])
      if (ofNewRow !== undefined && ofEntry(entry) === null)
        context.created.secrets.push({ subject, secret: ofNewRow(fields) });
    return id;
  };
  return { sign: "+", subject, detail: "", kind, run };
}

interface ExistingRow<T extends ResourceTypes> {
  readonly row: T["row"];
  readonly entry: T["entry"];
}

/** Returns null if nothing differs. */
function planUpdate<T extends ResourceTypes>(
  { store, file, shape }: StoredResource<T>,
  entry: T["entry"],
  existing: ExistingRow<T>,
  unseal: PlanContext["unseal"],
): PlannedChange | null {
  const { row } = existing;
  const before = file.compared(existing.entry);
  const next = file.compared(entry);
  const changes = describeChanges(before, next);
  const secrets = (file.secrets ?? [])
    .filter(({ ofEntry, ofRow }) => {
      const secret = ofEntry(entry);
      if (secret === null) return false;
      const stored = ofRow(row);
      return stored === null || unseal(stored) !== secret;
    })
    .map(({ name }) => name)
    .concat(file.changedSecrets?.(entry, row, unseal) ?? []);
  const isComplete = changes !== "" && file.notesTakeoverAlone;
  const detail = isComplete ? changes : joinDetails(row, changes, ...secrets);
  if (detail === "") return null;
  const isChanged = (name: string): boolean =>
    secrets.includes(name) || describeChanges(before, { [name]: next[name] ?? null }) !== "";
  const run: PlannedChange["run"] = async (context) => {
    const { tx, account } = context;
    const fields = file.toFields(entry, createRowIds(context), isChanged);
    const change = { ...fields, managed: true };
    await store.update(tx, { account, id: row.id }, change, createStoreContext(context));
    return row.id;
  };
  return { sign: "~", subject: file.subject(entry), detail, kind: shape.kind, run };
}

function planRemoval<T extends ResourceTypes>(
  { store, file, shape }: StoredResource<T>,
  { row, entry }: ExistingRow<T>,
): PlannedChange {
  const run: PlannedChange["run"] = async (context) => {
    await store.remove(context.tx, context.account, row.id, createStoreContext(context));
    return row.id;
  };
  return { sign: "-", subject: file.subject(entry), detail: "", kind: shape.kind, run };
}

/** Returns whether rows have the order of the file, if new rows follow the present ones. */
function isInOrder(desired: readonly string[], current: readonly string[]): boolean {
  const created = desired.filter((key) => !current.includes(key));
  const expected = [...current.filter((key) => desired.includes(key)), ...created];
  return expected.every((key, n) => key === desired[n]);
}
/** Exports the rows of a settings resource (CFG-024). Nothing if there is none. */
export function exportResource<T extends ResourceTypes>(
  resource: StoredResource<T>,
  rows: readonly T["row"][],
  names: RowNames,
  variable: (kind: string, name: string, n: number) => string,
): Partial<ConfigFile> {
  const entries = exportEntries(resource, rows, names, variable);
  return entries.length === 0 ? {} : { [resource.file.part]: entries };
}
export const exportEntries = <T extends ResourceTypes>(
  { file }: StoredResource<T>,
  rows: readonly T["row"][],
  names: RowNames,
  variable: (kind: string, name: string, n: number) => string,
): readonly unknown[] =>
  rows.map((row, n) =>
    file.write(file.toEntry(row, names), (kind, name) => variable(kind, name, n)),
  );
