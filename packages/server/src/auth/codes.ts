import { createHash, randomInt } from "node:crypto";
import { refuse } from "../core/failure.ts";
import type { Clock } from "../core/ports.ts";
import { takeTotpStep, useRecoveryCode, type FactorsRow } from "../store/factors.ts";
import { insertAudit } from "../store/sessions.ts";
import type { Db } from "../store/sql.ts";
import type { Origin } from "./start-session.ts";

/** RFC 6238: a clock may be half a minute off. */
const toleranceS = 30;
/** Letters and digits that nobody mixes up: 16 of them are 79 bits. */
const letters = "abcdefghjkmnpqrstuvwxyz23456789";
const recoveryCount = 10;

export interface CodeDeps {
  readonly db: Db;
  readonly clock: Pick<Clock, "now">;
  readonly secrets: { seal(text: string): Buffer; open(sealed: Buffer): string };
}
/** Codes as second factors (CORE-013): of an application, by otplib, and for the day on which it is lost. */
export interface Codes {
  /** A new secret, and the address that shows it to an application. */
  newSecret(label: string): Promise<{ readonly secret: string; readonly uri: string }>;
  /** The step of a right code of this secret; null: wrong. Takes nothing. */
  stepOf(secret: string, code: string): Promise<number | null>;
  /** Whether this code is right, and takes it: none works twice. That a recovery code is used up stands in the audit log. */
  take(of: { readonly accountId: number; readonly operatorId: number }, factors: FactorsRow, code: string, from: Origin): Promise<boolean>;
}

export function openCodes(deps: CodeDeps): Codes {
  // Loaded when it is needed, as few requests carry a code.
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

/** Codes as they are shown, once, and what is kept of them. */
export function newRecoveryCodes(): { readonly shown: readonly string[]; readonly hashes: readonly Buffer[] } {
  const shown = Array.from({ length: recoveryCount }, () =>
    Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => letters.charAt(randomInt(letters.length))).join("")).join("-"),
  );
  return { shown, hashes: shown.map(recoveryHash) };
}
/** In any letter case, with any signs between. */
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
