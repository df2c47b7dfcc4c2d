import { findFieldValueProblem } from "@parlour/protocol/field-values";
import type { FormField, WidgetSettings } from "@parlour/protocol/settings/widget-settings";
import type { AccountConfig, ChannelConfig, FieldConfig } from "../account-config.ts";
import { fail, type Failure } from "../failure.ts";
import { mapDefinitions, type FieldClaims } from "../field-values.ts";

/** Returns the fields that a widget's form asks for (WG-264), without those it may not fill. */
function listFields(
  { fields = [] }: AccountConfig,
  keys: readonly string[] = [],
): readonly FieldConfig[] {
  const definitions = mapDefinitions(fields);
  return keys.flatMap((key) => {
    const field = definitions.get(key);
    return field?.sources.includes("form") === true ? [field] : [];
  });
}

/** Returns what the chat window must know about the fields of both forms. */
export function listFormFields(
  config: AccountConfig,
  { contact_fields, offline_fields }: WidgetSettings,
): readonly FormField[] {
  const keys = [...new Set([...contact_fields, ...offline_fields])];
  return listFields(config, keys).map(
    ({ object, key, kind, name, names, help, helps, options, option_names = {}, required }) => ({
      object,
      key,
      kind,
      name,
      names,
      help,
      helps,
      options,
      option_names,
      required: required === "start",
    }),
  );
}

/**
 * Returns the failure of the first field of a form that is missing, invalid or not part of the
 * form. `claims`: undefined if the form has no fields, as that of an older chat window.
 */
export function findFieldFailure(
  config: AccountConfig,
  { widget }: ChannelConfig,
  form: "contact_fields" | "offline_fields",
  claims: FieldClaims | undefined,
): Failure | null {
  if (claims === undefined) return null;
  const { values } = claims;
  const fields = listFields(config, widget?.[form]);
  for (const key of Object.keys(values))
    if (!fields.some((field) => field.key === key))
      return fail("invalid_request", `The form has no field ${key}`, { field: `fields.${key}` });
  for (const field of fields) {
    const path = `fields.${field.key}`;
    const value = Object.hasOwn(values, field.key) ? values[field.key] : undefined;
    const problem =
      value !== undefined
        ? findFieldValueProblem(field, value)
        : field.required === "start"
          ? "is required"
          : null;
    if (problem !== null) return fail("invalid_request", `${path} ${problem}`, { field: path });
  }
  return null;
}
