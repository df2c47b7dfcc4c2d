import { maxSlug } from "@parlour/protocol/article/facts";
import { refuse } from "../../core/failure.ts";
import type { Sql } from "../database/sql.ts";

export interface TextKey {
  readonly account: number;
  readonly article: number;
  readonly language: string;
}

/** Below the language, it is the first part of the addresses of sections. */
const sectionPart = "topics";

/** Returns `base`, or with a number if it is taken. `listTaken`: slugs that begin with a text. */
export async function findFreeSlug(
  base: string,
  listTaken: (base: string) => Promise<readonly string[]>,
): Promise<string> {
  // Leaves space for the number.
  const short = Array.from(base)
    .slice(0, maxSlug - 6)
    .join("")
    .replace(/-$/, "");
  const taken = new Set(await listTaken(short));
  for (let n = 1; ; n++) {
    const slug = n === 1 ? base : `${short}-${n}`;
    if (!taken.has(slug)) return slug;
  }
}

/** Returns a slug that a text can have, made from another one. */
export const findFreeArticleSlug = (
  tx: Sql,
  { account, article, language }: TextKey,
  base: string,
): Promise<string> =>
  findFreeSlug(base, async (start) => {
    const rows = await tx.query<{ slug: string }>(
      `select slug from article_slug
       where account_id = $1 and language = $2 and starts_with(slug, $3) and article_id <> $4`,
      [account, language, start, article],
    );
    return [sectionPart, ...rows.map(({ slug }) => slug)];
  });

/** Lets a slug lead to a text. Throws a `Refusal` if it leads to another one (ART-015). */
export async function claimSlug(
  tx: Sql,
  { account, article, language }: TextKey,
  slug: string,
): Promise<void> {
  const rows = await tx.query(
    `insert into article_slug as s (account_id, language, slug, article_id) values ($1, $2, $3, $4)
     on conflict (account_id, language, slug) do update set article_id = excluded.article_id
       where s.article_id is null or s.article_id = excluded.article_id
     returning slug`,
    [account, language, slug, article],
  );
  if (slug === sectionPart || rows.length === 0)
    refuse("name_taken", "Another address is the same, or was. Choose another one.", {
      field: "slug",
    });
}

/** Frees the slug of a text that was never public. Returns false if the text was. */
export async function releaseDraftSlug(
  tx: Sql,
  { account, article, language }: TextKey,
  slug: string,
): Promise<boolean> {
  const rows = await tx.query(
    `delete from article_slug where account_id = $1 and article_id = $2 and language = $3 and slug = $4
       and not exists (select from article_version where account_id = $1 and article_id = $2 and language = $3 and published)
     returning slug`,
    [account, article, language, slug],
  );
  return rows.length > 0;
}
