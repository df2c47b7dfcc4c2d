import {
  widgetLanguages,
  type Translations,
  type WidgetLanguage,
} from "@parlour/protocol/entity/widget/languages";
import { IconLanguage, IconX } from "@tabler/icons-react";
import { useRef } from "react";
import { Button } from "../Button.tsx";
import { TextArea, TextField } from "../Field.tsx";
import { Icon } from "../Icon.tsx";
import { Menu } from "../dialog/menu.tsx";
import { defineTexts } from "../../text/index.ts";
import { languageName } from "./languages.ts";
import "./localized.css";

const t = defineTexts({
  en: {
    "localized.label": "{label} in {language}",
    "localized.remove": "Remove {label} in {language}",
    "localized.add": "Add a language",
  },
  ru: {
    "localized.label": "{label} ({language})",
    "localized.remove": "Убрать: {label} ({language})",
    "localized.add": "Добавить язык",
  },
});

/** A text and its translations. Other languages have the text itself. */
export interface LocalizedValue {
  readonly text: string;
  readonly texts?: Translations;
}
interface LocalizedTextProps<V extends LocalizedValue> {
  readonly label: string;
  readonly value: V;
  /** Languages that can be added. */
  readonly languages: readonly WidgetLanguage[];
  readonly hint?: string | undefined;
  readonly maxLength: number;
  /** Whether the texts have several lines. */
  readonly isLong: boolean;
  readonly readOnly: boolean;
  /** Returns the error of the text, or of a translation. */
  readonly getError: (language: WidgetLanguage | null) => string | undefined;
  readonly onChange: (value: V) => void;
}

/** Edits a text and its translations. */
export function LocalizedText<V extends LocalizedValue>({
  label,
  value,
  hint,
  languages,
  readOnly,
  getError,
  onChange,
  ...rest
}: LocalizedTextProps<V>) {
  const addMenu = useRef<HTMLDivElement>(null);
  const { texts = {} } = value;
  const setTexts = (next: Record<string, string>) => {
    const { texts: _, ...rest } = value;
    onChange((Object.keys(next).length === 0 ? rest : { ...rest, texts: next }) as V);
  };
  const remove = (language: WidgetLanguage): void => {
    setTexts(Object.fromEntries(Object.entries(texts).filter(([code]) => code !== language)));
    // Moves the focus to the Add menu, because the focused element was removed.
    addMenu.current?.querySelector("button")?.focus();
  };
  const unusedLanguages = languages.filter((language) => texts[language] === undefined);
  return (
    <>
      <TextInput
        {...rest}
        {...{ label, hint, readOnly, value: value.text }}
        language={undefined}
        error={getError(null)}
        onChange={(text) => onChange({ ...value, text })}
      />
      {widgetLanguages.map((language) => {
        const translation = texts[language];
        if (translation === undefined) return null;
        const named = { label, language: languageName(language) };
        return (
          <div key={language} className="wording">
            <TextInput
              {...rest}
              {...{ readOnly, language, value: translation }}
              label={t("localized.label", named)}
              error={getError(language)}
              onChange={(next) => setTexts({ ...texts, [language]: next })}
            />
            {!readOnly && (
              <Button
                variant="quiet"
                small
                icon={IconX}
                aria-label={t("localized.remove", named)}
                onClick={() => remove(language)}
              />
            )}
          </div>
        );
      })}
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

interface AddLanguageProps {
  readonly languages: readonly WidgetLanguage[];
  readonly onAdd: (code: string) => void;
}

function AddLanguage({ languages, onAdd }: AddLanguageProps) {
  return (
    <Menu
      label={t("localized.add")}
      className="btn quiet small"
      groups={[{ entries: languages.map((code) => ({ id: code, label: languageName(code) })) }]}
      onAction={onAdd}
    >
      <Icon of={IconLanguage} small /> {t("localized.add")}
    </Menu>
  );
}

interface TextInputProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly maxLength: number;
  readonly isLong: boolean;
  readonly readOnly: boolean;
  readonly value: string;
  /** Language of a translation. */
  readonly language: WidgetLanguage | undefined;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
}

function TextInput({ hint, isLong, language, onChange, ...props }: TextInputProps) {
  const length = Array.from(props.value).length;
  const common = {
    ...props,
    // A length far below the maximum tells nothing.
    hint: length > props.maxLength / 2 ? `${length}/${props.maxLength}` : hint,
    dir: "auto",
    lang: language,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  return isLong ? <TextArea {...common} rows={2} /> : <TextField {...common} autoComplete="off" />;
}
