import type { CustomData } from "@parlour/protocol";

const maxVisibleFields = 100;

/**
 * Returns custom fields in display order: those of webhooks before those of the page (WH-043).
 * Empty ones are omitted.
 */
export function customFields(data: readonly CustomData[]): CustomData[] {
  const isFilled = (text: string | null) => text !== null && text.trim() !== "";
  const filled = data.filter(
    (field) =>
      isFilled(field.title) ||
      isFilled(field.key) ||
      isFilled(field.content) ||
      isFilled(field.link),
  );
  const fromSource = (source: CustomData["source"]) =>
    filled.filter((field) => field.source === source);
  return [...fromSource("webhook"), ...fromSource("page")].slice(0, maxVisibleFields);
}
