/** Pages of the developer documentation in the order of the menu. `README` is the first one. */
export const docPages = [
  "README",
  "reference",
  "channel",
  "bot",
  "webhook",
  "widget",
  "script",
  "frameworks",
  "wordpress",
  "tag-manager",
  "html",
  "shopify",
  "tilda",
  "joomla",
  "opencart",
  "nextjs",
  "nuxt",
  "astro",
  "squarespace",
  "webflow",
  "chat-page",
  "web-views",
  "calls",
  "events",
  "mcp",
  "n8n",
  "sdk-typescript",
  "sdk-python",
  "signatures",
  "errors",
  "silent",
  "move-in",
] as const;
export type DocPage = (typeof docPages)[number];

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
