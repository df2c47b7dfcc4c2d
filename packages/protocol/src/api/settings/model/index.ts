import { Type, type Static } from "typebox";
import { Nullable } from "../../../entity/index.ts";
import { model, modelFailures } from "../../../settings/kinds/account/model.ts";
import { toChoice } from "../shapes/field-schemas.ts";
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
  {
    api_key_hint: Nullable(Type.String()),
    translate_api_key_hint: Nullable(Type.String()),
  },
  { "mask.patterns": { answer: patterns, sent: patterns } },
);
/** The language model of an account (MODEL-001). */
export const ModelSettings = schemas.entity;
export type ModelSettings = Static<typeof ModelSettings>;
export const ModelSettingsPatch = schemas.patch;
export type ModelSettingsPatch = Static<typeof ModelSettingsPatch>;
export const ModelFile = schemas.file;

/** Checks of the models with small requests (MODEL-050). */
export const ModelTest = Type.Object({
  checks: Type.Array(
    Type.Object({
      name: toChoice([
        "answer",
        "streaming",
        "json",
        "tools",
        "language",
        "embeddings",
        "translation",
      ]),
      ok: Type.Boolean(),
      ms: Type.Integer({ minimum: 0 }),
      /** Null if there was an answer. */
      reason: Nullable(toChoice(modelFailures)),
      message: Type.String(),
    }),
  ),
});
export type ModelTest = Static<typeof ModelTest>;

export * from "./passages.ts";
export * from "./usage.ts";
