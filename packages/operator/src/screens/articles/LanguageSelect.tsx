import { Select } from "../../ui/Field.tsx";
import { languageName, languages } from "../../ui/localized/languages.ts";
import { t } from "./text.ts";

interface LanguageSelectProps {
  value: string;
  /** Languages that cannot be chosen. */
  without?: readonly string[];
  onChange: (language: string) => void;
}

/** Field for the language of a text. */
export function LanguageSelect({ value, without = [], onChange }: LanguageSelectProps) {
  return (
    <Select
      label={t("articles.language")}
      value={value}
      options={languages
        .filter((language) => !without.includes(language))
        .map((language) => ({ value: language, label: languageName(language) }))}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
