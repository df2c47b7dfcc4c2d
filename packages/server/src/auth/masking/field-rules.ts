/** What a masked role sees in place of a text. */
export const maskedText = "•••";

/**
 * What a masked role receives of a field (CORE-303):
 *
 * - `shown`: the value.
 * - `masked`: the masked text. An empty text stays empty.
 * - `null`: null.
 * - `hidden`: nothing.
 * - A function: what it returns for the value and its entity.
 */
type FieldRule<E, F extends keyof E> =
  | "shown"
  | (string extends NonNullable<E[F]> ? "masked" : never)
  | (null extends E[F] ? "null" : never)
  | (undefined extends E[F] ? "hidden" : never)
  | ((value: NonNullable<E[F]>, entity: E) => E[F]);

/** A rule for each field of an entity. A new field does not compile until it has one. */
export type FieldRules<E> = { readonly [F in keyof E]-?: FieldRule<E, F> };

/**
 * Returns a function that builds what a masked role receives of an entity. A field without a rule
 * is hidden, such as one that a newer version stored. The entity itself is not changed.
 */
export function createMasker<E extends object>(rules: FieldRules<E>): (entity: E) => E {
  const ruleByField = new Map(Object.entries<AnyRule<E>>(rules as never));
  return (entity) => {
    const masked: Record<string, unknown> = {};
    for (const [field, value] of Object.entries(entity)) {
      const rule = ruleByField.get(field);
      if (rule !== undefined && rule !== "hidden") masked[field] = applyRule(rule, value, entity);
    }
    return masked as E;
  };
}

type AnyRule<E> = "shown" | "masked" | "null" | "hidden" | ((value: unknown, entity: E) => unknown);

function applyRule<E>(rule: AnyRule<E>, value: unknown, entity: E): unknown {
  if (rule === "shown" || value === null || value === undefined) return value;
  if (rule === "null") return null;
  return typeof rule === "function" ? rule(value, entity) : maskText(value);
}

/** Masks a text. An empty one stays empty. */
export function maskText(text: unknown): string {
  return text === "" ? "" : maskedText;
}

/** Returns the function that masks each item of a list. */
export const masksEach =
  <T>(mask: (item: T) => T) =>
  (items: readonly T[]): T[] =>
    items.map(mask);
