import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyOptions,
} from "@parlour/protocol/api/people/session";

/**
 * Returns why passkeys cannot be used, or null if they can. `address`: they require a secure
 * context and a host name, not an IP address. Browsers hide the functions in other contexts.
 */
export function findPasskeyProblem(): "address" | "browser" | null {
  if (!window.isSecureContext || /^[\d.]+$|^\[/.test(location.hostname)) return "address";
  return typeof PublicKeyCredential === "function" &&
    "parseRequestOptionsFromJSON" in PublicKeyCredential
    ? null
    : "browser";
}

/** Returns whether this browser supports passkeys on this address. */
export const supportsPasskeys = (): boolean => findPasskeyProblem() === null;

/** Asks the operator for a passkey. Resolves with null if they cancel. */
export async function requestPasskey(options: PasskeyOptions): Promise<PasskeyAssertion | null> {
  return requestCredential(() =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options as never),
    }),
  ) as Promise<PasskeyAssertion | null>;
}

/** Asks the operator to create a passkey. Resolves with null if they cancel. */
export async function createPasskey(options: PasskeyOptions): Promise<PasskeyAttestation | null> {
  return requestCredential(() =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options as never),
    }),
  ) as Promise<PasskeyAttestation | null>;
}

async function requestCredential(ask: () => Promise<Credential | null>): Promise<unknown> {
  try {
    const credential = await ask();
    return credential instanceof PublicKeyCredential ? credential.toJSON() : null;
  } catch (error) {
    // Cancelled, timed out, or already registered: the browser has told the operator.
    if (
      error instanceof DOMException &&
      ["NotAllowedError", "AbortError", "InvalidStateError"].includes(error.name)
    )
      return null;
    throw error;
  }
}
