import { widgetLanguages, type WidgetLanguage } from "@parlour/protocol/entity/widget/languages";
import type { RuleAction, RuleError } from "@parlour/protocol/rules";
import { IconLanguage, IconX } from "@tabler/icons-react";
import { useRef } from "react";
import { Button } from "../../../ui/Button.tsx";
import { TextArea, TextField } from "../../../ui/Field.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Menu } from "../../../ui/dialog/menu.tsx";
import { languageName } from "../widgets/form/languages.ts";
import { ruleErrorText } from "./trigger-form.ts";
import { t } from "./text.ts";

type ActionWithText = Exclude<RuleAction, { type: "open" }>;
interface LocalizedTextsProps {
  action: ActionWithText;
  /** Path of the action within the rule, for example `.do[0]`. */
  path: string;
  ruleError: RuleError | null;
  /** Languages in which the chat windows of the rule's widgets can appear. */
  languages: readonly WidgetLanguage[];
  readOnly: boolean;
  onChange: (action: ActionWithText) => void;
}

/**
 * Edits the texts of an invitation or caption: the default text and the texts per language
 * (WG-053).
 */
export function LocalizedTexts({
  action,
  path,
  ruleError,
  languages,
  readOnly,
  onChange,
}: LocalizedTextsProps) {
  const addMenu = useRef<HTMLDivElement>(null);
  const { texts = {} } = action;
  const setTexts = (next: ActionWithText["texts"] & object): void => {
    const { texts: _, ...rest } = action;
    onChange(Object.keys(next).length === 0 ? rest : { ...rest, texts: next });
  };
  const remove = (language: WidgetLanguage): void => {
    setTexts(Object.fromEntries(Object.entries(texts).filter(([code]) => code !== language)));
    // Moves the focus to the Add menu, because the focused element was removed.
    addMenu.current?.querySelector("button")?.focus();
  };
  const shared = { action, path, ruleError, readOnly };
  const usedLanguages = widgetLanguages.filter((language) => texts[language] !== undefined);
  const unusedLanguages = languages.filter((language) => texts[language] === undefined);
  return (
    <>
      <LocalizedText {...shared} onChange={(text) => onChange({ ...action, text })} />
      {usedLanguages.map((language) => (
        <div key={language} className="wording">
          <LocalizedText
            {...shared}
            language={language}
            onChange={(text) => setTexts({ ...texts, [language]: text })}
          />
          {!readOnly && (
            <RemoveLanguageButton language={language} onRemove={() => remove(language)} />
          )}
        </div>
      ))}
      {!readOnly && unusedLanguages.length > 0 && (
        <div className="adds" ref={addMenu}>
          <AddLanguage
            languages={unusedLanguages}
            onAdd={(code) => setTexts({ ...texts, [code]: "" })}
          />
        </div>
      )}
    </>
  );
}

function RemoveLanguageButton({
  language,
  onRemove,
}: {
  language: WidgetLanguage;
  onRemove: () => void;
}) {
  return (
    <Button
      variant="quiet"
      small
      icon={IconX}
      aria-label={t("act.text.remove", { language: languageName(language) })}
      onClick={onRemove}
    />
  );
}

function AddLanguage({
  languages,
  onAdd,
}: {
  languages: readonly WidgetLanguage[];
  onAdd: (code: string) => void;
}) {
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

interface LocalizedTextProps extends Pick<
  LocalizedTextsProps,
  "action" | "path" | "ruleError" | "readOnly"
> {
  /** Language of the text. Undefined for the default text. */
  language?: WidgetLanguage;
  onChange: (text: string) => void;
}

function LocalizedText({
  action,
  path,
  ruleError,
  language,
  readOnly,
  onChange,
}: LocalizedTextProps) {
  const value = language === undefined ? action.text : (action.texts?.[language] ?? "");
  const fieldProps = {
    label: getTextLabel(action, language),
    value,
    readOnly,
    error: getErrorAt(
      language === undefined ? `${path}.text` : `${path}.texts.${language}`,
      path,
      ruleError,
    ),
    dir: "auto",
    ...(language !== undefined && { lang: language }),
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  } as const;
  return action.type === "label" ? (
    <TextField {...fieldProps} maxLength={60} autoComplete="off" />
  ) : (
    <TextArea
      {...fieldProps}
      rows={2}
      maxLength={500}
      hint={t("act.length", { n: Array.from(value).length })}
    />
  );
}

function getTextLabel({ type }: ActionWithText, code: WidgetLanguage | undefined): string {
  if (code === undefined) return t(type === "label" ? "act.caption" : "act.text");
  return t(type === "label" ? "act.caption.in" : "act.text.in", { language: languageName(code) });
}

/** Returns the error for a text. An error of the whole action is shown at its default text. */
function getErrorAt(
  textPath: string,
  actionPath: string,
  ruleError: RuleError | null,
): string | undefined {
  if (ruleError === null) return undefined;
  const isMatch =
    ruleError[0] === textPath || (textPath === `${actionPath}.text` && ruleError[0] === actionPath);
  return isMatch ? ruleErrorText(ruleError[1]) : undefined;
}
