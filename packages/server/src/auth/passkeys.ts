import type { PasskeyAssertion, PasskeyAttestation, PasskeyOptions } from "@parlour/protocol/api-session";
import { isIP } from "node:net";
import { refuse } from "../core/failure.ts";
import type { Clock } from "../core/ports.ts";
import { findPasskey, touchPasskey, type FactorsRow, type PasskeyRow } from "../store/factors.ts";
import type { Sql } from "../store/sql.ts";
import type { Challenges } from "./challenges.ts";

/**
 * `sign-in`: without password. `step`: after a password. `confirm`: re-authentication of a
 * signed-in operator (CORE-014).
 */
export type PasskeyPurpose = "sign-in" | "step" | "confirm";
interface Holder {
  readonly accountId: number;
  readonly operatorId: number;
}

export interface PasskeyDeps {
  readonly db: Sql;
  readonly clock: Pick<Clock, "now">;
  readonly challenges: Challenges;
  /** Own origins (CFG-002). Passkeys are bound to the host of the first. */
  readonly origins: () => readonly string[];
}
/** WebAuthn by @simplewebauthn: options for browsers, and verification of their responses. */
export interface Passkeys {
  /** Returns options for authentication; `holder` null: any passkey for this host. */
  ask(purpose: PasskeyPurpose, of: (Holder & { readonly passkeys: readonly PasskeyRow[] }) | null): Promise<PasskeyOptions>;
  /**
   * Returns the passkey of a valid assertion. null: invalid, expired, used before, or of another
   * operator.
   */
  check(purpose: PasskeyPurpose, assertion: PasskeyAssertion, of: Holder | null): Promise<PasskeyRow | null>;
  askForNew(of: Holder & { readonly name: string; readonly email: string; readonly factors: FactorsRow }): Promise<PasskeyOptions>;
  /** Verifies a registration response to `askForNew`. Refusal: `invalid_request`. */
  checkNew(attestation: PasskeyAttestation, of: Holder): Promise<Pick<PasskeyRow, "credentialId" | "publicKey" | "counter" | "transports">>;
}

export function openPasskeys(deps: PasskeyDeps): Passkeys {
  return {
    ask: (purpose, of) => ask(deps, purpose, of),
    check: (purpose, assertion, of) => check(deps, purpose, assertion, of),
    askForNew: (of) => askForNew(deps, of),
    checkNew: (attestation, of) => checkNew(deps, attestation, of),
  };
}

async function ask(deps: PasskeyDeps, purpose: PasskeyPurpose, of: Parameters<Passkeys["ask"]>[1]): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: hostOf(deps),
    challenge: bytes(deps.challenges.make(`passkey ${purpose}`, { account: of?.accountId ?? null, operator: of?.operatorId ?? null })),
    userVerification: purpose === "step" ? "preferred" : "required",
    ...(of === null ? {} : { allowCredentials: of.passkeys.map(namedKey) }),
  });
  return { ...options };
}

async function check(
  deps: PasskeyDeps,
  purpose: PasskeyPurpose,
  assertion: PasskeyAssertion,
  of: Holder | null,
): Promise<PasskeyRow | null> {
  const known = await findPasskey(deps.db, Buffer.from(assertion.id, "base64url"));
  if (known === null || (of !== null && !isOf(known, of))) return null;
  // Without a named operator the authenticator names the owner of the passkey.
  const handle = assertion.response.userHandle;
  if (typeof handle === "string" && handle !== "" && !Buffer.from(handle, "base64url").equals(known.passkeyUser)) return null;
  const { verifyAuthenticationResponse } = await library();
  const verdict = await verifyAuthenticationResponse({
    response: assertion as never,
    expectedChallenge: async (challenge) => {
      const asked = await taken(deps, challenge, `passkey ${purpose}`);
      return asked !== null && (asked["operator"] === null || asked["operator"] === known.operatorId);
    },
    expectedOrigin: [...deps.origins()],
    expectedRPID: hostOf(deps),
    requireUserVerification: purpose !== "step",
    credential: {
      id: assertion.id,
      publicKey: bytes(known.publicKey),
      counter: known.counter,
      transports: [...known.transports],
    },
  }).catch(() => null);
  if (verdict?.verified !== true) return null;
  await touchPasskey(deps.db, known.accountId, known.id, verdict.authenticationInfo.newCounter, deps.clock.now());
  return known;
}

async function askForNew(
  deps: PasskeyDeps,
  { accountId, operatorId, name, email, factors }: Parameters<Passkeys["askForNew"]>[0],
): Promise<PasskeyOptions> {
  const host = hostOf(deps);
  if (isIP(host.replace(/^\[|\]$/g, "")) !== 0)
    refuse("not_available", "Passkeys need a host name: open Parlour by the address of PUBLIC_URL, not by an IP address.");
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: "Parlour",
    rpID: host,
    userName: email,
    userDisplayName: name,
    userID: bytes(factors.passkeyUser),
    challenge: bytes(deps.challenges.make("passkey new", { account: accountId, operator: operatorId })),
    attestationType: "none",
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
    excludeCredentials: factors.passkeys.map(namedKey),
  });
  return { ...options };
}

async function checkNew(deps: PasskeyDeps, attestation: PasskeyAttestation, of: Holder): ReturnType<Passkeys["checkNew"]> {
  const { verifyRegistrationResponse } = await library();
  const verdict = await verifyRegistrationResponse({
    response: { clientExtensionResults: {}, ...attestation } as never,
    expectedChallenge: async (challenge) => (await taken(deps, challenge, "passkey new"))?.["operator"] === of.operatorId,
    expectedOrigin: [...deps.origins()],
    expectedRPID: hostOf(deps),
    requireUserVerification: false,
  }).catch(() => null);
  if (verdict?.verified !== true)
    refuse("invalid_request", "The browser's answer does not fit the question, or came too late. Add the passkey again.", {
      field: "credential",
    });
  const { credential } = verdict.registrationInfo;
  return {
    credentialId: Buffer.from(credential.id, "base64url"),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
  };
}

// Loaded on demand, because most requests are no sign-ins.
const library = () => import("@simplewebauthn/server");

/** Returns the host that passkeys are bound to. */
function hostOf({ origins }: PasskeyDeps): string {
  const { hostname } = new URL(origins()[0] ?? "http://localhost");
  return hostname;
}
/** Returns the data of the challenge; null: unknown, or used before. */
function taken({ challenges }: PasskeyDeps, challenge: string, purpose: string): ReturnType<Challenges["take"]> {
  return challenges.take(Buffer.from(challenge, "base64url"), purpose);
}
function namedKey({ credentialId, transports }: PasskeyRow): { id: string; transports: string[] } {
  return { id: credentialId.toString("base64url"), transports: [...transports] };
}
const isOf = (key: PasskeyRow, of: Holder): boolean => key.accountId === of.accountId && key.operatorId === of.operatorId;
/** The library requires a Uint8Array, not a Buffer. */
const bytes = (buffer: Buffer): Uint8Array<ArrayBuffer> => Uint8Array.from(buffer);
