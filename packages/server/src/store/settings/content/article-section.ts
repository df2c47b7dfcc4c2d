import { articleSection } from "@parlour/protocol/settings/kinds/help/article-section";
import { createSlug } from "@parlour/protocol/article/facts";
import type { Sql } from "../../database/sql.ts";
import { findFreeSlug } from "../../articles/slug.ts";
import type { KindStore } from "../kind-store.ts";
import { updateRow } from "../rows.ts";
import { createTableStore } from "../table-store.ts";

const table = createTableStore(articleSection);

/** Sections of the help centre. One in use stays if the provisioning file omits it. */
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
    if ((await findSectionUse(tx, account, id)) !== null)
      return updateRow(tx, articleSection.table, { account, id }, { managed: false });
    return table.remove(tx, account, id, context);
  },
};

/** Returns what uses a section: its articles, or agents that answer from it. null: nothing. */
export async function findSectionUse(
  tx: Sql,
  account: number,
  section: number,
): Promise<"articles" | "agents" | null> {
  const [row] = await tx.query<{ articles: boolean; agents: boolean }>(
    `select exists (select from article where account_id = $1 and section_id = $2) as articles,
       exists (select from agent where account_id = $1 and $2 = any(sections)) as agents`,
    [account, section],
  );
  if (row?.articles) return "articles";
  return row?.agents ? "agents" : null;
}

/** Returns those of the ids that are sections of the account. */
export async function findExistingSections(
  tx: Sql,
  account: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ id: number }>(
    "select id::float8 as id from article_section where account_id = $1 and id = any($2::bigint[])",
    [account, ids],
  );
  return new Set(rows.map(({ id }) => id));
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
