import type { Fields } from "./field.ts";

/** Values of settings in `account.settings`, where some have another name and unit. */

type AnyValues = Readonly<Record<string, unknown>>;

export const toStored = (fields: Fields, values: object): AnyValues =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const value = (values as AnyValues)[name];
      const isTime = field.type === "integer" && field.unit === "s";
      return [field.stored ?? name, isTime ? (value as number) * 1000 : value];
    }),
  );

export const fromStored = (fields: Fields, stored: object): AnyValues =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const value = (stored as AnyValues)[field.stored ?? name];
      const isTime = field.type === "integer" && field.unit === "s";
      return [name, isTime ? Math.round((value as number) / 1000) : value];
    }),
  );
