import { createHash } from "node:crypto";
import { deriveHelpColors } from "@parlour/protocol/article/colors";
import type { HelpCentre, HelpEdgeDeps } from "./deps.ts";
import { buildStyle } from "./style.ts";
import { openLanguage, type HelpLanguage } from "./texts/index.ts";

/** The style sheet of a help centre, and two of its colours. */
export interface HelpStyle {
  readonly text: string;
  readonly tag: string;
  readonly brand: string;
  readonly onBrand: string;
}
/** The help centre of a request, with what all its pages show. */
export interface HelpSite {
  readonly centre: HelpCentre;
  readonly title: string;
  readonly origin: string;
  /** Languages with published articles. The first one is the usual one. At least one. */
  readonly languages: readonly string[];
  readonly hasArticles: boolean;
  /** Address of the chat page, or null. */
  readonly chatUrl: string | null;
  readonly style: HelpStyle;
}

/** Returns null if no help centre is public at this host. */
export async function openSite(deps: HelpEdgeDeps, host: string): Promise<HelpSite | null> {
  const centre = await deps.store.findCentre(host);
  return centre?.values.enabled ? toSite(deps, centre) : null;
}

export async function toSite(
  { store, getOrigin, getChatUrl }: HelpEdgeDeps,
  centre: HelpCentre,
): Promise<HelpSite> {
  const published = await store.listLanguages(centre.account);
  const chosen = centre.values.languages.map((language) => language.toLowerCase());
  const languages = [
    ...chosen.filter((language) => published.includes(language)),
    ...published.filter((language) => !chosen.includes(language)),
  ];
  const colors = centre.values.colors ?? deriveHelpColors(centre.accent);
  const text = buildStyle(colors);
  return {
    centre,
    title: centre.values.title ?? centre.accountName,
    origin: getOrigin(centre),
    languages: languages.length > 0 ? languages : [chosen[0] ?? centre.locale.toLowerCase()],
    hasArticles: languages.length > 0,
    chatUrl: centre.chatWidget === null ? null : getChatUrl(centre.chatWidget),
    style: {
      text,
      tag: createHash("sha256").update(text).digest("base64url").slice(0, 12),
      brand: colors.brand,
      onBrand: colors.on_brand,
    },
  };
}

/** Returns the language of a site that a reader prefers, by `Accept-Language` (RFC 9110 12.5.4). */
export function chooseLanguage({ languages }: HelpSite, header: string | undefined): string {
  const wanted = (header ?? "")
    .split(",", 20)
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
      const quality = parameters.find((parameter) => parameter.trim().startsWith("q="));
      return { tag, quality: quality === undefined ? 1 : Number(quality.trim().slice(2)) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality);
  for (const { tag } of wanted) {
    const primary = tag.split("-")[0];
    const found =
      languages.find((language) => language === tag) ??
      languages.find((language) => language.split("-")[0] === primary);
    if (found !== undefined) return found;
  }
  return languages[0] ?? "en";
}

/** The site in the language of a page. */
export interface SiteInLanguage extends HelpSite {
  readonly language: HelpLanguage;
}
export const inLanguage = (site: HelpSite, language: string): SiteInLanguage => ({
  ...site,
  language: openLanguage(language),
});
