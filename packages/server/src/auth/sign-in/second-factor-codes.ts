import { createHash, randomInt } from "node:crypto";
import { refuse } from "../../core/failure.ts";
import type { Clock } from "../../core/command.ts";
import {
  consumeTotpStep,
  consumeRecoveryCode,
  type FactorsRow,
} from "../../store/sign-in/factors.ts";
import { insertAudit } from "../../store/sign-in/audit-entry.ts";
import type { Db } from "../../store/database/sql.ts";
import type { RequestOrigin } from "../session/create-session.ts";

/** Tolerated difference of the clock of the operator's device, in seconds (RFC 6238). */
const clockToleranceS = 30;
/** Letters and digits that are not easily confused. A code of 16 of them contains 79 bits. */
const recoveryAlphabet = "abcdefghjkmnpqrstuvwxyz23456789";
const recoveryCodeCount = 10;

export interface SecondFactorCodeDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: { seal(text: string): Buffer; open(sealed: Buffer): string };
}
/** CORE-013: TOTP codes of an authenticator app (otplib), and recovery codes. */
export interface SecondFactorCodes {
  /** Generates a secret, and the URI that transfers the secret to an authenticator app. */
  generateSecret(label: string): Promise<{ readonly secret: string; readonly uri: string }>;
  /** The time step of a valid code, or null. The code remains usable. */
  findTimeStep(secret: string, code: string): Promise<number | null>;
  /** No code works twice. The use of a recovery code is recorded in the audit log. */
  consume(
    owner: { readonly accountId: number; readonly operatorId: number },
    factors: FactorsRow,
    code: string,
    from: RequestOrigin,
  ): Promise<boolean>;
}

export function createSecondFactorCodes(deps: SecondFactorCodeDeps): SecondFactorCodes {
  // Loads the library on demand, because few requests contain a code.
  const loadLibrary = () => import("otplib");
  const findTimeStep = async (secret: string, code: string): Promise<number | null> => {
    const token = code.replaceAll(" ", "");
    if (!/^[0-9]{6}$/.test(token)) return null;
    const { verify } = await loadLibrary();
    const result = await verify({
      secret,
      token,
      epoch: Math.floor(deps.clock.now() / 1000),
      epochTolerance: clockToleranceS,
    });
    return result.valid && "timeStep" in result ? result.timeStep : null;
  };
  return {
    async generateSecret(label) {
      const { generateSecret, generateURI } = await loadLibrary();
      const secret = generateSecret({ length: 20 });
      return { secret, uri: generateURI({ issuer: "Parlour", label, secret }) };
    },
    findTimeStep,
    async consume({ accountId, operatorId }, factors, code, from) {
      if (factors.totpSecret !== null) {
        const step = await findTimeStep(deps.secrets.open(factors.totpSecret), code);
        if (step !== null) return consumeTotpStep(deps.db, accountId, operatorId, step);
      }
      return deps.db.transaction(async (tx) => {
        if (!(await consumeRecoveryCode(tx, accountId, operatorId, hashRecoveryCode(code))))
          return false;
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
export function generateRecoveryCodes(): {
  readonly codes: readonly string[];
  readonly hashes: readonly Buffer[];
} {
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    Array.from({ length: 4 }, () =>
      Array.from({ length: 4 }, () =>
        recoveryAlphabet.charAt(randomInt(recoveryAlphabet.length)),
      ).join(""),
    ).join("-"),
  );
  return { codes, hashes: codes.map(hashRecoveryCode) };
}
/** Ignores upper and lower case, and all characters other than letters and digits. */
function hashRecoveryCode(code: string): Buffer {
  return createHash("sha256")
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ""))
    .digest();
}

export function rejectWrongCode(field: string): never {
  refuse(
    "invalid_request",
    "This code is wrong or was already used. Wait for the next one, and check the clock of the device.",
    {
      field,
    },
  );
}
