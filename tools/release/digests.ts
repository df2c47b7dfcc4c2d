import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "./run-program.ts";

const digestsName = "SHA256SUMS";
/** Namespace of the signature: a signature for another purpose is not one of a release. */
const signatureNamespace = "parlour-release";

/** Returns the SHA-256 of a file in hexadecimal. */
export function computeDigest(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

/**
 * Writes the digests of files of a folder to `SHA256SUMS`, in the format of `sha256sum --check`.
 * Returns its name.
 */
export function writeDigests(folder: string, names: readonly string[]): string {
  const lines = names.toSorted().map((name) => `${computeDigest(join(folder, name))}  ${name}\n`);
  writeFileSync(join(folder, digestsName), lines.join(""));
  return digestsName;
}

/**
 * Signs the digests with the releaser's SSH key and returns the name of the signature. `keyPath` is
 * a private key in OpenSSH format (ed25519), or the public key of one that an agent has.
 */
export function signDigests(folder: string, keyPath: string): string {
  if (!existsSync(keyPath)) throw new Error(`PARLOUR_SIGNING_KEY: ${keyPath} does not exist`);
  const path = join(folder, digestsName);
  // ssh-keygen does not replace a signature.
  rmSync(`${path}.sig`, { force: true });
  runProgram("ssh-keygen", ["-q", "-Y", "sign", "-n", signatureNamespace, "-f", keyPath, path]);
  return `${digestsName}.sig`;
}
