import type { ArticleLink } from "@parlour/protocol/article/markdown";
import type { Reader } from "../database/reader.ts";

const articlePath = /^\/help\/([a-z0-9-]+)\/(?:(topics)\/)?([^/?#]+)$/;

interface HelpLink extends ArticleLink {
  readonly path: string;
}

/**
 * Returns the links of a body to addresses of the help centre that lead to no public text or
 * section (ART-016). `origin`: that of the help centre, which links may contain, or null.
 */
export async function findBrokenLinks(
  reader: Reader,
  account: number,
  body: string,
  origin: string | null,
): Promise<readonly ArticleLink[]> {
  const { articleLinks, parseArticle } = await import("@parlour/protocol/article/markdown");
  const links = articleLinks(parseArticle(body)).flatMap((link): HelpLink[] => {
    const path = toHelpPath(link.target, origin ?? "http://help.invalid");
    return path === null || link.isPicture ? [] : [{ ...link, path }];
  });
  if (links.length === 0) return [];
  const parts = links.map(({ path }) => articlePath.exec(path) ?? []);
  const rows = await reader.rows<{ n: number }>(
    account,
    `select l.n::int as n from unnest($2::text[], $3::text[], $4::text[]) with ordinality l (language, topics, slug, n)
     where case when l.topics is null
       then exists (select from article_slug s join article_text t on t.account_id = s.account_id and t.article_id = s.article_id
         and t.language = s.language where s.account_id = $1 and s.language = l.language and s.slug = l.slug and t.state = 'published')
       else exists (select from article_section s where s.account_id = $1 and s.slug = l.slug) end`,
    [account, ...[1, 2, 3].map((part) => parts.map((path) => path[part] ?? null))],
  );
  const working = new Set(rows.map(({ n }) => n));
  return links.filter((_, n) => !working.has(n + 1));
}

/** Returns the path of an address below a language of the help centre, or null. */
function toHelpPath(target: string, origin: string): string | null {
  const url = URL.parse(target, origin);
  if (url === null || url.origin !== URL.parse(origin)?.origin) return null;
  try {
    const path = decodeURIComponent(url.pathname).replace(/\/$/, "");
    return /^\/help\/[a-z]{2,3}(-[a-z0-9]+)*\/./.test(path) ? path : null;
  } catch {
    return null;
  }
}
