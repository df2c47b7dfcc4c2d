import { randomBytes } from "node:crypto";
import type { Clock } from "../../core/command.ts";
import { consumeChallenge } from "../../store/sign-in/sign-in-attempts.ts";
import type { Sql } from "../../store/database/sql.ts";

/** Time in milliseconds to find an authenticator or to finish a sign-in at a provider. */
const challengeTtlMs = 10 * 60_000;

/**
 * Challenges whose data the client returns with its response. The data is sealed into the
 * challenge, so only used challenges must be stored.
 */
export interface Challenges {
  /** For a URL, cookie or authenticator. No other party can create a valid one. */
  create(purpose: string, data: Readonly<Record<string, unknown>>): Buffer;
  /**
   * Returns the data of a challenge, and marks it as used on all nodes. Returns null if the
   * challenge has another purpose, has expired, is forged, or was used before.
   */
  consume(challenge: Buffer, purpose: string): Promise<Readonly<Record<string, unknown>> | null>;
}

export function createChallenges(deps: {
  readonly db: Sql;
  readonly clock: Clock;
  readonly secrets: { seal(text: string): Buffer; open(sealed: Buffer): string };
}): Challenges {
  return {
    create: (purpose, data) =>
      deps.secrets.seal(
        JSON.stringify({
          ...data,
          purpose,
          until: deps.clock.now() + challengeTtlMs,
          once: randomBytes(16).toString("base64url"),
        }),
      ),
    async consume(challenge, purpose) {
      const data = unsealChallenge((sealed) => deps.secrets.open(sealed), challenge);
      const now = deps.clock.now();
      if (data?.["purpose"] !== purpose || Number(data["until"]) <= now) return null;
      return (await consumeChallenge(deps.db, String(data["once"]), now)) ? data : null;
    },
  };
}

function unsealChallenge(
  unseal: (sealed: Buffer) => string,
  challenge: Buffer,
): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(unseal(challenge)) as Readonly<Record<string, unknown>>;
  } catch {
    // The challenge was not created by this installation, or it was modified.
    return null;
  }
}
