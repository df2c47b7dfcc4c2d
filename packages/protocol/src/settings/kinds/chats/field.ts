import type { OptionNames, Translations } from "../../../entity/widget/languages.ts";
import { fieldObjects, fieldSources, valueKinds } from "../../../field-kinds.ts";
import { valueOf } from "../../field.ts";
import { listKind } from "../../kind.ts";

/** Fields that an account defines for its visitors and chats (FLD-001). */
export const field = listKind({
  kind: "field",
  path: "fields",
  label: "field",
  table: "field",
  part: "fields",
  key: "key",
  max: 200,
  fields: {
    object: { type: "choice", values: fieldObjects, set: "create" },
    key: {
      type: "text",
      min: 1,
      max: 40,
      pattern: "^[a-z][a-z0-9_]{0,39}$",
      set: "create",
      rule: "FLD-002",
    },
    kind: { type: "choice", values: valueKinds, set: "create" },
    name: { type: "text", min: 1, max: 100, rule: "FLD-001" },
    /** The name in other languages, for the forms of widgets and for operators. */
    names: { type: "custom", value: valueOf<Translations>(), default: {}, rule: "FLD-006" },
    help: { type: "text", max: 300, default: "" },
    helps: { type: "custom", value: valueOf<Translations>(), default: {}, rule: "FLD-006" },
    /** The values of `one_of` and `several_of`. Other kinds have none. */
    options: {
      type: "texts",
      max: 100,
      length: 100,
      filled: true,
      ordered: true,
      typed: "lines",
      default: [],
      rule: "FLD-004",
    },
    /** The options in other languages, for the forms of widgets. */
    option_names: { type: "custom", value: valueOf<OptionNames>(), default: {}, rule: "FLD-006" },
    /** Roles that change values. Owners always can. */
    edit_roles: { type: "choices", values: ["admin", "operator"], default: ["admin", "operator"] },
    sources: { type: "choices", values: fieldSources, default: fieldSources },
    /**
     * `start`: before the chat starts, in the forms of widgets that ask for the field. `close`:
     * before an operator, a bulk action or a rule closes the chat.
     */
    required: {
      type: "choice",
      values: ["never", "start", "close"],
      default: "never",
      rule: "FLD-021",
    },
  },
});
