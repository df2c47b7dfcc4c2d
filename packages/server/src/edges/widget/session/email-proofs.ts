import { randomInt } from "node:crypto";
import type { Clock } from "../../../core/command.ts";
import type { EmailProofStore, SendEmailCode, WidgetSecrets } from "../deps.ts";

/** Validity of a code, 15 minutes, and of a proof, one day, in ms. */
const codeTtlMs = 15 * 60_000;
const proofTtlMs = 24 * 3_600_000;
/**
 * Number of attempts after which a new code is required. The chance to guess six digits is then 1
 * in 200,000.
 */
const maxAttempts = 5;

export interface EmailProofsDeps {
  readonly clock: Clock;
  readonly store: EmailProofStore;
  readonly secrets: Pick<WidgetSecrets, "hashForEmailProof">;
  readonly sendEmailCode: SendEmailCode;
}
/** A visitor and the email address that they entered. */
export interface VisitorAddress {
  readonly account: number;
  readonly visitorId: number;
  readonly address: string;
}
/**
 * Proofs that visitors own an email address (CORE-241). They are in the database, so they are valid
 * at every node and after a restart.
 */
export interface EmailProofs {
  isProven(owner: VisitorAddress): Promise<boolean>;
  /** Emails a new code to the address and invalidates the previous one. */
  sendCode(owner: VisitorAddress, mail: Omit<Parameters<SendEmailCode>[2], "code">): Promise<void>;
  /** Redeems a code. Returns false if the code is wrong, expired or had too many attempts. */
  redeem(owner: VisitorAddress, code: string): Promise<boolean>;
}

/** Creates the proofs of email addresses. Only hashes of addresses and codes are stored. */
export function createEmailProofs(deps: EmailProofsDeps): EmailProofs {
  const { clock, store, sendEmailCode } = deps;
  const hash = deps.secrets.hashForEmailProof;
  const toKey = ({ account, visitorId, address }: VisitorAddress) => ({
    account,
    visitorId,
    address: hash(`${account} ${normalizeAddress(address)}`),
  });
  const hashCode = ({ account, visitorId, address }: VisitorAddress, code: string): Buffer =>
    hash(`${account} ${visitorId} ${normalizeAddress(address)} ${code}`);
  return {
    isProven: (owner) => store.isEmailProven(toKey(owner), clock.now()),
    async sendCode(owner, mail) {
      const code = String(randomInt(1_000_000)).padStart(6, "0");
      await store.saveEmailCode(toKey(owner), {
        hash: hashCode(owner, code),
        expiresAt: clock.now() + codeTtlMs,
      });
      await sendEmailCode(owner.account, owner.address, { ...mail, code });
    },
    redeem: (owner, code) =>
      store.redeemEmailCode(toKey(owner), {
        hash: hashCode(owner, code),
        now: clock.now(),
        maxAttempts,
        provenUntil: clock.now() + proofTtlMs,
      }),
  };
}

const normalizeAddress = (address: string): string => address.trim().toLowerCase();
