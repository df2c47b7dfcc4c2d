import type { Field, Fields } from "./field.ts";

/** Fields and values by path: `widget.accent` is the field `accent` of the group `widget`. */

type AnyValues = Readonly<Record<string, unknown>>;

/** Returns the fields by path: those of groups instead of the groups. Nullable groups stay too. */
export const flattenFields = (fields: Fields, prefix = ""): Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): (readonly [string, Field])[] =>
      field.type === "group"
        ? [
            ...(field.nullable ? [[`${prefix}${name}`, field] as const] : []),
            ...Object.entries(flattenFields(field.fields, `${prefix}${name}.`)),
          ]
        : [[`${prefix}${name}`, field]],
    ),
  );

export const readPath = (values: object, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>(
      (value, name) =>
        typeof value === "object" && value !== null ? (value as AnyValues)[name] : undefined,
      values,
    );

/** Returns whether a field has a value with these values of the fields beside it. */
export const isShown = ({ shownIf }: Field, values: AnyValues, prefix = ""): boolean =>
  shownIf === undefined || values[`${prefix}${shownIf.field}`] === shownIf.is;

/** Returns whether a field and its groups are shown. A nullable group has the value true. */
export function isFieldShown(
  fields: Fields,
  values: AnyValues,
  path: string,
  prefix = "",
): boolean {
  const [name = "", ...others] = path.split(".");
  const field = fields[name];
  if (field === undefined || !isShown(field, values, prefix)) return false;
  if (field.type !== "group" || (others.length === 0 && field.nullable)) return true;
  return (
    (!field.nullable || values[`${prefix}${name}`] === true) &&
    isFieldShown(field.fields, values, others.join("."), `${prefix}${name}.`)
  );
}

/** Returns the defaults of the fields that have one. Those of a group are in an object. */
export const listDefaults = (fields: Fields): AnyValues =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): (readonly [string, unknown])[] => {
      if (field.type !== "group")
        return field.default === undefined || field.completed ? [] : [[name, field.default]];
      return [[name, isNullable(field) ? null : listDefaults(field.fields)]];
    }),
  );

/** Returns whether a group may be null. It then is, unless it is given. */
export const isNullable = (field: Field): boolean =>
  field.type === "group" && (field.shownIf !== undefined || field.nullable === true);

/** Completes the groups of a change from `before`, or a nullable one from its defaults. */
export const mergeGroups = (fields: Fields, change: object, before: object): AnyValues =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const given = (change as AnyValues)[name];
      if (field.type !== "group" || given === undefined || given === null) return [];
      if (field.nullable) return [[name, { ...listDefaults(field.fields), ...given }]];
      if (!field.merge) return [];
      return [[name, { ...((before as AnyValues)[name] as object), ...given }]];
    }),
  );
