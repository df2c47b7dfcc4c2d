import { isTime } from "@parlour/protocol/field-kinds";
import { refuse } from "../core/failure.ts";

/** Returns the trimmed text. Throws if it is empty. */
export function requireText(text: string, field: string): string {
  const trimmed = text.trim();
  return trimmed === "" ? refuse("invalid_request", `${field} is empty.`, { field }) : trimmed;
}
/** Returns the trimmed text, null if the text is empty, or undefined if it is absent. */
export function trimOptionalText(text: string | null | undefined): string | null | undefined {
  if (text === undefined || text === null) return text;
  return text.trim() === "" ? null : text.trim();
}
/** Parses an RFC 3339 time with a zone. */
export function parseTime(text: string, field: string): Date {
  if (isTime(text)) return new Date(text);
  return refuse("invalid_request", `${field} must be a time like 2026-11-20T09:00:00Z.`, { field });
}
