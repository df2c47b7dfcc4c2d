import type { AccountConfig } from "../command.ts";
import type { NamedRef } from "../entity.ts";

export function toNamedRef(config: AccountConfig, id: number): NamedRef {
  return { id, name: config.operators.get(id)?.name ?? "" };
}
export function formatNames(config: AccountConfig, ids: readonly number[]): string {
  const names = ids.map((id) => toNamedRef(config, id).name);
  if (names.length > maxListedNames)
    return `${names.slice(0, maxListedNames - 1).join(", ")} and ${names.length - maxListedNames + 1} others`;
  return names.length < 2
    ? (names[0] ?? "nobody")
    : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
const maxListedNames = 4;
