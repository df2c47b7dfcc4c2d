import type { CustomData } from "@parlour/protocol";

const mostShown = 100;

/**
 * Returns custom fields in display order: those of webhooks before those of the page (WH-043).
 * Empty ones are omitted.
 */
export function customFields(data: readonly CustomData[]): CustomData[] {
  const has = (text: string | null) => text !== null && text.trim() !== "";
  const filled = data.filter((field) => has(field.title) || has(field.key) || has(field.content) || has(field.link));
  const of = (source: CustomData["source"]) => filled.filter((field) => field.source === source);
  return [...of("webhook"), ...of("page")].slice(0, mostShown);
}
