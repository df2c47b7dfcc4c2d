import type { FieldObject, FieldValue } from "@parlour/protocol/field-kinds";
import { findFieldValueProblem, type ValueRules } from "@parlour/protocol/field-values";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { AccountConfig, FieldConfig } from "./account-config.ts";
import { formatTime } from "./chat/create.ts";
import type { CommandContext } from "./command.ts";
import type { NewEvent } from "./event.ts";
import type {
  Contact,
  FieldSource,
  FieldValues,
  NamedRef,
  Source,
  StoredFieldValue,
} from "./entity.ts";

/** Values by key that a page, a channel or a webhook sent. Nothing of them is checked. */
export interface FieldClaims {
  readonly source: FieldSource;
  readonly values: Readonly<Record<string, unknown>>;
}

interface UsableClaim {
  readonly object: FieldObject;
  readonly key: string;
  readonly value: FieldValue;
}

/**
 * Returns the claimed values that fields take (FLD-015). A key is that of a field of the visitor,
 * or of the chat if the visitor has none.
 */
export function listUsableClaims(
  { fields = [] }: AccountConfig,
  { source, values }: FieldClaims,
): readonly UsableClaim[] {
  const definitions = mapDefinitions(fields);
  return Object.entries(values).flatMap(([key, value]) => {
    const definition = definitions.get(key);
    return definition?.sources.includes(source) === true && isFieldValue(definition, value)
      ? [{ object: definition.object, key, value }]
      : [];
  });
}
/** Returns the fields by key. A field of the visitor precedes one of the chat (FLD-015). */
export const mapDefinitions = (fields: readonly FieldConfig[]): ReadonlyMap<string, FieldConfig> =>
  new Map(
    [...fields.filter(isOfChat), ...fields.filter((field) => !isOfChat(field))].map(
      (field) => [field.key, field] as const,
    ),
  );
const isOfChat = ({ object }: FieldConfig): boolean => object === "chat";

/** Returns a visitor or chat with the claims that its fields take, or itself without changes. */
export function withClaimedFields<E extends { readonly fields?: FieldValues }>(
  { config, now }: CommandContext,
  object: FieldObject,
  entity: E,
  claims: FieldClaims | undefined,
): E {
  if (claims === undefined) return entity;
  const stored = entity.fields ?? {};
  const changed: Record<string, StoredFieldValue> = {};
  for (const claim of listUsableClaims(config, claims)) {
    if (claim.object !== object) continue;
    const { key, value } = claim;
    const merged = mergeField(now, stored, key, { value, source: claims.source });
    if (merged !== stored[key]) changed[key] = merged;
  }
  return Object.keys(changed).length === 0
    ? entity
    : { ...entity, fields: { ...stored, ...changed } };
}

const isFieldValue = (rules: ValueRules, value: unknown): value is FieldValue =>
  findFieldValueProblem(rules, value) === null;

/** Returns the value of a field after a claim, by the rules of {@link mergeValue}. */
export function mergeField(
  now: number,
  stored: FieldValues,
  key: string,
  { value, ...claim }: Omit<SourcedValue<FieldValue, FieldSource>, "at">,
): StoredFieldValue {
  return mergeValue<StoredFieldValue>(now, getValue(stored, key) ?? null, {
    ...claim,
    value: typeof value === "object" ? [...value] : value,
  });
}

/**
 * Returns an event for each value that differs between two states of a visitor or chat (FLD-016).
 * `remover`: who removed the values that are gone.
 */
export function createFieldEvents(
  of: FieldOwner,
  before: FieldValues = {},
  after: FieldValues = {},
  { remover, cause }: { readonly remover?: ValueAuthor; readonly cause?: FieldEvent["cause"] } = {},
): readonly FieldEvent[] {
  if (before === after) return [];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key): readonly FieldEvent[] => {
    const value = getValue(after, key);
    const previous = getValue(before, key);
    const author = value ?? remover;
    if (author === undefined || (value && previous && isEqual(value.value, previous.value)))
      return [];
    const { source, by = null } = author;
    const values = { value: value?.value ?? null, previous: previous?.value ?? null };
    return [{ name: "field_changed", change: { ...of, key, ...values, source, by }, cause }];
  });
}
type FieldEvent = Extract<NewEvent, { readonly name: "field_changed" }>;
interface ValueAuthor {
  readonly source: FieldSource;
  readonly by?: NamedRef | undefined;
}
/** `chat_id`: the chat of the field, or the running chat of the visitor, or null. */
export interface FieldOwner {
  readonly object: FieldObject;
  readonly chat_id: number | null;
}

/** Returns the value of a field. An object inherits one for the key `constructor`. */
const getValue = (values: FieldValues, key: string): StoredFieldValue | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined;

type AnySource = Source | FieldSource;
/** A value of a contact or a field with its source. */
export interface SourcedValue<V, S> {
  readonly value: V;
  readonly source: S;
  readonly at: string;
  readonly by?: NamedRef | undefined;
}

/**
 * Replaces a value by a claimed one and keeps values of other sources beside it (CORE-205,
 * FLD-013). `now`: ms since 1970. An equal value keeps the older source. A value of a visitor or
 * page never replaces one of a trusted source. A source that repeats its value does not undo an
 * operator's correction.
 */
export function mergeValue<T extends Contact | StoredFieldValue>(
  now: number,
  stored: T | null,
  claim: Omit<SourcedValue<T["value"], T["source"]>, "at">,
): T {
  const { value, source, by } = claim;
  type Value = SourcedValue<T["value"], T["source"]>;
  // Most messages repeat the only stored value.
  if (stored !== null && stored.others === undefined && isEqual(stored.value, value)) return stored;
  const newValue: Value = {
    value,
    source,
    at: formatTime(now),
    ...omitAbsent({ by }),
  };
  if (stored === null) return newValue as T;
  const { others = [], ...main } = stored as Value & { readonly others?: readonly Value[] };
  // The new value replaces the earlier one of the same source. Values equal to the new one are
  // removed too.
  const rest = others.filter((other) => other.source !== source);
  if (isEqual(main.value, value))
    return rest.length === others.length ? stored : (withOtherValues(main, rest) as T);
  const isRepeated = others.some((other) => other.source === source && isEqual(other.value, value));
  if (isRepeated && main.source === "operator" && source !== "operator") return stored;
  if (trustLevels[source] < trustLevels[main.source])
    return isRepeated ? stored : (withOtherValues(main, [...rest, newValue]) as T);
  return withOtherValues(newValue, [
    ...rest.filter((other) => !isEqual(other.value, value)),
    ...(main.source === source ? [] : [main]),
  ]) as T;
}

const isEqual = (a: FieldValue, b: FieldValue): boolean =>
  a === b || (typeof a === "object" && JSON.stringify(a) === JSON.stringify(b));
function withOtherValues<V extends SourcedValue<unknown, AnySource>>(
  main: V,
  others: readonly V[],
): object {
  if (others.length === 0) return main;
  return {
    ...main,
    others: others.toSorted(
      (a, b) => trustLevels[b.source] - trustLevels[a.source] || b.at.localeCompare(a.at),
    ),
  };
}
/**
 * Operators, API keys, imports, webhooks, channel servers and signed tokens are trusted. Pages can
 * be forged, and visitors can enter anything, also in forms.
 */
const trustLevels: Record<AnySource, number> = {
  operator: 1,
  api: 1,
  import: 1,
  rule: 1,
  webhook: 1,
  channel: 1,
  signed: 1,
  visitor: 0,
  page: 0,
  form: 0,
};
