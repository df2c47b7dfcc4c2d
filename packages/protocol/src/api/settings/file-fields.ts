import { Type, type TSchema } from "typebox";

/**
 * Fields that several parts of the provisioning file share. Their texts depend on the place, so
 * they are in `texts/config-file.json` of the server (API-455).
 */

export const strictOptions = { additionalProperties: false } as const;
export const oneOf = <const V extends readonly string[]>(values: V, options: object = {}) =>
  Type.Unsafe<V[number]>({ enum: values, ...options });
export const textField = (maximum: number) => Type.String({ minLength: 1, maxLength: maximum });
export const Email = Type.String({
  pattern: "^[^@\\s]+@[^@\\s]+$",
  maxLength: 254,
});
export const HttpUrl = Type.String({ pattern: "^https?://[^\\s]+$", maxLength: 2048 });
export const EnvName = Type.String({
  pattern: "^[A-Za-z_][A-Za-z0-9_]*$",
});
export const Optional = <T extends TSchema>(schema: T) => Type.Optional(schema);
export const PublicId = Type.String({
  pattern: "^[A-Za-z0-9_-]{4,64}$",
});
