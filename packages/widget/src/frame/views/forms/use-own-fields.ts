import type { FieldInput } from "@parlour/protocol/widget";
import type { FormField, WidgetScriptConfig } from "@parlour/protocol/settings/widget-settings";
import { useState } from "preact/hooks";
import type { TextFunction } from "../../../texts/index.ts";

/** What the visitor entered in a field of the account (WG-264). */
export interface FieldEntry {
  /** The text of the control, or the chosen options. */
  readonly typed: string | readonly string[];
  /** Absent if nothing or something invalid was entered. */
  readonly value?: FieldInput[string];
  readonly problem: string | null;
}
/** The account's own fields in a form, and what was entered in them, by key. */
export interface OwnFieldsState {
  readonly fields: readonly FormField[];
  readonly entries: Readonly<Record<string, FieldEntry>>;
  readonly enter: (key: string, entry: FieldEntry) => void;
  /** Returns the errors by `fields.<key>`. */
  readonly findErrors: (t: TextFunction) => Record<string, string>;
  /** Returns the values by key. undefined: the form has no own fields. */
  readonly listValues: () => FieldInput | undefined;
}

/** Manages the own fields with the given keys, in their order. */
export function useOwnFields(
  face: WidgetScriptConfig,
  keys: readonly string[],
  onChange: (name: `fields.${string}`) => void,
): OwnFieldsState {
  const [entries, setEntries] = useState<OwnFieldsState["entries"]>({});
  const fields = keys.flatMap((key) => face.fields?.find((field) => field.key === key) ?? []);
  return {
    fields,
    entries,
    enter(key, entry) {
      setEntries((all) => ({ ...all, [key]: entry }));
      onChange(`fields.${key}`);
    },
    findErrors(t) {
      const errors: Record<string, string> = {};
      for (const { key, required } of fields) {
        const { value, problem } = entries[key] ?? { problem: null };
        const error = problem ?? (required && value === undefined ? t("missing") : null);
        if (error !== null) errors[`fields.${key}`] = error;
      }
      return errors;
    },
    listValues() {
      if (fields.length === 0) return undefined;
      const values: FieldInput = {};
      for (const { key } of fields) {
        const value = entries[key]?.value;
        if (value !== undefined) values[key] = value;
      }
      return values;
    },
  };
}
