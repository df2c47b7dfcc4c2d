import { Type, type Static } from "typebox";
import { Nullable } from "../../../entity/index.ts";
import { model } from "../../../settings/kinds/account/model.ts";
import { createSingleSchemas } from "../shapes/list-schemas.ts";

const MaskPattern = Type.Object(
  {
    name: Type.String({ pattern: "^[A-Za-z][A-Za-z0-9 ]{0,29}$" }),
    pattern: Type.String({ minLength: 1, maxLength: 200 }),
  },
  { additionalProperties: false },
);
const patterns = Type.Array(MaskPattern, { maxItems: 20 });
const schemas = createSingleSchemas(
  model,
  { api_key_hint: Nullable(Type.String()) },
  { "mask.patterns": { answer: patterns, sent: patterns } },
);
/** The language model of an account (MODEL-001). */
export const ModelSettings = schemas.entity;
export type ModelSettings = Static<typeof ModelSettings>;
export const ModelSettingsPatch = schemas.patch;
export type ModelSettingsPatch = Static<typeof ModelSettingsPatch>;
export const ModelFile = schemas.file;
