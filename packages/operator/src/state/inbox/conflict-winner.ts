import type { ApiError } from "@parlour/client";

/** Returns the name of the operator who accepted first (API-024), or "" if the error has none. */
export function getConflictWinner(error: ApiError): string {
  const body = error.body as { error?: { by?: { name?: string } } } | undefined;
  return body?.error?.by?.name ?? "";
}
