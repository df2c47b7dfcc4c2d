import { omitAbsent } from "@parlour/protocol/omit-absent";
/**
 * Search parameters of the sign-in: the page to open afterwards, the email address, and whether
 * another account stays signed in (CORE-016).
 */
export interface SignInSearch {
  readonly next?: string;
  readonly email?: string;
  readonly beside?: boolean;
  /** Whether the provider must request the password again. */
  readonly again?: boolean;
}

/**
 * Parses the search parameters.
 *
 * Anyone can create such a link, so `next` must be a path of this application. The router does not
 * remove invalid parameters, so every caller must use this function.
 */
export function parseSignInSearch({
  next,
  email,
  beside,
  again,
}: Readonly<Record<string, unknown>>): SignInSearch {
  return omitAbsent({
    next: typeof next === "string" && /^\/(?![/\\])/.test(next) ? next : undefined,
    email: typeof email === "string" ? email : undefined,
    beside: beside === true || undefined,
    again: again === true || undefined,
  });
}
