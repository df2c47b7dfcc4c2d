/** Facts of articles as plain data, for the server and the operator application (ART-001). */

export const articleStates = ["draft", "published", "archived"] as const;
/** What operators say about a message as a gap of the articles (ART-045). */
export const gapStates = ["noted", "dismissed"] as const;
export type GapState = (typeof gapStates)[number];
export const sectionIcons = [
  "book",
  "box",
  "calendar",
  "card",
  "heart",
  "help",
  "home",
  "key",
  "mail",
  "pencil",
  "return",
  "school",
  "shield",
  "star",
  "tool",
  "truck",
  "user",
] as const;

export const maxArticleTitle = 200;
export const maxArticleBody = 100_000;
export const maxSlug = 80;
export const maxArticles = 20_000;

/** Returns the path of the public page of a text (ART-002). */
export const getArticlePath = (language: string, slug: string): string =>
  `/help/${language}/${encodeURIComponent(slug)}`;

/** A well-formed lower-case BCP 47 tag, such as `de` or `pt-br`. */
export const languagePattern = "^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$";
const part = "[\\p{Ll}\\p{Lo}\\p{Lm}\\p{M}\\p{N}]+";
/** Lower-case letters and digits of any script, with hyphens between them. */
export const slugPattern = `^${part}(-${part})*$`;

/** Returns the slug of a title: `oven-dishwasher`. Empty if the title has no words. */
export const createSlug = (title: string): string => {
  const words =
    title
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return Array.from(words.join("-")).slice(0, maxSlug).join("").replace(/-$/, "");
};
