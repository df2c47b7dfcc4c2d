import type { ApiError } from "@parlour/client";

/** Who was first, from the body of `already_accepted` (API-024); "" when it does not say. */
export function firstTaker(error: ApiError): string {
  const body = error.body as { error?: { by?: { name?: string } } } | undefined;
  return body?.error?.by?.name ?? "";
}
