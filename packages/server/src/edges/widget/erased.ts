import type { Entry } from "./deps.ts";

/** The number of the visitor whose erasure this entry tells (CORE-116); null: it tells of none. */
export function erasedNumber({ name, frame }: Pick<Entry, "name" | "frame">): number | null {
  if (name !== "settings_changed" || !frame.includes('"kind":"visitor"')) return null;
  return (JSON.parse(frame) as { readonly data: { readonly id: number | null } }).data.id;
}
