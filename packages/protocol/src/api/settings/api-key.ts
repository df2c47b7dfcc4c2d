import { Type, type Static } from "typebox";
import { Page } from "../common.ts";
import { ApiKey, Id, Nullable } from "../../entity/index.ts";
import { Email, EnvName, Name, Optional, strictOptions } from "./file-fields.ts";
import { apiKeyShape } from "./shapes/api-key.ts";

/** Keys of the service API (API-303). */

export const ApiKeys = Page(ApiKey);
/**
 * A new API key. The key acts as the operator `operator_id`, by default as the operator who creates
 * it.
 */
export const NewApiKey = Type.Object(
  {
    name: Type.String(apiKeyShape.texts.name),
    operator_id: Type.Optional(Id),
    /** `*` (default), or the names of the permitted actions (docs/operate/rights.md). */
    scopes: Type.Optional(
      Type.Array(Type.String({ maxLength: 40 }), { minItems: 1, maxItems: 100, uniqueItems: true }),
    ),
    /**
     * Expiry time as RFC 3339, at least one minute and at most ten years from now. If absent or
     * null, the key does not expire.
     */
    expires_at: Type.Optional(Nullable(Type.String({ maxLength: 40 }))),
  },
  { additionalProperties: false },
);
export type NewApiKey = Static<typeof NewApiKey>;
/** A new API key. `key` is returned only by the request that creates the key. */
export const ApiKeyWithKey = Type.Object({
  ...ApiKey.properties,
  key: Type.Optional(Type.String()),
});
export type ApiKeyWithKey = Static<typeof ApiKeyWithKey>;

/** An API key in the provisioning file (CFG-025). */
export const ApiKeyConfigFile = Type.Object(
  {
    name: Name,
    operator: Email,
    key: Optional(
      Type.String({
        pattern: "^[\\x21-\\x7e]{20,200}$",
      }),
    ),
    key_env: Optional(EnvName),
    scopes: Optional(Type.Array(Type.String({ minLength: 1 }), { minItems: 1 })),
    expires_at: Optional(Type.String()),
  },
  strictOptions,
);
export type ApiKeyConfigFile = Static<typeof ApiKeyConfigFile>;
