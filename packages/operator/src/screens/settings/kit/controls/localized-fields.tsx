import type { Field } from "@parlour/protocol/settings/field";
import { languages } from "../../../../ui/localized/languages.ts";
import { LocalizedText, type LocalizedValue } from "../../../../ui/localized/LocalizedText.tsx";
import type { ControlProps } from "../kind/controls.tsx";
import type { JoinedForm } from "../kind/kind-screen.ts";

interface LocalizedOptions<N extends string, T extends string> {
  /** Field of the text, and that of its translations. */
  readonly fields: readonly [N, T];
  readonly min: number;
  readonly max: number;
  /** Returns the error of a text that is too long or missing. */
  readonly getError: () => string;
}

/** Joins a text with its translations, as one value of the form. Empty ones are not sent. */
export function joinLocalized<N extends string, T extends string>({
  fields,
  min,
  max,
  getError,
}: LocalizedOptions<N, T>): JoinedForm & { readonly fields: readonly [N, T] } {
  const [name, translations] = fields;
  const isValid = (text: string): boolean =>
    text.trim().length >= min && Array.from(text.trim()).length <= max;
  return {
    fields,
    toForm: (stored: Readonly<Record<string, unknown>> | null) => ({
      text: stored?.[name] ?? "",
      texts: stored?.[translations] ?? {},
    }),
    toSent: ({ text, texts = {} }: LocalizedValue) => ({
      [name]: text.trim(),
      [translations]: Object.fromEntries(
        Object.entries(texts).filter(([, translation]) => translation.trim() !== ""),
      ),
    }),
    findError: ({ text, texts = {} }: LocalizedValue) =>
      isValid(text) && Object.values(texts).every((one) => one === "" || isValid(one))
        ? null
        : getError(),
  };
}

/** Field for a text and its translations. */
export function LocalizedField({
  form,
  name,
  label,
  hint,
  readOnly,
  maxLength,
  isLong = false,
}: ControlProps<Field> & { readonly maxLength: number; readonly isLong?: boolean }) {
  return (
    <LocalizedText
      {...{ label, hint, readOnly, maxLength, isLong }}
      value={form.values[name] as LocalizedValue}
      languages={languages}
      getError={(language) => (language === null ? form.errors[name] : undefined)}
      onChange={(value) => form.set(name, value)}
    />
  );
}
