import type { MailAccount } from "./mailbox.ts";

/** Who can sign in to the mail service. */
export interface SignInRules {
  readonly findAccount: (user: string) => MailAccount | undefined;
  /** Returns whether an access token belongs to a user. null: users sign in with passwords. */
  readonly checkToken: ((user: string, token: string) => Promise<boolean>) | null;
}
interface Credentials {
  readonly user: string;
  readonly password: string;
  readonly accessToken: string;
}

/** Calls back with the account of the user, or with null if the sign-in is refused. */
export function handleSignIn(
  { findAccount, checkToken }: SignInRules,
  { user, password, accessToken }: Credentials,
  done: (account: MailAccount | null) => void,
): void {
  const account = findAccount(user) ?? null;
  if (checkToken === null) return done(account?.password === password ? account : null);
  checkToken(user, accessToken).then(
    (isValid) => done(isValid ? account : null),
    () => done(null),
  );
}
