import type { FileHelpers } from "./resource.ts";

/** Reads a signing secret of the file (CORE-124). null: absent. */
export function readSigningSecret(
  source: { readonly secret?: string; readonly secret_env?: string },
  at: readonly (string | number)[],
  { reportError, secret }: Pick<FileHelpers, "reportError" | "secret">,
): string | null {
  const read = secret(at, "secret", source.secret, source.secret_env);
  if (read !== null && !/^whsec_[A-Za-z0-9+/]{43}=$/.test(read))
    reportError([...at, "secret_env"], "must be whsec_ followed by 32 bytes in base64", "CORE-124");
  return read;
}
