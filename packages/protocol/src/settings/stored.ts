import type { Field, Fields } from "./field.ts";

/** Values of settings in `account.settings`, where some have another name and unit. */

type AnyValues = Readonly<Record<string, unknown>>;

/** Returns the given values as they are stored, without those that are elsewhere. */
export const toStored = (fields: Fields, values: object): AnyValues =>
  Object.fromEntries(
    listStored(fields).flatMap(([name, field]) => {
      const value = (values as AnyValues)[name];
      if (value === undefined || field.elsewhere === true) return [];
      return [[field.stored ?? name, isInSeconds(field) ? (value as number) * 1000 : value]];
    }),
  );

/** Returns the stored values. One that is elsewhere is undefined. */
export const fromStored = (fields: Fields, stored: object): AnyValues =>
  Object.fromEntries(
    listStored(fields).map(([name, field]) => {
      const value = (stored as AnyValues)[field.stored ?? name];
      return [name, isInSeconds(field) ? Math.round((value as number) / 1000) : value];
    }),
  );

const listStored = (fields: Fields): readonly (readonly [string, Field])[] =>
  Object.entries(fields).filter(([, { type }]) => type !== "secret");
const isInSeconds = (field: Field): boolean => field.type === "integer" && field.unit === "s";
