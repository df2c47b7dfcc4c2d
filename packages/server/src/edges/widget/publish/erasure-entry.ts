import type { VisitorEntry } from "../types.ts";

/**
 * Returns the number of the visitor whose erasure this entry records (CORE-116), or null for any
 * other entry.
 */
export function parseErasedVisitor({ name, frame }: VisitorEntry): number | null {
  if (name !== "settings_changed" || !frame.includes('"kind":"visitor"')) return null;
  return (JSON.parse(frame) as { readonly data: { readonly id: number | null } }).data.id;
}
