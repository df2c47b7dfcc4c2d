import type { Static } from "typebox";
import { articleSection } from "../../settings/kinds/help/article-section.ts";
import { createListSchemas } from "../settings/shapes/list-schemas.ts";
import { Translations } from "../settings/shapes/field.ts";
import { toChoice } from "../settings/shapes/field-schemas.ts";

/** Schemas of the sections of the help centre (ART-001). Their fields are in `articleSection`. */
const schemas = createListSchemas(
  articleSection,
  {},
  {
    names: { answer: Translations, sent: Translations },
    descriptions: { answer: Translations, sent: Translations },
  },
);
export const ArticleSectionIcon = toChoice(articleSection.fields.icon.values);
export const ArticleSection = schemas.entity;
export type ArticleSection = Static<typeof ArticleSection>;
export const ArticleSections = schemas.page;
export const NewArticleSection = schemas.create;
export const ArticleSectionPatch = schemas.patch;
export const ArticleSectionFile = schemas.file;
