import { widgetLanguages, type WidgetLanguage } from "@parlour/protocol/languages";
import type { RuleAction, RuleFault } from "@parlour/protocol/rules";
import { IconLanguage, IconX } from "@tabler/icons-react";
import { useRef } from "react";
import { Button } from "../../../ui/Button.tsx";
import { TextArea, TextField } from "../../../ui/Field.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { languageName } from "../widgets/languages.ts";
import { faultWords } from "./trigger-form.ts";
import { t } from "./text.ts";

type Worded = Exclude<RuleAction, { type: "open" }>;
interface Props {
  action: Worded;
  /** Where it stands in the rule, `.do[0]`. */
  path: string;
  fault: RuleFault | null;
  /** Those that windows of the rule's widgets may speak. */
  languages: readonly WidgetLanguage[];
  readOnly: boolean;
  onChange: (action: Worded) => void;
}

/** The words of an invitation or caption: for everybody, and for windows of a language (WG-053). */
export function Wordings({ action, path, fault, languages, readOnly, onChange }: Props) {
  const add = useRef<HTMLDivElement>(null);
  const { texts = {} } = action;
  const own = widgetLanguages.filter((language) => texts[language] !== undefined);
  const left = languages.filter((language) => texts[language] === undefined);
  const put = (next: Worded["texts"] & object): void => {
    const { texts: _, ...rest } = action;
    onChange(Object.keys(next).length === 0 ? rest : { ...rest, texts: next });
  };
  const wrongAt = (at: string): string | undefined =>
    fault !== null && (fault[0] === at || (at === `${path}.text` && fault[0] === path)) ? faultWords(fault[1]) : undefined;
  const shared = { action, readOnly };
  return (
    <>
      <Words
        {...shared}
        label={t(action.type === "label" ? "act.caption" : "act.text")}
        value={action.text}
        wrong={wrongAt(`${path}.text`)}
        onChange={(text) => onChange({ ...action, text })}
      />
      {own.map((language) => (
        <div key={language} className="wording">
          <Words
            {...shared}
            label={t(action.type === "label" ? "act.caption.in" : "act.text.in", { language: languageName(language) })}
            language={language}
            value={texts[language] ?? ""}
            wrong={wrongAt(`${path}.texts.${language}`)}
            onChange={(text) => put({ ...texts, [language]: text })}
          />
          {!readOnly && (
            <Button
              variant="quiet"
              small
              icon={IconX}
              aria-label={t("act.text.remove", { language: languageName(language) })}
              onClick={() => {
                const { [language]: _, ...rest } = texts;
                put(rest);
                // What had the focus is gone.
                add.current?.querySelector("button")?.focus();
              }}
            />
          )}
        </div>
      ))}
      {!readOnly && left.length > 0 && (
        <div className="adds" ref={add}>
          <Menu
            label={t("act.language")}
            className="btn quiet small"
            groups={[{ entries: left.map((code) => ({ id: code, label: languageName(code) })) }]}
            onAction={(code) => put({ ...texts, [code]: "" })}
          >
            <Icon of={IconLanguage} small /> {t("act.language")}
          </Menu>
        </div>
      )}
    </>
  );
}

function Words({
  action,
  label,
  language,
  value,
  wrong,
  readOnly,
  onChange,
}: {
  action: Worded;
  label: string;
  language?: WidgetLanguage;
  value: string;
  wrong: string | undefined;
  readOnly: boolean;
  onChange: (text: string) => void;
}) {
  const bound = {
    label,
    value,
    readOnly,
    error: wrong,
    dir: "auto",
    ...(language !== undefined && { lang: language }),
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  } as const;
  return action.type === "label" ? (
    <TextField {...bound} maxLength={60} autoComplete="off" />
  ) : (
    <TextArea {...bound} rows={2} maxLength={500} hint={t("act.length", { n: Array.from(value).length })} />
  );
}
