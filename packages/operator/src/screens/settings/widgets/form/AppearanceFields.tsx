import type { Field } from "@parlour/protocol/settings/field";
import type { WidgetLanguage, WidgetTexts } from "@parlour/protocol/settings/widget-settings";
import { useContext } from "react";
import { Field as LabelledField, Select, TextArea, TextField } from "../../../../ui/Field.tsx";
import { SegmentedControl } from "../../../../ui/choice/SegmentedControl.tsx";
import { AccentField } from "../../../../ui/color/AccentField.tsx";
import { ChangedLabel } from "../../../../ui/form/ChangedLabel.tsx";
import { SettingsSection } from "../../kit/form/SettingsSection.tsx";
import type { ControlProps } from "../../kit/kind/controls.tsx";
import { t } from "../text.ts";
import { EditedLanguage } from "./edited-language.ts";
import { languageName, languages } from "../../../../ui/localized/languages.ts";

export const Accent = ({ form, name, label, readOnly }: ControlProps<Field>) => (
  <AccentField
    label={label}
    value={form.values[name] as string}
    onChange={(accent) => form.set(name, accent)}
    error={form.errors[name]}
    disabled={readOnly}
  />
);

/** A few choices in a row, with the explanation of the chosen one. */
export function Segments({ form, field, name, label, readOnly, describe }: ControlProps<Field>) {
  const value = form.values[name] as string;
  const values = field.type === "choice" ? field.values : [];
  const explanation = describe(`${value}.hint`);
  return (
    <fieldset className="plain" disabled={readOnly}>
      <SegmentedControl
        label={label}
        value={value}
        options={values.map((choice) => ({ value: choice, label: describe(choice) ?? choice }))}
        onChange={(choice) => form.set(name, choice)}
      />
      {explanation !== undefined && <p className="hint">{explanation}</p>}
    </fieldset>
  );
}

export function Radius({ form, name, label, readOnly }: ControlProps<Field>) {
  const radius = form.values[name] as string;
  const px = t("widget.radius.px", { n: radius });
  const changedLabel = (
    <ChangedLabel form={form} name={name}>
      {label}
    </ChangedLabel>
  );
  return (
    <LabelledField label={changedLabel} hint={px} error={form.errors[name]}>
      {(ids) => (
        <input
          {...ids}
          className="range"
          type="range"
          min={0}
          max={24}
          value={radius}
          aria-valuetext={px}
          onChange={(event) => form.set(name, event.target.value)}
          disabled={readOnly}
        />
      )}
    </LabelledField>
  );
}

const shortTexts = ["title", "label"] as const;
const longTexts = ["greeting", "offline", "call", "consent"] as const;

type TextKey = (typeof shortTexts)[number] | (typeof longTexts)[number];
type Texts = { readonly [L in WidgetLanguage]?: WidgetTexts };

/** Edits custom texts, one language at a time. The default replaces an empty text. */
export function LanguageTexts({ form, name, readOnly }: ControlProps<Field>) {
  const [language, setLanguage] = useContext(EditedLanguage);
  const texts = form.values[name] as Texts;
  const languageTexts = texts[language] ?? {};
  const hasLabel = form.values["widget.launcher"] === "pill";
  const bindText = (key: TextKey) => ({
    label: t(`text.${key}`),
    value: languageTexts[key] ?? "",
    dir: "auto",
    lang: language,
    readOnly,
    onChange: (event: { target: { value: string } }) =>
      form.set(name, withText(texts, language, key, event.target.value)),
    ...getTextHint(key, hasLabel),
  });
  return (
    <SettingsSection id="g-texts" title={t("texts.group")}>
      <p className="hint">{t("texts.hint")}</p>
      <Select
        label={t("texts.language")}
        name="texts"
        value={language}
        onChange={(event) => setLanguage(event.target.value as WidgetLanguage)}
        options={languages.map((code) => ({
          value: code,
          label: getLanguageLabel(code, texts),
        }))}
        error={form.errors[name]}
      />
      {shortTexts.map((key) => (
        <TextField key={key} {...bindText(key)} maxLength={60} autoComplete="off" />
      ))}
      {longTexts.map((key) => (
        <TextArea key={key} {...bindText(key)} rows={2} maxLength={1000} />
      ))}
    </SettingsSection>
  );
}

/** Returns the name of a language. Marks languages with custom texts. */
function getLanguageLabel(code: WidgetLanguage, texts: Texts): string {
  return texts[code] === undefined
    ? languageName(code)
    : t("texts.own", { name: languageName(code) });
}

function getTextHint(key: TextKey, hasLabel: boolean): { hint?: string } {
  if (key === "label" && !hasLabel) return { hint: t("text.label.round") };
  return key === "consent" ? { hint: t("text.consent.hint") } : {};
}

/** Returns the texts with one text changed. Removes languages without texts. */
function withText(
  texts: Texts,
  language: WidgetLanguage,
  key: keyof WidgetTexts,
  text: string,
): Texts {
  const { [key]: _before, ...others } = texts[language] ?? {};
  const next = text === "" ? others : { ...others, [key]: text };
  const { [language]: _none, ...rest } = texts;
  return Object.keys(next).length === 0 ? rest : { ...rest, [language]: next };
}
