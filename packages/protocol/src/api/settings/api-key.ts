import { Type, type Static, type TProperties } from "typebox";
import { NamedRef, Nullable, Time } from "../../entity/index.ts";
import { apiKey } from "../../settings/kinds/api-key.ts";
import { createListSchemas } from "./shapes/list-schemas.ts";

/** Schemas of keys of the service API (API-303). Their fields are in `apiKey`. */
const schemas = createListSchemas(apiKey, { operator: NamedRef, last_used_at: Nullable(Time) });
export const ApiKey = schemas.entity;
export type ApiKey = Static<typeof ApiKey>;
export const ApiKeys = schemas.page;
export const NewApiKey = schemas.create;
export type NewApiKey = Static<typeof NewApiKey>;
/** A new API key. `key` is returned only by the request that creates the key. */
export const ApiKeyWithKey = schemas.created;
export type ApiKeyWithKey = Static<typeof ApiKeyWithKey>;
/** `reactivate`: restores a key that was deleted by another way (CFG-158). */
export const ApiKeyConfigFile = Type.Unsafe<Static<typeof schemas.file> & { reactivate?: boolean }>(
  Type.Object(
    {
      ...(schemas.file as unknown as { readonly properties: TProperties }).properties,
      reactivate: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
);
