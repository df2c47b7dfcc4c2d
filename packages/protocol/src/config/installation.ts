import { Type, type Static } from "typebox";
import { strictOptions } from "../api/settings/file-fields.ts";
import { createFieldSchemas } from "../api/settings/shapes/list-schemas.ts";
import { storage } from "../settings/kinds/storage.ts";
import { defaultLimits } from "./limits.ts";

/** Parts of the provisioning file: limits, storage and allowed addresses. */

const Limit = (value: number) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: value }));

export const LimitsConfig = Type.Object(
  Object.fromEntries(
    Object.entries(defaultLimits).map(([name, value]) => [name, Limit(value)]),
  ) as {
    [N in keyof typeof defaultLimits]: ReturnType<typeof Limit>;
  },
  strictOptions,
);
export type LimitsConfig = Static<typeof LimitsConfig>;

const storageSchemas = createFieldSchemas(storage.fields);
export const StorageFile = storageSchemas.file;
/** Schemas of the file storage, by kind (CFG-033). */
export const storageConfigFiles = storageSchemas.files;

export const EgressFile = Type.Object({ allow: Type.Array(Type.String()) }, strictOptions);
