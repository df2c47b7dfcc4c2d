import { maxSlug, sectionIcons, slugPattern } from "../../../article/facts.ts";
import type { Translations } from "../../../entity/widget/languages.ts";
import { valueOf } from "../../field.ts";
import { listKind } from "../../kind.ts";

/** Sections of the help centre, which contain the articles (ART-001). */
export const articleSection = listKind({
  kind: "article_section",
  path: "article-sections",
  label: "article section",
  table: "article_section",
  part: "article_sections",
  key: "name",
  max: 200,
  hasOrder: true,
  fields: {
    name: { type: "text", min: 1, max: 100, rule: "ART-001" },
    names: { type: "custom", value: valueOf<Translations>(), default: {}, rule: "ART-001" },
    description: { type: "text", max: 300, default: "" },
    descriptions: { type: "custom", value: valueOf<Translations>(), default: {}, rule: "ART-001" },
    icon: { type: "choice", values: sectionIcons, default: "book" },
    /** Last part of the public address. Parlour makes it from the name. */
    slug: {
      type: "text",
      min: 1,
      max: maxSlug,
      pattern: slugPattern,
      completed: true,
      derivedInFile: true,
      rule: "ART-002",
    },
  },
});
