import { refuse } from "../core/failure.ts";
import type { Passwords } from "./passwords.ts";
import { openSignInLimit, type Outcome, type SignInLimitDeps } from "./sign-in-limit.ts";

/** Guesses at passwords and codes, counted (CFG-030). */
export interface Tries {
  /** Whether it is the password; takes the same time with `null` (unknown e-mail). Refusal `rate_limited`. */
  password(
    name: string,
    address: string,
    stored: () => Promise<string | null>,
    password: string,
  ): Promise<{ readonly ok: boolean; readonly stale: boolean }>;
  /**
   * Whose passkey it is, by an answer that names nobody before it is checked; null: it is not right. After wrong ones the address waits, or
   * anybody fills the audit log. Refusal `rate_limited`.
   */
  passkey<R>(address: string, check: () => Promise<R | null>): Promise<R | null>;
  /**
   * Whether it is a right code. Who guesses codes knows the password, so the delay falls on the operator wherever the guess comes from: six
   * digits must not be open to a thousand addresses. Refusal `rate_limited`.
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
