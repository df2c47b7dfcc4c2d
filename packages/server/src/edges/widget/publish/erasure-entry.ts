import type { VisitorEntry } from "../types.ts";

/** Returns the number of the erased visitor of an entry (CORE-116), or null. */
export function parseErasedVisitor({ name, frame }: VisitorEntry): number | null {
  if (name !== "settings_changed" || !frame.includes('"kind":"visitor"')) return null;
  return (JSON.parse(frame) as { readonly data: { readonly id: number | null } }).data.id;
}
