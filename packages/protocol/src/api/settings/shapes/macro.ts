import type { Static } from "typebox";
import { NamedRef, Nullable, Time } from "../../../entity/index.ts";
import { macro } from "../../../settings/kinds/chats/macro.ts";
import { ActionList, FileActionList, StoredActions } from "../../actions/action.ts";
import { audienceForms } from "./audience.ts";
import { createListSchemas } from "./list-schemas.ts";

/** Macros (ACT-020 – ACT-024). The API path is `/macros`. */
const schemas = createListSchemas(
  macro,
  {
    /** The operator who created it. null: the provisioning file. */
    owner: Nullable(NamedRef),
    updated_at: Time,
  },
  {
    do: { answer: StoredActions, sent: ActionList, file: FileActionList },
    shared: audienceForms,
  },
);
export const Macro = schemas.entity;
export const Macros = schemas.page;
export const NewMacro = schemas.create;
export const MacroPatch = schemas.patch;
export const MacroFile = schemas.file;
export type Macro = Static<typeof Macro>;
export type NewMacro = Static<typeof NewMacro>;
