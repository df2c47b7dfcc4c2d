import type { CustomData } from "@parlour/protocol";

const mostShown = 100;

/** Fields as the panel shows them: those of webhooks before those of the page, each in its order (WH-043); empty ones are left out. */
export function customFields(data: readonly CustomData[]): CustomData[] {
  const has = (text: string | null) => text !== null && text.trim() !== "";
  const filled = data.filter((field) => has(field.title) || has(field.key) || has(field.content) || has(field.link));
  const of = (source: CustomData["source"]) => filled.filter((field) => field.source === source);
  return [...of("webhook"), ...of("page")].slice(0, mostShown);
}
