import type { PasskeyAssertion, PasskeyAttestation, PasskeyOptions } from "@parlour/protocol/api-session";

/** Whether this browser can use passkeys here: it needs a secure page, and one with a name. */
export function hasPasskeys(): boolean {
  return (
    window.isSecureContext &&
    typeof PublicKeyCredential === "function" &&
    "parseRequestOptionsFromJSON" in PublicKeyCredential &&
    !/^[\d.]+$|^\[/.test(location.hostname)
  );
}

/** Asks the person for a passkey. Null: he did not give one. */
export async function askPasskey(options: PasskeyOptions): Promise<PasskeyAssertion | null> {
  return asked(() =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options as never) }),
  ) as Promise<PasskeyAssertion | null>;
}

/** Asks the person to make one. Null: he did not. */
export async function makePasskey(options: PasskeyOptions): Promise<PasskeyAttestation | null> {
  return asked(() =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options as never) }),
  ) as Promise<PasskeyAttestation | null>;
}

async function asked(ask: () => Promise<Credential | null>): Promise<unknown> {
  try {
    const credential = await ask();
    return credential instanceof PublicKeyCredential ? credential.toJSON() : null;
  } catch (error) {
    // Closed, timed out, or the key is there already: the browser has told the person itself.
    if (error instanceof DOMException && ["NotAllowedError", "AbortError", "InvalidStateError"].includes(error.name)) return null;
    throw error;
  }
}
