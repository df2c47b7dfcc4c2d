import { Parser } from "htmlparser2";

export interface Sitemap {
  /** Whether it lists other sitemaps instead of pages. */
  readonly isIndex: boolean;
  readonly addresses: readonly string[];
}

const lettersPerTurn = 256 * 1024;
const start = /^(?:\s|<\?[^>]*>|<!--[^]*?-->)*<(?:\w+:)?(urlset|sitemapindex)[\s>]/;

/** Returns whether a text is a sitemap (sitemaps.org), by its first element. */
export const isSitemap = (text: string): boolean => start.test(text.slice(0, 4_096));

/** Parses a sitemap. Other requests get their turn meanwhile. */
export async function parseSitemap(text: string): Promise<Sitemap> {
  const addresses: string[] = [];
  let open: string | null = null;
  const parser = new Parser(
    {
      onopentag(name) {
        if (name.endsWith("loc") && !name.endsWith("image:loc")) open = "";
      },
      ontext(part) {
        if (open !== null) open += part;
      },
      onclosetag(name) {
        if (open === null || !name.endsWith("loc")) return;
        addresses.push(open.trim());
        open = null;
      },
    },
    { xmlMode: true },
  );
  for (let from = 0; from < text.length; from += lettersPerTurn) {
    parser.write(text.slice(from, from + lettersPerTurn));
    await new Promise((resolve) => void setImmediate(resolve));
  }
  parser.end();
  return { isIndex: start.exec(text.slice(0, 4_096))?.[1] === "sitemapindex", addresses };
}
