/**
 * Pages of the developer documentation in the order of the menu. Pages without a name of a group
 * are above and below the groups. `README` is the first one.
 */
export const docMenu = [
  { group: null, pages: ["README"] },
  {
    group: "interfaces",
    pages: ["channel", "bot", "webhook", "widget", "script", "chat-page", "calls"],
  },
  {
    group: "install",
    pages: [
      "html",
      "wordpress",
      "tag-manager",
      "shopify",
      "opencart",
      "tilda",
      "squarespace",
      "webflow",
      "joomla",
      "nextjs",
      "nuxt",
      "astro",
      "frameworks",
      "web-views",
    ],
  },
  { group: "api", pages: ["reference", "events", "sdk-typescript", "sdk-python", "mcp", "n8n"] },
  { group: "reference", pages: ["signatures", "errors", "silent"] },
  { group: null, pages: ["move-in"] },
] as const;
export type DocPage = (typeof docMenu)[number]["pages"][number];

export const docPages: readonly DocPage[] = docMenu.flatMap(({ pages }) => [...pages]);

/** Target of a link: a page of the documentation with a heading, or an address elsewhere. */
export type DocLink =
  | { readonly kind: "page"; readonly page: DocPage; readonly heading: string | undefined }
  | { readonly kind: "address"; readonly url: string };

/**
 * Resolves a link of a page, such as `sdk-python.md#events` or `https://parlour.example`. Returns
 * null for files that the application does not show.
 */
export function resolveDocLink(to: string): DocLink | null {
  if (/^https:\/\/[\w-]+\./.test(to)) return { kind: "address", url: to };
  const [, name, heading] = /^([\w-]+)\.md(?:#([\w-]+))?$/.exec(to) ?? [];
  const page = docPages.find((known) => known === name);
  return page === undefined ? null : { kind: "page", page, heading };
}
