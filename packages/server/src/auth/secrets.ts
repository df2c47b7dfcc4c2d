import { createHash, randomBytes, randomInt } from "node:crypto";

const alphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Generates 24 random characters, which contain 142 bits (CH-002). */
export const generateRandomString = (): string => generateText(24);
/** Generates the public id of a channel (CH-002). */
export const generatePublicId = (): string => generateText(10);
/** Generates the id of a bot provider (BOT-001). */
export const generateProviderId = (): string =>
  generateText(12, "abcdefghijklmnopqrstuvwxyz0123456789");
/** Generates a secret of signed identities (WG-047). */
export const generateIdentitySecret = (): string => randomBytes(32).toString("base64url");
/** Generates the token of a bot, which is a part of its URLs (BOT-003). */
export const generateBotToken = (): string => randomBytes(24).toString("base64url");
/** Generates the secret of the address to which an old system posts its answers (MV-082). */
export const generateAnswerSecret = (): string => randomBytes(24).toString("base64url");
/** Generates the id of an OIDC provider (CFG-034). */
export const generateOidcId = (): string => generateText(8, "abcdefghijklmnopqrstuvwxyz0123456789");
/** Generates a signing secret: `whsec_` and base64 of 32 random bytes (CORE-124). */
export const generateSigningSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;
/** Returns a short hash of a secret, which is stored to detect another secret later. */
export const getSecretFingerprint = (secret: string): string =>
  createHash("sha256").update(secret).digest("hex").slice(0, 16);
/** Generates an API key, which is shown only once (CORE-125). */
export const generateApiKey = (): string => `pk_${generateText(40)}`;

/** Contains the account, so that its row can be found under row-level security. */
export const generateLinkToken = (account: number): string =>
  `${account}.${randomBytes(32).toString("base64url")}`;
export function parseLinkTokenAccount(token: string): number | null {
  const account = Number(/^([1-9][0-9]{0,15})\.[A-Za-z0-9_-]{43}$/.exec(token)?.[1]);
  return Number.isSafeInteger(account) ? account : null;
}
/** Returns the stored form of a token. It is a hash, so that a stolen backup contains no tokens. */
export const hashLinkToken = (token: string): Buffer => createHash("sha256").update(token).digest();

function generateText(length: number, alphabet: string = alphanumeric): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join("");
}
