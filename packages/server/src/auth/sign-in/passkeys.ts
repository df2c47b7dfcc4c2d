import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyOptions,
} from "@parlour/protocol/api/people/session";
import { isIP } from "node:net";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { refuse } from "../../core/failure.ts";
import type { Clock } from "../../core/command.ts";
import type { FactorsRow } from "../../store/sign-in/factors.ts";
import { findPasskey, updatePasskeyUse, type PasskeyRow } from "../../store/sign-in/passkeys.ts";
import type { Sql } from "../../store/database/sql.ts";
import type { Challenges } from "./challenges.ts";

/** `sign-in`: no password. `step`: after a password. `confirm`: re-authentication (CORE-014). */
type PasskeyPurpose = "sign-in" | "step" | "confirm";
interface PasskeyHolder {
  readonly accountId: number;
  readonly operatorId: number;
}

export interface PasskeyDeps {
  readonly db: Sql;
  readonly clock: Clock;
  readonly challenges: Challenges;
  /** CFG-002. Passkeys are bound to the host of the first one. */
  readonly origins: () => readonly string[];
}
/** WebAuthn (@simplewebauthn): options for browsers, checks of their responses. */
export interface Passkeys {
  /** If `holder` is null, any passkey for this host is accepted. */
  createAuthOptions(
    purpose: PasskeyPurpose,
    holder: (PasskeyHolder & { readonly passkeys: readonly PasskeyRow[] }) | null,
  ): Promise<PasskeyOptions>;
  /** Null if the assertion is invalid, expired, used before, or of another operator. */
  verifyAssertion(
    purpose: PasskeyPurpose,
    assertion: PasskeyAssertion,
    holder: PasskeyHolder | null,
  ): Promise<PasskeyRow | null>;
  createRegistrationOptions(
    holder: PasskeyHolder & {
      readonly name: string;
      readonly email: string;
      readonly factors: FactorsRow;
    },
  ): Promise<PasskeyOptions>;
  /** Verifies a response to `createRegistrationOptions`. Refusal: `invalid_request`. */
  verifyRegistration(
    attestation: PasskeyAttestation,
    holder: PasskeyHolder,
  ): Promise<Pick<PasskeyRow, "credentialId" | "publicKey" | "counter" | "transports">>;
}

export function createPasskeys(deps: PasskeyDeps): Passkeys {
  return {
    createAuthOptions: (purpose, holder) => createAuthOptions(deps, purpose, holder),
    verifyAssertion: (purpose, assertion, holder) =>
      verifyAssertion(deps, purpose, assertion, holder),
    createRegistrationOptions: (holder) => createRegistrationOptions(deps, holder),
    verifyRegistration: (attestation, holder) => verifyRegistration(deps, attestation, holder),
  };
}

async function createAuthOptions(
  deps: PasskeyDeps,
  purpose: PasskeyPurpose,
  holder: Parameters<Passkeys["createAuthOptions"]>[1],
): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await loadLibrary();
  const options = await generateAuthenticationOptions({
    rpID: getHost(deps),
    challenge: toBytes(
      deps.challenges.create(`passkey ${purpose}`, {
        account: holder?.accountId ?? null,
        operator: holder?.operatorId ?? null,
      }),
    ),
    userVerification: purpose === "step" ? "preferred" : "required",
    ...omitAbsent({ allowCredentials: holder?.passkeys.map(toDescriptor) }),
  });
  return { ...options };
}

async function verifyAssertion(
  deps: PasskeyDeps,
  purpose: PasskeyPurpose,
  assertion: PasskeyAssertion,
  holder: PasskeyHolder | null,
): Promise<PasskeyRow | null> {
  const passkey = await findPasskey(deps.db, Buffer.from(assertion.id, "base64url"));
  if (passkey === null || (holder !== null && !belongsTo(passkey, holder))) return null;
  // If the operator is not known yet, the response of the authenticator contains the owner of the
  // passkey.
  const handle = assertion.response.userHandle;
  if (
    typeof handle === "string" &&
    handle !== "" &&
    !Buffer.from(handle, "base64url").equals(passkey.passkeyUser)
  )
    return null;
  const { verifyAuthenticationResponse } = await loadLibrary();
  const verification = await verifyAuthenticationResponse({
    response: assertion as never,
    expectedChallenge: async (challenge) => {
      const challengeData = await consumeChallenge(deps, challenge, `passkey ${purpose}`);
      return (
        challengeData !== null &&
        (challengeData["operator"] === null || challengeData["operator"] === passkey.operatorId)
      );
    },
    expectedOrigin: [...deps.origins()],
    expectedRPID: getHost(deps),
    requireUserVerification: purpose !== "step",
    credential: {
      id: assertion.id,
      publicKey: toBytes(passkey.publicKey),
      counter: passkey.counter,
      transports: [...passkey.transports],
    },
  }).catch(() => null);
  if (verification?.verified !== true) return null;
  await updatePasskeyUse(deps.db, passkey.accountId, passkey.id, {
    counter: verification.authenticationInfo.newCounter,
    at: deps.clock.now(),
  });
  return passkey;
}

async function createRegistrationOptions(
  deps: PasskeyDeps,
  {
    accountId,
    operatorId,
    name,
    email,
    factors,
  }: Parameters<Passkeys["createRegistrationOptions"]>[0],
): Promise<PasskeyOptions> {
  const host = getHost(deps);
  if (isIP(host.replace(/^\[|\]$/g, "")) !== 0)
    refuse(
      "not_available",
      "Passkeys need a host name. Open Parlour at PUBLIC_URL, not at an IP address.",
    );
  const { generateRegistrationOptions } = await loadLibrary();
  const options = await generateRegistrationOptions({
    rpName: "Parlour",
    rpID: host,
    userName: email,
    userDisplayName: name,
    userID: toBytes(factors.passkeyUser),
    challenge: toBytes(
      deps.challenges.create("passkey new", { account: accountId, operator: operatorId }),
    ),
    attestationType: "none",
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
    excludeCredentials: factors.passkeys.map(toDescriptor),
  });
  return { ...options };
}

async function verifyRegistration(
  deps: PasskeyDeps,
  attestation: PasskeyAttestation,
  holder: PasskeyHolder,
): ReturnType<Passkeys["verifyRegistration"]> {
  const { verifyRegistrationResponse } = await loadLibrary();
  const verification = await verifyRegistrationResponse({
    response: { clientExtensionResults: {}, ...attestation } as never,
    expectedChallenge: async (challenge) =>
      (await consumeChallenge(deps, challenge, "passkey new"))?.["operator"] === holder.operatorId,
    expectedOrigin: [...deps.origins()],
    expectedRPID: getHost(deps),
    requireUserVerification: false,
  }).catch(() => null);
  if (verification?.verified !== true)
    refuse(
      "invalid_request",
      "The browser's response is not valid, or timed out. Add the passkey again.",
      {
        field: "credential",
      },
    );
  const { credential } = verification.registrationInfo;
  return {
    credentialId: Buffer.from(credential.id, "base64url"),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
  };
}

// Loads the library on demand, because most requests are not sign-ins.
const loadLibrary = () => import("@simplewebauthn/server");

/** Returns the host to which passkeys are bound. */
function getHost({ origins }: PasskeyDeps): string {
  const { hostname } = new URL(origins()[0] ?? "http://localhost");
  return hostname;
}
/** Returns the data of the challenge, or null if it is unknown or was used before. */
function consumeChallenge(
  { challenges }: PasskeyDeps,
  challenge: string,
  purpose: string,
): ReturnType<Challenges["consume"]> {
  return challenges.consume(Buffer.from(challenge, "base64url"), purpose);
}
function toDescriptor({ credentialId, transports }: PasskeyRow): {
  id: string;
  transports: string[];
} {
  return { id: credentialId.toString("base64url"), transports: [...transports] };
}
const belongsTo = (key: PasskeyRow, holder: PasskeyHolder): boolean =>
  key.accountId === holder.accountId && key.operatorId === holder.operatorId;
/** Converts a Buffer, because the library requires a plain Uint8Array. */
const toBytes = (buffer: Buffer): Uint8Array<ArrayBuffer> => Uint8Array.from(buffer);
