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
  /** Path of the action in the rule, `.do[0]`. */
  path: string;
  fault: RuleFault | null;
  /** Languages that chat windows of the rule's widgets can show. */
  languages: readonly WidgetLanguage[];
  readOnly: boolean;
  onChange: (action: Worded) => void;
}

/**
 * Edits the texts of an invitation or caption: the default text, and texts per language (WG-053).
 */
export function Wordings({ action, path, fault, languages, readOnly, onChange }: Props) {
  const add = useRef<HTMLDivElement>(null);
  const { texts = {} } = action;
  const put = (next: Worded["texts"] & object): void => {
    const { texts: _, ...rest } = action;
    onChange(Object.keys(next).length === 0 ? rest : { ...rest, texts: next });
  };
  const remove = (language: WidgetLanguage): void => {
    put(Object.fromEntries(Object.entries(texts).filter(([code]) => code !== language)));
    // The focused element was removed.
    add.current?.querySelector("button")?.focus();
  };
  const shared = { action, path, fault, readOnly };
  const own = widgetLanguages.filter((language) => texts[language] !== undefined);
  const left = languages.filter((language) => texts[language] === undefined);
  return (
    <>
      <Words {...shared} onChange={(text) => onChange({ ...action, text })} />
      {own.map((language) => (
        <div key={language} className="wording">
          <Words {...shared} language={language} onChange={(text) => put({ ...texts, [language]: text })} />
          {!readOnly && <Remove language={language} onRemove={() => remove(language)} />}
        </div>
      ))}
      {!readOnly && left.length > 0 && (
        <div className="adds" ref={add}>
          <AddLanguage languages={left} onAdd={(code) => put({ ...texts, [code]: "" })} />
        </div>
      )}
    </>
  );
}

function Remove({ language, onRemove }: { language: WidgetLanguage; onRemove: () => void }) {
  return (
    <Button variant="quiet" small icon={IconX} aria-label={t("act.text.remove", { language: languageName(language) })} onClick={onRemove} />
  );
}

function AddLanguage({ languages, onAdd }: { languages: readonly WidgetLanguage[]; onAdd: (code: string) => void }) {
  return (
    <Menu
      label={t("act.language")}
      className="btn quiet small"
      groups={[{ entries: languages.map((code) => ({ id: code, label: languageName(code) })) }]}
      onAction={onAdd}
    >
      <Icon of={IconLanguage} small /> {t("act.language")}
    </Menu>
  );
}

interface WordsProps extends Pick<Props, "action" | "path" | "fault" | "readOnly"> {
  /** Undefined: the default text. */
  language?: WidgetLanguage;
  onChange: (text: string) => void;
}

function Words({ action, path, fault, language, readOnly, onChange }: WordsProps) {
  const value = language === undefined ? action.text : (action.texts?.[language] ?? "");
  const bound = {
    label: labelOf(action, language),
    value,
    readOnly,
    error: wrongAt(language === undefined ? `${path}.text` : `${path}.texts.${language}`, path, fault),
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

function labelOf({ type }: Worded, code: WidgetLanguage | undefined): string {
  if (code === undefined) return t(type === "label" ? "act.caption" : "act.text");
  return t(type === "label" ? "act.caption.in" : "act.text.in", { language: languageName(code) });
}

/** Returns the error for a text. An error of the action itself is shown at its default text. */
function wrongAt(at: string, path: string, fault: RuleFault | null): string | undefined {
  if (fault === null) return undefined;
  const isHere = fault[0] === at || (at === `${path}.text` && fault[0] === path);
  return isHere ? faultWords(fault[1]) : undefined;
}
