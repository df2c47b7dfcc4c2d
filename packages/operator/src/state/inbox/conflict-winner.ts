import type { ApiError } from "@parlour/client";

/**
 * Returns the name of the operator who accepted first, from the body of the error
 * `already_accepted` (API-024). Returns "" if the body has no name.
 */
export function getConflictWinner(error: ApiError): string {
  const body = error.body as { error?: { by?: { name?: string } } } | undefined;
  return body?.error?.by?.name ?? "";
}
