import type { WidgetLanguage, WidgetTexts } from "@parlour/protocol/widget-settings";
import { Field, Select, TextArea, TextField } from "../../../ui/Field.tsx";
import { SegmentedControl } from "../../me/SegmentedControl.tsx";
import { Accent } from "../../setup/Accent.tsx";
import { FormSwitch, FormText } from "../bound.tsx";
import { Label } from "../FormPage.tsx";
import { Group } from "../Group.tsx";
import { languageName, languages } from "./languages.ts";
import type { TabProps } from "./GeneralFields.tsx";
import { LogoField } from "./LogoField.tsx";
import { t } from "./text.ts";
import type { WidgetValues } from "./widget-form.ts";

interface LookProps extends TabProps {
  /** Language of the texts in the fields and in the preview. */
  language: WidgetLanguage;
  onLanguage: (language: WidgetLanguage) => void;
}

/** Renders colours, position and texts of a widget. */
export function LookFields({ language, onLanguage, ...bound }: LookProps) {
  const { form, readOnly } = bound;
  const { values, set, faults } = form;
  return (
    <>
      <Group id="g-look" title={t("widget.look.group")}>
        <Accent value={values.accent} onChange={(accent) => set("accent", accent)} error={faults.accent} disabled={readOnly} />
        <Shapes {...bound} />
        <div className="modes">
          <FormText {...bound} name="offset" label={t("widget.offset")} inputMode="numeric" maxLength={3} />
          <FormText {...bound} name="offset_bottom" label={t("widget.offset.bottom")} inputMode="numeric" maxLength={3} />
        </div>
        <Radius {...bound} />
      </Group>
      <Group id="g-header" title={t("widget.header.group")}>
        <fieldset className="plain" disabled={readOnly}>
          <SegmentedControl
            label={t("widget.header")}
            value={values.header}
            options={(["colour", "plain"] as const).map((value) => ({ value, label: t(`header.${value}`) }))}
            onChange={(header) => set("header", header)}
          />
        </fieldset>
        <LogoField {...bound} />
        <FormSwitch {...bound} name="show_operators" label={t("widget.operators.shown")} hint={t("widget.operators.shown.hint")} />
      </Group>
      <TextFields {...bound} language={language} onLanguage={onLanguage} />
      <Group id="g-behaviour" title={t("look.behaviour")}>
        <FormSwitch {...bound} name="open_on_reply" label={t("widget.open")} hint={t("widget.open.hint")} />
        <FormSwitch {...bound} name="teaser_text" label={t("widget.teaser")} hint={t("widget.teaser.hint")} />
        <FormSwitch {...bound} name="title_badge" label={t("widget.badge")} />
        <FormSwitch {...bound} name="sound" label={t("widget.sound")} hint={t("widget.sound.hint")} />
      </Group>
    </>
  );
}

function Shapes({ form: { values, set }, readOnly }: TabProps) {
  return (
    <fieldset className="plain" disabled={readOnly}>
      <SegmentedControl
        label={t("widget.scheme")}
        value={values.scheme}
        options={(["light", "dark", "page"] as const).map((value) => ({ value, label: t(`scheme.${value}`) }))}
        onChange={(scheme) => set("scheme", scheme)}
      />
      <SegmentedControl
        label={t("widget.side")}
        value={values.side}
        options={(["left", "right"] as const).map((value) => ({ value, label: t(`side.${value}`) }))}
        onChange={(side) => set("side", side)}
      />
      <SegmentedControl
        label={t("widget.launcher")}
        value={values.launcher}
        options={(["round", "pill", "none"] as const).map((value) => ({ value, label: t(`launcher.${value}`) }))}
        onChange={(launcher) => set("launcher", launcher)}
      />
      {values.launcher === "none" ? <p className="hint">{t("launcher.none.hint")}</p> : null}
    </fieldset>
  );
}

function Radius({ form, readOnly }: TabProps) {
  const { radius } = form.values;
  const px = t("widget.radius.px", { n: radius });
  const label = (
    <Label form={form} name="radius">
      {t("widget.radius")}
    </Label>
  );
  return (
    <Field label={label} hint={px} error={form.faults.radius}>
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

const short = ["title", "label"] as const;
const long = ["greeting", "offline", "call", "consent"] as const;

type Key = (typeof short)[number] | (typeof long)[number];

/** Edits the account's own texts, one language at a time. Empty texts use the default. */
function TextFields({ form, readOnly, language, onLanguage }: LookProps) {
  const { values, set, faults } = form;
  const own = values.texts[language] ?? {};
  const field = (key: Key) => ({
    label: t(`text.${key}`),
    value: own[key] ?? "",
    dir: "auto",
    lang: language,
    readOnly,
    onChange: (event: { target: { value: string } }) => set("texts", withText(values.texts, language, key, event.target.value)),
    ...hintOf(key, values),
  });
  return (
    <Group id="g-texts" title={t("texts.group")}>
      <p className="hint">{t("texts.hint")}</p>
      <Select
        label={t("texts.language")}
        name="texts"
        value={language}
        onChange={(event) => onLanguage(event.target.value as WidgetLanguage)}
        options={languages.map((code) => ({ value: code, label: nameOf(code, values.texts) }))}
        error={faults.texts}
      />
      {short.map((key) => (
        <TextField key={key} {...field(key)} maxLength={60} autoComplete="off" />
      ))}
      {long.map((key) => (
        <TextArea key={key} {...field(key)} rows={2} maxLength={1000} />
      ))}
    </Group>
  );
}

/** Returns the language name, marked if the language has own texts. */
function nameOf(code: WidgetLanguage, texts: WidgetValues["texts"]): string {
  return texts[code] === undefined ? languageName(code) : t("texts.own", { name: languageName(code) });
}

function hintOf(key: Key, { launcher }: WidgetValues): { hint?: string } {
  if (key === "label" && launcher !== "pill") return { hint: t("text.label.round") };
  return key === "consent" ? { hint: t("text.consent.hint") } : {};
}

/** Returns the texts with one of them changed. Languages without any text are removed. */
function withText(texts: WidgetValues["texts"], language: WidgetLanguage, key: keyof WidgetTexts, text: string): WidgetValues["texts"] {
  const { [key]: _before, ...others } = texts[language] ?? {};
  const next = text === "" ? others : { ...others, [key]: text };
  const { [language]: _none, ...rest } = texts;
  return Object.keys(next).length === 0 ? rest : { ...rest, [language]: next };
}
