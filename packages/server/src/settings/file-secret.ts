import type { SecretFormat } from "@parlour/protocol/settings/field";
import { secretPatterns } from "@parlour/protocol/settings/problems";
import type { FileHelpers } from "./resource.ts";

/** Reads the field of a secret, or the variable that the file names. null: absent. */
export function readSecret(
  source: Readonly<Record<string, unknown>>,
  { name, format }: { readonly name: string; readonly format: SecretFormat },
  at: readonly (string | number)[],
  { reportError, secret }: FileHelpers,
): string | null {
  const variable = `${name}_env`;
  const read = secret(
    at,
    name,
    source[name] as string | undefined,
    source[variable] as string | undefined,
  );
  const { message, rule } = formats[format];
  const pattern = new RegExp(secretPatterns[format], "u");
  if (read !== null && !pattern.test(read)) reportError([...at, variable], message, rule);
  return read;
}

const formats: Readonly<Record<SecretFormat, SecretRule>> = {
  signing: {
    message: "must be whsec_ followed by 32 bytes in base64",
    rule: "CORE-124",
  },
  random: {
    message: "must be 22 to 64 characters from A-Z a-z 0-9 _ -",
    rule: "CH-002",
  },
  key: {
    message: "must be 20 to 200 visible ASCII characters",
  },
  identity: {
    message: "must have at least 32 characters",
    rule: "WG-047",
  },
  token: {
    message: "must be 1 to 255 visible ASCII characters",
    rule: "BOT-003",
  },
};
interface SecretRule {
  readonly message: string;
  readonly rule?: string;
}
