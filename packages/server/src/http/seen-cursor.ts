import { refuse } from "../core/failure.ts";

/**
 * Parses the header `Parlour-Cursor: EPOCH:POSITION` (API-380). Returns null if it is absent.
 * Throws Refusal `invalid_request` for any other format.
 */
export function parseSeenCursor(
  header: string | string[] | undefined,
): { readonly epoch: string; readonly position: number } | null {
  return header === undefined
    ? null
    : parseCursor(typeof header === "string" ? header : "", "Parlour-Cursor");
}

/** Parses a cursor `EPOCH:POSITION`. Throws Refusal `invalid_request` for any other format. */
export function parseCursor(
  text: string,
  field: string,
): { readonly epoch: string; readonly position: number } {
  const [, epoch = "", position = ""] = /^([\w.-]{1,100}):(\d{1,15})$/.exec(text) ?? [];
  if (epoch === "")
    refuse(
      "invalid_request",
      `${field} must be the epoch and the position of an event, such as 6f1c….00000001:1234.`,
      { field },
    );
  return { epoch, position: Number(position) };
}
