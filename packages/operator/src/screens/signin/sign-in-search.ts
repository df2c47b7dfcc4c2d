import { omitAbsent } from "@parlour/protocol/omit-absent";

export type SignInSearch = ReturnType<typeof parseSignInSearch>;

/**
 * Parses the search parameters of the sign-in: `next` is the page to open afterwards, `email` the
 * address, `beside` whether another account stays signed in (CORE-016), and `again` whether the
 * provider must request the password again.
 *
 * Anyone can create such a link, so `next` must be a path of this application. The router does not
 * remove invalid parameters, so every caller must use this function.
 */
export function parseSignInSearch({
  next,
  email,
  beside,
  again,
}: Readonly<Record<string, unknown>>) {
  return omitAbsent({
    next: typeof next === "string" && /^\/(?![/\\])/.test(next) ? next : undefined,
    email: typeof email === "string" ? email : undefined,
    beside: beside === true || undefined,
    again: again === true || undefined,
  });
}
