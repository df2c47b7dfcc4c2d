import { createHash } from "node:crypto";
import type { Element, Root } from "hast";
import { fromHtml } from "hast-util-from-html";
import { toMdast } from "hast-util-to-mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { toMarkdown } from "mdast-util-to-markdown";
import { languagePattern, maxArticleBody, maxArticleTitle } from "@parlour/protocol/article/facts";
import { cleanText, toVisibleLine } from "../../core/text.ts";
import type { SitePage, SiteReason } from "../../store/sites/site-item.ts";
import {
  listElements,
  readFacts,
  readProperty,
  removeHidden,
  toText,
  type PageFacts,
} from "./main-content.ts";

/** A page as Markdown, with the addresses of its pictures. */
export interface ConvertedPage {
  readonly page: SitePage;
  readonly pictures: readonly string[];
}

/** Letters below which a page with a field for a password is a page to sign in. */
const maxSignInLetters = 600;
/**
 * Tags of a page and elements of its content, above which it is too long. Both steps block the
 * process: 20,000 tags for 0.3 s, 6,000 elements for 0.2 s (decision 0243).
 */
const maxTags = 20_000;
const maxElements = 6_000;
const languageTag = new RegExp(languagePattern);

/** Converts the content of a page. Returns why it cannot be an article. */
export async function convertPage(
  html: string,
  url: URL,
): Promise<ConvertedPage | { readonly code: SiteReason }> {
  if (html.split("<").length > maxTags) return { code: "too_long" };
  const tree = fromHtml(html);
  await new Promise((resolve) => void setImmediate(resolve));
  const { main, canonical, base, ...facts } = readFacts(tree);
  const origin = resolve(base ?? "", url) ?? url.href;
  const hasPassword = listElements(main).some(
    (one) => one.tagName === "input" && readProperty(one, "type") === "password",
  );
  removeHidden(main);
  if (listElements(main).length > maxElements || toText(main).length > maxArticleBody)
    return { code: "too_long" };
  const heading = takeHeading(main);
  const title = toVisibleLine(heading || facts.title, maxArticleTitle);
  const pictures = rewriteAddresses(main, origin);
  const body = writeMarkdown(main);
  const fault = findFault({ title, body, hasPassword });
  if (fault !== null) return { code: fault };
  const language = facts.language?.trim().toLowerCase() ?? "";
  const own = resolve(canonical ?? "", url);
  return {
    pictures,
    page: {
      finalAddress: own !== null && URL.parse(own)?.host === url.host ? own : url.href,
      title,
      language: languageTag.test(language) ? language : null,
      body,
      hash: createHash("sha256").update(`${title}\n${body}`).digest("base64url"),
      alternates: readAlternates(facts.alternates, url),
    },
  };
}

function findFault({
  title,
  body,
  hasPassword,
}: {
  readonly title: string;
  readonly body: string;
  readonly hasPassword: boolean;
}): SiteReason | null {
  const letters = body.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (hasPassword && letters < maxSignInLetters) return "sign_in";
  if (letters === 0) return "empty";
  if (title === "") return "no_title";
  return Array.from(body).length > maxArticleBody ? "too_long" : null;
}

const readAlternates = (
  given: PageFacts["alternates"],
  url: URL,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    given.flatMap(({ language, address }) => {
      const target = resolve(address, url);
      return languageTag.test(language) && target !== null ? [[language, target] as const] : [];
    }),
  );

/** Converts HTML of another system to Markdown, without what no reader sees. */
export function htmlToMarkdown(html: string, url: string): string {
  const tree = fromHtml(html, { fragment: true });
  removeHidden(tree);
  rewriteAddresses(tree, url);
  return writeMarkdown(tree);
}

const writeMarkdown = (tree: Element | Root): string =>
  cleanText(
    toMarkdown(toMdast({ type: "root", children: tree.children } as Root), {
      extensions: [gfmToMarkdown()],
      bullet: "-",
      emphasis: "*",
      listItemIndent: "one",
      rule: "-",
    }),
  ).trim();

/** Removes the first heading of the highest level, and returns its text. */
function takeHeading(main: Element | Root): string {
  for (const parent of [main, ...listElements(main)]) {
    const at = parent.children.findIndex(
      (child) => child.type === "element" && child.tagName === "h1",
    );
    const [heading] = at < 0 ? [] : parent.children.splice(at, 1);
    if (heading !== undefined) return toText(heading).replaceAll(/\s+/g, " ").trim();
  }
  return "";
}

/** Makes the addresses of links and pictures absolute. Returns those of the pictures. */
function rewriteAddresses(main: Element | Root, base: string): readonly string[] {
  const pictures = new Set<string>();
  for (const element of listElements(main)) {
    if (element.tagName === "a") {
      const href = readProperty(element, "href");
      const target = href.startsWith("#") ? null : resolve(href, base, /^(?:https?|mailto|tel):/);
      if (target === null) element.tagName = "span";
      element.properties = target === null ? {} : { href: target };
    } else if (element.tagName === "img") {
      const source = resolve(readProperty(element, "src"), base);
      const alt = readProperty(element, "alt");
      if (source === null) element.tagName = "span";
      else pictures.add(source);
      element.properties = source === null ? {} : { src: source, alt };
    }
  }
  return [...pictures];
}

function resolve(address: string, base: URL | string, schemes = /^https?:/): string | null {
  const url = address === "" ? null : URL.parse(address, base);
  return url !== null && schemes.test(url.protocol) ? url.href : null;
}
