import type { ArticleText } from "@parlour/protocol/api";
import { getLanguageName } from "../../../text/language-name.ts";
import { t } from "../text.ts";

export type LanguageState = "published" | "outdated" | "draft" | "archived" | "missing";

/** Returns what readers get in a language. */
export function getLanguageState(text: ArticleText | undefined): LanguageState {
  if (text === undefined) return "missing";
  return text.outdated ? "outdated" : text.state;
}

/** Tag with the code of a language. Its colour, tooltip and hidden words say the state. */
export function LanguageTag({ language, state }: { language: string; state: LanguageState }) {
  const words = t(`articles.legend.${state}`);
  return (
    <span className="lang" data-state={state} title={`${getLanguageName(language)}: ${words}`}>
      {language}
      <span className="vh">: {words}</span>
    </span>
  );
}
