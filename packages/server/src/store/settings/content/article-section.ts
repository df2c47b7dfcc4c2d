import { articleSection } from "@parlour/protocol/settings/kinds/help/article-section";
import { createSlug } from "@parlour/protocol/article/facts";
import type { Sql } from "../../database/sql.ts";
import { findFreeSlug } from "../../articles/slug.ts";
import type { KindStore } from "../kind-store.ts";
import { updateRow } from "../rows.ts";
import { createTableStore } from "../table-store.ts";

const table = createTableStore(articleSection);

/** Sections of the help centre. One with articles stays if the provisioning file omits it. */
export const articleSectionStore: KindStore<(typeof articleSection)["fields"], null> = {
  ...table,
  async create(tx, account, given, context) {
    const slug = given.slug || (await makeSlug(tx, account, given.name));
    return table.create(tx, account, { ...given, slug }, context);
  },
  async update(tx, key, { slug, ...given }, context) {
    const change = slug ? { ...given, slug } : given;
    if (slug && (await isSlugTaken(tx, key, slug))) return "name_taken";
    return table.update(tx, key, change, context);
  },
  async remove(tx, account, id, context) {
    if (await hasArticles(tx, account, id))
      return updateRow(tx, articleSection.table, { account, id }, { managed: false });
    return table.remove(tx, account, id, context);
  },
};

export async function hasArticles(tx: Sql, account: number, section: number): Promise<boolean> {
  const rows = await tx.query(
    "select from article where account_id = $1 and section_id = $2 limit 1",
    [account, section],
  );
  return rows.length > 0;
}

const makeSlug = (tx: Sql, account: number, name: string): Promise<string> =>
  findFreeSlug(createSlug(name) || "section", async (base) => {
    const rows = await tx.query<{ slug: string }>(
      "select slug from article_section where account_id = $1 and starts_with(slug, $2)",
      [account, base],
    );
    return rows.map(({ slug }) => slug);
  });

async function isSlugTaken(
  tx: Sql,
  { account, id }: { readonly account: number; readonly id: number },
  slug: string,
): Promise<boolean> {
  const rows = await tx.query(
    "select from article_section where account_id = $1 and slug = $2 and id <> $3",
    [account, slug, id],
  );
  return rows.length > 0;
}
