/** What the address of the sign-in says: where to go afterwards, whom it is for, and whether the other account stays (CORE-016). */
export interface SignInSearch {
  readonly next?: string;
  readonly email?: string;
  readonly beside?: boolean;
  /** A provider must ask for the password anew. */
  readonly again?: boolean;
}

/** Reads it. Anybody can make such a link, so it leads to no page but ours; the router keeps what a check leaves out, so each reader asks here. */
export function readSearch({ next, email, beside, again }: Readonly<Record<string, unknown>>): SignInSearch {
  return {
    ...(typeof next === "string" && /^\/(?![/\\])/.test(next) && { next }),
    ...(typeof email === "string" && { email }),
    ...(beside === true && { beside }),
    ...(again === true && { again }),
  };
}
