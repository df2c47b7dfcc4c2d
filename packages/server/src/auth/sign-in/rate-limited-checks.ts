import { toClientKey } from "../../limits/client-key.ts";
import type { ClientAddress } from "../../core/client/address.ts";
import { refuse } from "../../core/failure.ts";
import type { Passwords } from "./passwords.ts";
import {
  createSignInLimit,
  type SignInAttemptOutcome,
  type SignInLimitDeps,
} from "./sign-in-limit.ts";

/** Rate-limited checks of passwords, passkeys and codes (CFG-030). */
export interface RateLimitedChecks {
  /** An unknown email address (`null`) takes the same time. Refusal: `rate_limited`. */
  password(
    name: string,
    address: ClientAddress,
    stored: () => Promise<string | null>,
    password: string,
  ): Promise<{ readonly ok: boolean; readonly stale: boolean }>;
  /**
   * Returns what a check of a passkey or a SAML response found, or null if it is invalid. The
   * operator is unknown before the check, so failures delay the address of the client. Otherwise
   * anyone could fill the audit log.
   * Refusal: `rate_limited`.
   */
  anonymous<R>(address: ClientAddress, check: () => Promise<R | null>): Promise<R | null>;
  /**
   * Checks a code. A client that guesses codes already knows the password. The delay therefore
   * applies to the operator at every address, because many addresses could otherwise guess six
   * digits. Refusal: `rate_limited`.
   */
  code(operatorId: number, check: () => Promise<boolean>): Promise<boolean>;
}

export function createRateLimitedChecks(
  deps: SignInLimitDeps & { readonly passwords: Passwords },
): RateLimitedChecks {
  const limit = createSignInLimit(deps);
  const runLimited = async <R extends { readonly ok: boolean }>(
    name: string | null,
    source: string,
    run: () => Promise<R>,
  ): Promise<R> => {
    const reportOutcome = await limit.enter(name, source);
    let outcome: SignInAttemptOutcome = "not tried";
    try {
      const result = await run();
      outcome = result.ok ? "ok" : "failed";
      return result;
    } finally {
      await reportOutcome(outcome);
    }
  };
  return {
    password: (name, address, stored, password) =>
      runLimited(name, toClientKey(address), async () =>
        deps.passwords.verify(await stored(), password),
      ),
    async anonymous(address, check) {
      const { found } = await runLimited(null, toClientKey(address), async () => {
        const key = await check();
        return { ok: key !== null, found: key };
      });
      return found;
    },
    code: async (operatorId, check) =>
      (
        await runLimited(`code ${operatorId}`, `codes of ${operatorId}`, async () => ({
          ok: await check(),
        }))
      ).ok,
  };
}

export function rejectWrongPassword(field: string): never {
  refuse("invalid_request", "The current password is wrong.", { field });
}
