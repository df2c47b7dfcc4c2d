import { refuse } from "../core/failure.ts";
import type { Passwords } from "./passwords.ts";
import { openSignInLimit, type Outcome, type SignInLimitDeps } from "./sign-in-limit.ts";

/** Rate-limited checks of passwords, passkeys and codes (CFG-030). */
export interface Tries {
  /**
   * Checks a password. Takes the same time with `null` (unknown email address). Refusal:
   * `rate_limited`.
   */
  password(
    name: string,
    address: string,
    stored: () => Promise<string | null>,
    password: string,
  ): Promise<{ readonly ok: boolean; readonly stale: boolean }>;
  /**
   * Returns the passkey of a response; null: invalid. The operator is unknown before the check, so
   * failures delay the address. Otherwise anyone could fill the audit log. Refusal: `rate_limited`.
   */
  passkey<R>(address: string, check: () => Promise<R | null>): Promise<R | null>;
  /**
   * Checks a code. A client that guesses codes knows the password already. So the delay applies to
   * the operator at every address: six digits must not be open to a thousand addresses. Refusal:
   * `rate_limited`.
   */
  code(operatorId: number, check: () => Promise<boolean>): Promise<boolean>;
}

export function openTries(deps: SignInLimitDeps & { readonly passwords: Passwords }): Tries {
  const limit = openSignInLimit(deps);
  const counted = async <R extends { readonly ok: boolean }>(name: string | null, address: string, run: () => Promise<R>): Promise<R> => {
    const ended = await limit.enter(name, address);
    let outcome: Outcome = "not tried";
    try {
      const verdict = await run();
      outcome = verdict.ok ? "ok" : "failed";
      return verdict;
    } finally {
      await ended(outcome);
    }
  };
  return {
    password: (name, address, stored, password) => counted(name, address, async () => deps.passwords.verify(await stored(), password)),
    async passkey(address, check) {
      const { found } = await counted(null, address, async () => {
        const key = await check();
        return { ok: key !== null, found: key };
      });
      return found;
    },
    code: async (operatorId, check) =>
      (await counted(`code ${operatorId}`, `codes of ${operatorId}`, async () => ({ ok: await check() }))).ok,
  };
}

export function wrongPassword(field: string): never {
  refuse("invalid_request", "The present password is wrong.", { field });
}
