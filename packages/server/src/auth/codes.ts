import { createHash, randomInt } from "node:crypto";
import { refuse } from "../core/failure.ts";
import type { Clock } from "../core/ports.ts";
import { takeTotpStep, useRecoveryCode, type FactorsRow } from "../store/factors.ts";
import { insertAudit } from "../store/sessions.ts";
import type { Db } from "../store/sql.ts";
import type { Origin } from "./start-session.ts";

/** Tolerated clock difference of the device in seconds (RFC 6238). */
const toleranceS = 30;
/** Letters and digits that are not easily confused; 16 of them have 79 bits. */
const letters = "abcdefghjkmnpqrstuvwxyz23456789";
const recoveryCount = 10;

export interface CodeDeps {
  readonly db: Db;
  readonly clock: Pick<Clock, "now">;
  readonly secrets: { seal(text: string): Buffer; open(sealed: Buffer): string };
}
/**
 * Codes as second factors (CORE-013): TOTP codes of an authenticator app (otplib), and recovery
 * codes.
 */
export interface Codes {
  /** Generates a secret, and the URI that shows it to an authenticator app. */
  newSecret(label: string): Promise<{ readonly secret: string; readonly uri: string }>;
  /** Returns the time step of a valid code for this secret; null: invalid. Does not consume it. */
  stepOf(secret: string, code: string): Promise<number | null>;
  /**
   * Checks a code and consumes it, so that no code works twice. The use of a recovery code is
   * recorded in the audit log.
   */
  take(of: { readonly accountId: number; readonly operatorId: number }, factors: FactorsRow, code: string, from: Origin): Promise<boolean>;
}

export function openCodes(deps: CodeDeps): Codes {
  // Loaded on demand, because few requests have a code.
  const library = () => import("otplib");
  const stepOf = async (secret: string, code: string): Promise<number | null> => {
    const token = code.replaceAll(" ", "");
    if (!/^[0-9]{6}$/.test(token)) return null;
    const { verify } = await library();
    const found = await verify({ secret, token, epoch: Math.floor(deps.clock.now() / 1000), epochTolerance: toleranceS });
    return found.valid && "timeStep" in found ? found.timeStep : null;
  };
  return {
    async newSecret(label) {
      const { generateSecret, generateURI } = await library();
      const secret = generateSecret({ length: 20 });
      return { secret, uri: generateURI({ issuer: "Parlour", label, secret }) };
    },
    stepOf,
    async take({ accountId, operatorId }, factors, code, from) {
      if (factors.totpSecret !== null) {
        const step = await stepOf(deps.secrets.open(factors.totpSecret), code);
        if (step !== null) return takeTotpStep(deps.db, accountId, operatorId, step);
      }
      return deps.db.transaction(async (tx) => {
        if (!(await useRecoveryCode(tx, accountId, operatorId, recoveryHash(code)))) return false;
        await insertAudit(tx, {
          accountId,
          at: deps.clock.now(),
          actorKind: "operator",
          actorId: operatorId,
          action: "second_factor.recovery_used",
          target: `operator ${operatorId}`,
          address: from.address,
          requestId: from.requestId,
          result: "ok",
        });
        return true;
      });
    },
  };
}

/** Generates recovery codes to show once, and their hashes to store. */
export function newRecoveryCodes(): { readonly shown: readonly string[]; readonly hashes: readonly Buffer[] } {
  const shown = Array.from({ length: recoveryCount }, () =>
    Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => letters.charAt(randomInt(letters.length))).join("")).join("-"),
  );
  return { shown, hashes: shown.map(recoveryHash) };
}
/** Ignores letter case and any characters between. */
function recoveryHash(code: string): Buffer {
  return createHash("sha256")
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ""))
    .digest();
}

export function wrongCode(field: string): never {
  refuse("invalid_request", "This code is not right, or was used before. Wait for the next one, and check the clock of the device.", {
    field,
  });
}
