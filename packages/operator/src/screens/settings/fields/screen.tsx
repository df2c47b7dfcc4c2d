import type { Field } from "@parlour/protocol/api";
import type { Field as SettingsField } from "@parlour/protocol/settings/field";
import { field } from "@parlour/protocol/settings/kinds/chats/field";
import { IconForms } from "@tabler/icons-react";
import { textById } from "../../../text/index.ts";
import { languages } from "../../../ui/localized/languages.ts";
import { LocalizedText, type LocalizedValue } from "../../../ui/localized/LocalizedText.tsx";
import type { ControlProps } from "../kit/kind/controls.tsx";
import { kindScreen, type JoinedForm } from "../kit/kind/kind-screen.ts";
import { t } from "./text.ts";

/** Settings → Fields (FLD-001). Object, key and kind are chosen once. */
export const fieldScreen = kindScreen<Field>()({
  kind: field,
  prefix: "field",
  t,
  icon: IconForms,
  sections: [
    { id: "field", fields: ["names", ["object", "kind"], "key", "options", "helps"] },
    { id: "use", fields: ["edit_roles", "sources", "required"] },
  ],
  // The translations are edited with the text.
  getLabelId: (name) => `field.${name.replace(/^(name|help)s$/, "$1")}`,
  joined: { names: joinTexts("name"), helps: joinTexts("help") },
  controls: { names: (props) => <Texts {...props} />, helps: (props) => <Texts {...props} /> },
  isShown: (name, { kind }) => name !== "options" || hasOptions(kind),
  findErrors: ({ kind, options }) =>
    hasOptions(kind) && String(options).trim() === ""
      ? { options: t("field.options.missing") }
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

/** Joins a text of the field with its translations. Empty ones are not sent. */
function joinTexts(name: "name" | "help"): JoinedForm {
  const { min, max } = { min: 0, ...field.fields[name] };
  const isValid = (text: string): boolean =>
    text.trim().length >= min && Array.from(text.trim()).length <= max;
  return {
    fields: [name, `${name}s`],
    toForm: (stored: Field | null) => ({
      text: stored?.[name] ?? "",
      texts: stored?.[`${name}s`] ?? {},
    }),
    toSent: ({ text, texts = {} }: LocalizedValue) => ({
      [name]: text.trim(),
      [`${name}s`]: Object.fromEntries(
        Object.entries(texts).filter(([, translation]) => translation.trim() !== ""),
      ),
    }),
    findError: ({ text, texts = {} }: LocalizedValue) =>
      isValid(text) && Object.values(texts).every((one) => one === "" || isValid(one))
        ? null
        : t(`field.${name}.wrong`),
  };
}

function Texts({ form, name, label, hint, readOnly }: ControlProps<SettingsField>) {
  return (
    <>
      <LocalizedText
        {...{ label, readOnly }}
        value={form.values[name] as LocalizedValue}
        languages={languages}
        maxLength={name === "names" ? field.fields.name.max : field.fields.help.max}
        isLong={false}
        getError={(language) => (language === null ? form.errors[name] : undefined)}
        onChange={(value) => form.set(name, value)}
      />
      {hint !== undefined && <p className="hint">{hint}</p>}
    </>
  );
}

const hasOptions = (kind: unknown): boolean => kind === "one_of" || kind === "several_of";
