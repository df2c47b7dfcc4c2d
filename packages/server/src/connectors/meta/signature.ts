import { isSignedBy } from "../../http/secret.ts";

/** Returns whether `X-Hub-Signature-256` is the signature of these bytes by the app (WA-002). */
export function isSignedByApp(
  bytes: Buffer,
  header: string | string[] | undefined,
  appSecret: string,
): boolean {
  const match = /^sha256=([0-9a-f]{64})$/.exec(typeof header === "string" ? header : "");
  return isSignedBy(bytes, Buffer.from(match?.[1] ?? "", "hex"), appSecret);
}
