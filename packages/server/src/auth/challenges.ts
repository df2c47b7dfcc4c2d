import { randomBytes } from "node:crypto";
import type { Clock } from "../core/ports.ts";
import { takeAnswer } from "../store/sign-in-memory.ts";
import type { Sql } from "../store/sql.ts";

/** Time to find an authenticator or finish a sign-in elsewhere. */
const validMs = 10 * 60_000;

/**
 * Data that the client returns with its answer. It is sealed into the challenge, so only answered
 * challenges are stored.
 */
export interface Challenges {
  /**
   * Creates a challenge for a URL, cookie or authenticator that only this installation can create.
   */
  make(purpose: string, what: Readonly<Record<string, unknown>>): Buffer;
  /**
   * Returns the data of a challenge. null: another purpose, expired, forged, or used before, on any
   * node.
   */
  take(challenge: Buffer, purpose: string): Promise<Readonly<Record<string, unknown>> | null>;
}

export function openChallenges(deps: {
  readonly db: Sql;
  readonly clock: Pick<Clock, "now">;
  readonly secrets: { seal(text: string): Buffer; open(sealed: Buffer): string };
}): Challenges {
  return {
    make: (purpose, what) =>
      deps.secrets.seal(
        JSON.stringify({ ...what, purpose, until: deps.clock.now() + validMs, once: randomBytes(16).toString("base64url") }),
      ),
    async take(challenge, purpose) {
      const what = read((sealed) => deps.secrets.open(sealed), challenge);
      const now = deps.clock.now();
      if (what?.["purpose"] !== purpose || Number(what["until"]) <= now) return null;
      return (await takeAnswer(deps.db, String(what["once"]), now)) ? what : null;
    },
  };
}

function read(open: (sealed: Buffer) => string, challenge: Buffer): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(open(challenge)) as Readonly<Record<string, unknown>>;
  } catch {
    // Not created here, or modified.
    return null;
  }
}
