import type { WidgetLanguage, WidgetTexts } from "@parlour/protocol/entity/widget/widget-settings";
import { Field, Select, TextArea, TextField } from "../../../../ui/Field.tsx";
import { SegmentedControl } from "../../../../ui/choice/SegmentedControl.tsx";
import { AccentField } from "../../../../ui/color/AccentField.tsx";
import { FormSwitch, FormTextField } from "../../kit/form/form-fields.tsx";
import { ChangedLabel } from "../../kit/form/FormPage.tsx";
import { SettingsSection } from "../../kit/form/SettingsSection.tsx";
import { languageName, languages } from "./languages.ts";
import type { TabProps } from "./GeneralFields.tsx";
import { LogoField } from "./LogoField.tsx";
import { t } from "../text.ts";
import type { WidgetFormValues } from "./widget-form.ts";

interface AppearanceProps extends TabProps {
  language: WidgetLanguage;
  onLanguage: (language: WidgetLanguage) => void;
}

export function AppearanceFields({ language, onLanguage, ...fieldProps }: AppearanceProps) {
  const { form, readOnly } = fieldProps;
  const { values, set, errors } = form;
  return (
    <>
      <SettingsSection id="g-look" title={t("widget.look.group")}>
        <AccentField
          value={values.accent}
          onChange={(accent) => set("accent", accent)}
          error={errors.accent}
          disabled={readOnly}
        />
        <ShapeFields {...fieldProps} />
        <div className="modes">
          <FormTextField
            {...fieldProps}
            name="offset"
            label={t("widget.offset")}
            inputMode="numeric"
            maxLength={3}
          />
          <FormTextField
            {...fieldProps}
            name="offset_bottom"
            label={t("widget.offset.bottom")}
            inputMode="numeric"
            maxLength={3}
          />
        </div>
        <RadiusField {...fieldProps} />
      </SettingsSection>
      <SettingsSection id="g-header" title={t("widget.header.group")}>
        <fieldset className="plain" disabled={readOnly}>
          <SegmentedControl
            label={t("widget.header")}
            value={values.header}
            options={(["colour", "plain"] as const).map((value) => ({
              value,
              label: t(`header.${value}`),
            }))}
            onChange={(header) => set("header", header)}
          />
        </fieldset>
        <LogoField {...fieldProps} />
        <FormSwitch
          {...fieldProps}
          name="show_operators"
          label={t("widget.operators.shown")}
          hint={t("widget.operators.shown.hint")}
        />
      </SettingsSection>
      <TextFields {...fieldProps} language={language} onLanguage={onLanguage} />
      <SettingsSection id="g-behaviour" title={t("look.behaviour")}>
        <FormSwitch
          {...fieldProps}
          name="open_on_reply"
          label={t("widget.open")}
          hint={t("widget.open.hint")}
        />
        <FormSwitch
          {...fieldProps}
          name="teaser_text"
          label={t("widget.teaser")}
          hint={t("widget.teaser.hint")}
        />
        <FormSwitch {...fieldProps} name="title_badge" label={t("widget.badge")} />
        <FormSwitch
          {...fieldProps}
          name="sound"
          label={t("widget.sound")}
          hint={t("widget.sound.hint")}
        />
      </SettingsSection>
    </>
  );
}

const toOptions = <const T extends string>(
  values: readonly T[],
  getLabel: (value: T) => string,
): readonly { readonly value: T; readonly label: string }[] =>
  values.map((value) => ({ value, label: getLabel(value) }));

function ShapeFields({ form: { values, set }, readOnly }: TabProps) {
  return (
    <fieldset className="plain" disabled={readOnly}>
      <SegmentedControl
        label={t("widget.scheme")}
        value={values.scheme}
        options={toOptions(["light", "dark", "page"], (value) => t(`scheme.${value}`))}
        onChange={(scheme) => set("scheme", scheme)}
      />
      <SegmentedControl
        label={t("widget.side")}
        value={values.side}
        options={toOptions(["left", "right"], (value) => t(`side.${value}`))}
        onChange={(side) => set("side", side)}
      />
      <SegmentedControl
        label={t("widget.launcher")}
        value={values.launcher}
        options={toOptions(["round", "pill", "none"], (value) => t(`launcher.${value}`))}
        onChange={(launcher) => set("launcher", launcher)}
      />
      {values.launcher === "none" ? <p className="hint">{t("launcher.none.hint")}</p> : null}
    </fieldset>
  );
}

function RadiusField({ form, readOnly }: TabProps) {
  const { radius } = form.values;
  const px = t("widget.radius.px", { n: radius });
  const label = (
    <ChangedLabel form={form} name="radius">
      {t("widget.radius")}
    </ChangedLabel>
  );
  return (
    <Field label={label} hint={px} error={form.errors.radius}>
      {(ids) => (
        <input
          {...ids}
          className="range"
          type="range"
          min={0}
          max={24}
          value={radius}
          aria-valuetext={px}
          onChange={(event) => form.set("radius", Number(event.target.value))}
          disabled={readOnly}
        />
      )}
    </Field>
  );
}

const shortTexts = ["title", "label"] as const;
const longTexts = ["greeting", "offline", "call", "consent"] as const;

type TextKey = (typeof shortTexts)[number] | (typeof longTexts)[number];

/** Edits custom texts, one language at a time. The default replaces an empty text. */
function TextFields({ form, readOnly, language, onLanguage }: AppearanceProps) {
  const { values, set, errors } = form;
  const languageTexts = values.texts[language] ?? {};
  const bindText = (key: TextKey) => ({
    label: t(`text.${key}`),
    value: languageTexts[key] ?? "",
    dir: "auto",
    lang: language,
    readOnly,
    onChange: (event: { target: { value: string } }) =>
      set("texts", withText(values.texts, language, key, event.target.value)),
    ...getTextHint(key, values),
  });
  return (
    <SettingsSection id="g-texts" title={t("texts.group")}>
      <p className="hint">{t("texts.hint")}</p>
      <Select
        label={t("texts.language")}
        name="texts"
        value={language}
        onChange={(event) => onLanguage(event.target.value as WidgetLanguage)}
        options={languages.map((code) => ({
          value: code,
          label: getLanguageLabel(code, values.texts),
        }))}
        error={errors.texts}
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
function getLanguageLabel(code: WidgetLanguage, texts: WidgetFormValues["texts"]): string {
  return texts[code] === undefined
    ? languageName(code)
    : t("texts.own", { name: languageName(code) });
}

function getTextHint(key: TextKey, { launcher }: WidgetFormValues): { hint?: string } {
  if (key === "label" && launcher !== "pill") return { hint: t("text.label.round") };
  return key === "consent" ? { hint: t("text.consent.hint") } : {};
}

/** Returns the texts with one text changed. Removes languages without texts. */
function withText(
  texts: WidgetFormValues["texts"],
  language: WidgetLanguage,
  key: keyof WidgetTexts,
  text: string,
): WidgetFormValues["texts"] {
  const { [key]: _before, ...others } = texts[language] ?? {};
  const next = text === "" ? others : { ...others, [key]: text };
  const { [language]: _none, ...rest } = texts;
  return Object.keys(next).length === 0 ? rest : { ...rest, [language]: next };
}
