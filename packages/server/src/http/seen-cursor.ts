import { refuse } from "../core/failure.ts";

/**
 * Parses the header `Parlour-Cursor: EPOCH:POSITION` (API-380). Returns null if it is absent.
 * Throws Refusal `invalid_request` for any other format.
 */
export function parseSeenCursor(
  header: string | string[] | undefined,
): { readonly epoch: string; readonly position: number } | null {
  if (header === undefined) return null;
  const [, epoch = "", position = ""] =
    /^([\w.-]{1,100}):(\d{1,15})$/.exec(typeof header === "string" ? header : "") ?? [];
  if (epoch === "")
    refuse(
      "invalid_request",
      "Parlour-Cursor must be the epoch and the position of an event, such as 6f1c….00000001:1234.",
      { field: "Parlour-Cursor" },
    );
  return { epoch, position: Number(position) };
}
