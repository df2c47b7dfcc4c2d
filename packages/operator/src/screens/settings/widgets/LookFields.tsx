import type { WidgetLanguage, WidgetTexts } from "@parlour/protocol/widget-settings";
import { Field, Select, TextArea, TextField } from "../../../ui/Field.tsx";
import { Segment } from "../../me/Segment.tsx";
import { Accent } from "../../setup/Accent.tsx";
import { FormSwitch, FormText } from "../bound.tsx";
import { Label } from "../FormPage.tsx";
import { languageName, languages } from "./languages.ts";
import type { TabProps } from "./GeneralFields.tsx";
import { t } from "./text.ts";

/** Colours, place, words. `language`: whose texts are typed, and shown in the preview. */
export function LookFields({
  form,
  readOnly,
  language,
  onLanguage,
}: TabProps & { language: WidgetLanguage; onLanguage: (language: WidgetLanguage) => void }) {
  const { values, set, faults } = form;
  const bound = { form, readOnly };
  return (
    <>
      <section className="group" aria-labelledby="g-look">
        <h2 id="g-look">{t("widget.look.group")}</h2>
        <Accent value={values.accent} onChange={(accent) => set("accent", accent)} error={faults.accent} disabled={readOnly} />
        <fieldset className="plain" disabled={readOnly}>
          <Segment
            label={t("widget.scheme")}
            value={values.scheme}
            options={(["light", "dark", "page"] as const).map((value) => ({ value, label: t(`scheme.${value}`) }))}
            onChange={(scheme) => set("scheme", scheme)}
          />
          <Segment
            label={t("widget.side")}
            value={values.side}
            options={(["left", "right"] as const).map((value) => ({ value, label: t(`side.${value}`) }))}
            onChange={(side) => set("side", side)}
          />
          <Segment
            label={t("widget.launcher")}
            value={values.launcher}
            options={(["round", "pill"] as const).map((value) => ({ value, label: t(`launcher.${value}`) }))}
            onChange={(launcher) => set("launcher", launcher)}
          />
        </fieldset>
        <div className="modes">
          <FormText {...bound} name="offset" label={t("widget.offset")} inputMode="numeric" maxLength={3} />
          <FormText {...bound} name="offset_bottom" label={t("widget.offset.bottom")} inputMode="numeric" maxLength={3} />
        </div>
        <Field
          label={
            <Label form={form} name="radius">
              {t("widget.radius")}
            </Label>
          }
          hint={t("widget.radius.px", { n: values.radius })}
          error={faults.radius}
        >
          {(ids) => (
            <input
              {...ids}
              className="range"
              type="range"
              min={0}
              max={24}
              value={values.radius}
              aria-valuetext={t("widget.radius.px", { n: values.radius })}
              onChange={(event) => set("radius", Number(event.target.value))}
              disabled={readOnly}
            />
          )}
        </Field>
      </section>
      <TextFields form={form} readOnly={readOnly} language={language} onLanguage={onLanguage} />
      <section className="group" aria-labelledby="g-behaviour">
        <h2 id="g-behaviour">{t("look.behaviour")}</h2>
        <FormSwitch {...bound} name="open_on_reply" label={t("widget.open")} hint={t("widget.open.hint")} />
        <FormSwitch {...bound} name="title_badge" label={t("widget.badge")} />
        <FormSwitch {...bound} name="sound" label={t("widget.sound")} hint={t("widget.sound.hint")} />
      </section>
    </>
  );
}

const short = ["title", "label"] as const;
const long = ["greeting", "offline", "call", "consent"] as const;

/** The account's own words, one language at a time; what is empty is ours. */
function TextFields({
  form,
  readOnly,
  language,
  onLanguage,
}: TabProps & { language: WidgetLanguage; onLanguage: (language: WidgetLanguage) => void }) {
  const { values, set, faults } = form;
  const own = values.texts[language] ?? {};
  const change = (key: keyof WidgetTexts, text: string): void => {
    const { [key]: _before, ...others } = own;
    const next = text === "" ? others : { ...others, [key]: text };
    const { [language]: _none, ...rest } = values.texts;
    set("texts", Object.keys(next).length === 0 ? rest : { ...rest, [language]: next });
  };
  const hints: Partial<Record<keyof WidgetTexts, string>> = {
    ...(values.launcher === "round" && { label: t("text.label.round") }),
    consent: t("text.consent.hint"),
  };
  const field = (key: (typeof short)[number] | (typeof long)[number]) => ({
    key,
    label: t(`text.${key}`),
    value: own[key] ?? "",
    dir: "auto",
    lang: language,
    readOnly,
    ...(hints[key] !== undefined && { hint: hints[key] }),
  });
  return (
    <section className="group" aria-labelledby="g-texts">
      <h2 id="g-texts">{t("texts.group")}</h2>
      <p className="hint">{t("texts.hint")}</p>
      <Select
        label={t("texts.language")}
        name="texts"
        value={language}
        onChange={(event) => onLanguage(event.target.value as WidgetLanguage)}
        options={languages.map((code) => ({
          value: code,
          label: values.texts[code] === undefined ? languageName(code) : t("texts.own", { name: languageName(code) }),
        }))}
        error={faults.texts}
      />
      {short.map((name) => {
        const { key, ...rest } = field(name);
        return <TextField key={key} {...rest} maxLength={60} autoComplete="off" onChange={(event) => change(name, event.target.value)} />;
      })}
      {long.map((name) => {
        const { key, ...rest } = field(name);
        return <TextArea key={key} {...rest} rows={2} maxLength={1000} onChange={(event) => change(name, event.target.value)} />;
      })}
    </section>
  );
}
