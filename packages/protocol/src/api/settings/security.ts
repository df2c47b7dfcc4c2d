import { Type, type Static } from "typebox";
import { NamedRef } from "../../entity/index.ts";
import { security } from "../../settings/kinds/security.ts";
import { createSingleSchemas } from "./shapes/list-schemas.ts";

/** Default number of days that operators have to set up a second factor. */
export const defaultGraceDays = 14;

const schemas = createSingleSchemas(security, {
  /** Active operators who have no second factor. */
  without: Type.Array(NamedRef),
});
/** Security requirements of an account (API-015). */
export const SecurityPolicy = schemas.entity;
export type SecurityPolicy = Static<typeof SecurityPolicy>;
export const SecurityPolicyPatch = schemas.patch;
export const SecurityFile = schemas.file;
