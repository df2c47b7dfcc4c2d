/** Texts of the help centre. Names in braces are replaced; numbers choose a plural form. */
export type HelpTexts = Readonly<Record<TextName, string>> & {
  readonly articles: PluralForms;
  readonly found: PluralForms;
  readonly minutes: PluralForms;
};
type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & {
  readonly other: string;
};
export type TextName =
  | "help"
  | "centre"
  | "skip"
  | "search"
  | "searchArticles"
  | "language"
  | "question"
  | "often"
  | "topics"
  | "topic"
  | "mostRead"
  | "youAreHere"
  | "updated"
  | "onThisPage"
  | "isHelpful"
  | "yes"
  | "no"
  | "related"
  | "nothing"
  | "noWord"
  | "exactly"
  | "limit"
  | "all"
  | "spelling"
  | "thanks"
  | "thanksOf"
  | "missing"
  | "missingHelp"
  | "send"
  | "back"
  | "tooMany"
  | "untranslated"
  | "gone"
  | "absent"
  | "writing"
  | "noArticles"
  | "feed"
  | "table"
  | "legal"
  | "ask";
