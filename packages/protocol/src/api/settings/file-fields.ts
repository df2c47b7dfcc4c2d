import { Type, type TSchema } from "typebox";

/** Fields that several parts of the provisioning file share. */

export const strictOptions = { additionalProperties: false } as const;
export const oneOf = <const V extends readonly string[]>(values: V, options: object = {}) =>
  Type.Unsafe<V[number]>({ enum: values, ...options });
export const textField = (maximum: number, description: string) =>
  Type.String({ minLength: 1, maxLength: maximum, description });
export const Name = textField(100, "Name as operators see it.");
export const Email = Type.String({
  pattern: "^[^@\\s]+@[^@\\s]+$",
  maxLength: 254,
  description: "Email address; names an operator in the whole file.",
});
export const HttpUrl = (description: string) =>
  Type.String({ pattern: "^https?://[^\\s]+$", maxLength: 2048, description });
export const EnvName = Type.String({
  pattern: "^[A-Za-z_][A-Za-z0-9_]*$",
  description: "Name of the environment variable that holds it.",
});
export const Optional = <T extends TSchema>(schema: T) => Type.Optional(schema);
export const PublicId = Type.String({
  pattern: "^[A-Za-z0-9_-]{4,64}$",
  description: "CHANNEL_PUBLIC_ID; generated when absent.",
});
export const Secret = Type.String({
  pattern: "^whsec_[A-Za-z0-9+/]{43}=$",
  description: "Signing secret (CORE-124); generated when absent.",
});
export const Channels = Type.Array(PublicId, {
  uniqueItems: true,
  description: "CHANNEL_PUBLIC_IDs; absent: all, empty: none.",
});
export const ProviderIdField = Type.String({
  pattern: "^[A-Za-z0-9._-]{2,64}$",
  description: "<provider_id> of the addresses (BOT-001).",
});
