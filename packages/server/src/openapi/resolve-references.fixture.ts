import type { OpenApi } from "./service-api.ts";

/**
 * Returns a part of a document with every reference replaced by its target. A reference to a schema
 * that contains the reference stays.
 */
export function resolveReferences<T>({ components }: OpenApi, part: T): T {
  const resolve = (value: unknown, parents: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((item) => resolve(item, parents));
    if (typeof value !== "object" || value === null) return value;
    const { $ref: target } = value as { readonly $ref?: string };
    if (target === undefined)
      return Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [name, resolve(inner, parents)]),
      );
    if (parents.includes(target)) return value;
    const [, , kind = "", name = ""] = target.split("/");
    const found = (components as Readonly<Record<string, Readonly<Record<string, unknown>>>>)[
      kind
    ]?.[name];
    if (found === undefined) throw new Error(`${target} has no target.`);
    return resolve(found, [...parents, target]);
  };
  return resolve(part, []) as T;
}
