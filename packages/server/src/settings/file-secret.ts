import type { SecretFormat } from "@parlour/protocol/settings/field";
import type { FileHelpers } from "./resource.ts";

/** Reads a signing secret of the file (CORE-124). null: absent. */
export const readSigningSecret = (
  source: { readonly secret?: string; readonly secret_env?: string },
  at: readonly (string | number)[],
  helpers: SecretHelpers,
): string | null => readSecret(source, { name: "secret", format: "signing" }, at, helpers);

/** Reads the field of a secret, or the variable that the file names. null: absent. */
export function readSecret(
  source: Readonly<Record<string, unknown>>,
  { name, format }: { readonly name: string; readonly format: SecretFormat },
  at: readonly (string | number)[],
  { reportError, secret }: SecretHelpers,
): string | null {
  const variable = `${name}_env`;
  const read = secret(
    at,
    name,
    source[name] as string | undefined,
    source[variable] as string | undefined,
  );
  const { pattern, message, rule } = formats[format];
  if (read !== null && !pattern.test(read)) reportError([...at, variable], message, rule);
  return read;
}
type SecretHelpers = Pick<FileHelpers, "reportError" | "secret">;

const formats: Readonly<Record<SecretFormat, SecretRule>> = {
  signing: {
    pattern: /^whsec_[A-Za-z0-9+/]{43}=$/,
    message: "must be whsec_ followed by 32 bytes in base64",
    rule: "CORE-124",
  },
  random: {
    pattern: /^[A-Za-z0-9_-]{22,64}$/,
    message: "must be 22 to 64 characters from A-Z a-z 0-9 _ -",
    rule: "CH-002",
  },
  key: {
    pattern: /^[\x21-\x7e]{20,200}$/,
    message: "must be 20 to 200 visible ASCII characters",
  },
  identity: {
    pattern: /^[\s\S]{32,}$/,
    message: "must have at least 32 characters",
    rule: "WG-047",
  },
};
interface SecretRule {
  readonly pattern: RegExp;
  readonly message: string;
  readonly rule?: string;
}
