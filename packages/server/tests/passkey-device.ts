import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyOptions,
} from "@parlour/protocol/api/people/session";

/** Values that replace the correct ones in a response, as no browser would send them. */
export interface PasskeyFault {
  readonly challenge?: string;
  readonly origin?: string;
  /** Host that the response names as the owner of the key. */
  readonly host?: string;
  /** Whether the response states that the user gave neither a fingerprint nor a PIN. */
  readonly isUnverified?: boolean;
}
/**
 * An authenticator with one key for the host of the page (WebAuthn, ES256). Its signature counter
 * stays 0, as with keys that are synchronized between devices. Only the server can detect that a
 * response is used twice.
 */
export interface PasskeyDevice {
  attest(options: PasskeyOptions, fault?: PasskeyFault): PasskeyAttestation;
  assert(options: PasskeyOptions, fault?: PasskeyFault): PasskeyAssertion;
}

export function createPasskeyDevice(origin: string): PasskeyDevice {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(32);
  let user: string | null = null;

  const clientData = (
    type: "create" | "get",
    options: PasskeyOptions,
    fault: PasskeyFault,
  ): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: `webauthn.${type}`,
        challenge: fault.challenge ?? options["challenge"],
        origin: fault.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authenticatorData = (
    fault: PasskeyFault,
    attestedData: Buffer = Buffer.alloc(0),
  ): Buffer => {
    const head = Buffer.alloc(5);
    // Flags: user present, user verified, attested data. The counter stays 0.
    head[0] =
      0x01 | (fault.isUnverified === true ? 0 : 0x04) | (attestedData.length > 0 ? 0x40 : 0);
    return Buffer.concat([sha256(fault.host ?? new URL(origin).hostname), head, attestedData]);
  };
  const credentialIds = {
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key",
  } as const;
  return {
    attest(options, fault = {}) {
      user = (options["user"] as { id: string }).id;
      // COSE: {1: 2, 3: -7, -1: 1, -2: x, -3: y}, after the 16-byte AAGUID, the id and its length.
      const key = Buffer.concat([
        Buffer.from("a5010203262001215820", "hex"),
        Buffer.from(x, "base64url"),
        Buffer.from("225820", "hex"),
        Buffer.from(y, "base64url"),
      ]);
      const data = authenticatorData(
        fault,
        Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]),
      );
      // CBOR: {fmt: "none", attStmt: {}, authData: bytes}.
      const object = Buffer.concat([
        Buffer.from("a363666d74646e6f6e656761747453746d74a0686175746844617461", "hex"),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      return {
        ...credentialIds,
        response: {
          clientDataJSON: clientData("create", options, fault).toString("base64url"),
          attestationObject: object.toString("base64url"),
        },
      };
    },
    assert(options, fault = {}) {
      const [data, client] = [authenticatorData(fault), clientData("get", options, fault)];
      return {
        ...credentialIds,
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: sign("sha256", Buffer.concat([data, sha256(client)]), privateKey).toString(
            "base64url",
          ),
          userHandle: user,
        },
      };
    },
  };
}

const sha256 = (data: string | Buffer): Buffer => createHash("sha256").update(data).digest();
