import type { Field } from "@parlour/protocol/api";
import { localizeOption } from "@parlour/protocol/localized-field";
import { field } from "@parlour/protocol/settings/kinds/chats/field";
import { IconForms } from "@tabler/icons-react";
import { textById } from "../../../text/index.ts";
import type { LocalizedValue } from "../../../ui/localized/LocalizedText.tsx";
import { joinLocalized, LocalizedField } from "../kit/controls/localized-fields.tsx";
import { kindScreen, type JoinedForm } from "../kit/kind/kind-screen.ts";
import { t } from "./text.ts";

/** Fields that are edited with their translations have one label for both. */
const labelIds: Readonly<Record<string, string>> = {
  names: "field.name",
  helps: "field.help",
  option_names: "field.options",
};

/** Settings → Fields (FLD-001). Object, key and kind are chosen once. */
export const fieldScreen = kindScreen<Field>()({
  kind: field,
  prefix: "field",
  t,
  icon: IconForms,
  sections: [
    { id: "field", fields: ["names", ["object", "kind"], "key", "option_names", "helps"] },
    { id: "use", fields: ["edit_roles", "sources", "required"] },
  ],
  getLabelId: (name) => labelIds[name] ?? `field.${name}`,
  joined: { names: joinTexts("name"), helps: joinTexts("help"), option_names: joinOptions() },
  controls: {
    names: (props) => <LocalizedField {...props} maxLength={field.fields.name.max} />,
    helps: (props) => <LocalizedField {...props} maxLength={field.fields.help.max} />,
    option_names: (props) => (
      <LocalizedField {...props} maxLength={maxOptions * (maxOptionLength + 1)} isLong />
    ),
  },
  isShown: (name, { kind }) => name !== "option_names" || hasOptions(kind),
  findErrors: ({ kind, option_names }) =>
    hasOptions(kind) && (option_names as LocalizedValue).text.trim() === ""
      ? { option_names: t("field.options.missing") }
      : {},
  newValues: () => ({ object: "visitor", kind: "text" }),
  columns: () => [
    { head: t("field.key"), cell: ({ object, key }) => <code>{`${object}.${key}`}</code> },
    { head: t("field.kind"), cell: ({ kind }) => textById(`field.kind.${kind}`) },
    {
      head: t("field.sources"),
      cell: ({ sources }) => sources.map((name) => textById(`field.sources.${name}`)).join(", "),
    },
  ],
  about: (stored) => (stored === null ? undefined : t(`field.about.${stored.object}`)),
});

/** Joins a text of the field with its translations. */
function joinTexts(name: "name" | "help") {
  return joinLocalized({
    fields: [name, `${name}s`],
    min: name === "name" ? field.fields.name.min : 0,
    max: field.fields[name].max,
    getError: () => t(`field.${name}.wrong`),
  });
}

const maxOptions = field.fields.options.max;
const maxOptionLength = field.fields.options.length;

/** Joins the options with their translations, as lines in the same order. */
function joinOptions(): JoinedForm {
  return {
    fields: ["options", "option_names"],
    toForm(stored: Field | null) {
      const { options = [], option_names = {} } = stored ?? {};
      const toLines = (language: string) =>
        options.map((option) => localizeOption({ option_names }, option, language)).join("\n");
      return {
        text: options.join("\n"),
        texts: Object.fromEntries(
          Object.keys(option_names).map((language) => [language, toLines(language)]),
        ),
      };
    },
    toSent({ text, texts = {} }: LocalizedValue) {
      const options = splitLines(text);
      const toNames = (lines: readonly string[]) =>
        Object.fromEntries(lines.map((line, n) => [options[n] ?? "", line]));
      return {
        options,
        option_names: Object.fromEntries(
          Object.entries(texts).flatMap(([language, lines]) =>
            lines.trim() === "" ? [] : [[language, toNames(splitLines(lines))]],
          ),
        ),
      };
    },
    findError({ text, texts = {} }: LocalizedValue) {
      const options = splitLines(text);
      const translations = Object.values(texts).map(splitLines);
      const isValid =
        options.length <= maxOptions &&
        new Set(options).size === options.length &&
        translations.every((lines) => lines.length === 0 || lines.length === options.length) &&
        [options, ...translations]
          .flat()
          .every((line) => Array.from(line).length <= maxOptionLength);
      return isValid ? null : t("field.options.wrong");
    },
  };
}
const splitLines = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

const hasOptions = (kind: unknown): boolean => kind === "one_of" || kind === "several_of";
