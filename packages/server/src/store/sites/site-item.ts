import type { ArticleImport } from "@parlour/protocol/api";
import type { Reader } from "../database/reader.ts";
import { fromMilliseconds, type Db, type Sql } from "../database/sql.ts";
import type { ActiveSiteImport, SiteImportKey } from "./site-import.ts";

/** The addresses that imports read, with what they found there. */

export type SiteReason = NonNullable<ArticleImport["items"][number]["reason"]>["code"];
export type SiteItemKind = "start" | "sitemap" | "page" | "picture";
export interface SiteItem {
  readonly n: number;
  readonly kind: SiteItemKind;
  readonly address: string;
  readonly attempts: number;
}
/** A page as it is imported. The fields are those of its row. */
export interface SitePage {
  readonly finalAddress: string;
  readonly title: string;
  readonly language: string | null;
  readonly body: string;
  readonly hash: string;
  readonly alternates: Readonly<Record<string, string>>;
}
/** What the request for an item brought. `again`: it is repeated then, in ms since 1970. */
export type SiteOutcome = {
  readonly dueAt: number;
  /** Addresses to read as well. */
  readonly add?: readonly { readonly kind: SiteItemKind; readonly address: string }[];
  /** Pages that a sitemap names. */
  readonly found?: number;
  readonly host?: string;
} & (
  | { readonly state: "waiting" }
  | { readonly state: "left_out"; readonly code: SiteReason; readonly detail?: string | undefined }
  | {
      readonly state: "read";
      readonly page?: SitePage;
      readonly picture?: { readonly hash: string; readonly content: Buffer };
    }
);
/** Maximum numbers of addresses of an import by kind, and of bytes of its pictures. */
export interface SiteLimits {
  readonly items: Readonly<Record<Exclude<SiteItemKind, "start">, number>>;
  readonly pictureBytes: number;
}

/** Returns the next address of an import, or null. */
export async function takeSiteItem(
  sql: Sql,
  { account, id }: SiteImportKey,
): Promise<SiteItem | null> {
  const [row] = await sql.query<SiteItem>(
    `select n, kind, address, attempts from site_item where account_id = $1 and import_id = $2 and state = 'waiting'
     order by array_position(array['start', 'sitemap', 'page', 'picture'], kind), n limit 1`,
    [account, id],
  );
  return row ?? null;
}

/**
 * Stores what an address brought, in one transaction, and ends the import after the last one. Does
 * nothing if the import was cancelled, or another node has stored it.
 */
export async function saveSiteItem(
  db: Db,
  job: ActiveSiteImport,
  item: SiteItem,
  { outcome, limits, now }: { outcome: SiteOutcome; limits: SiteLimits; now: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    const key = [job.account, job.id];
    const open = await tx.query(
      `select from site_import i join site_item t on t.account_id = i.account_id and t.import_id = i.id
       where i.account_id = $1 and i.id = $2 and i.state = 'reading' and t.n = $3 and t.state = 'waiting' for update of i`,
      [...key, item.n],
    );
    if (open.length === 0) return;
    await writeItem(tx, job, item, await checkOutcome(tx, job, item, { outcome, limits }));
    for (const [kind, list] of Map.groupBy(outcome.add ?? [], (one) => one.kind))
      await addItems(tx, job, {
        kind,
        addresses: [...new Set(list.map(({ address }) => address))],
        max: kind === "start" ? 1 : limits.items[kind],
      });
    await tx.query(
      `update site_import set host = coalesce($3, host), found = found + $4, due_at = ${fromMilliseconds("$5")}
       where account_id = $1 and id = $2`,
      [...key, outcome.host ?? null, outcome.found ?? 0, outcome.dueAt],
    );
    await tx.query(
      `update site_import set state = 'ready', ended_at = ${fromMilliseconds("$3")} where account_id = $1 and id = $2
       and not exists (select from site_item where account_id = $1 and import_id = $2 and state = 'waiting')`,
      [...key, now],
    );
  });
}

/** Leaves out a page that another address has brought, and a picture for which no space is left. */
async function checkOutcome(
  tx: Sql,
  { account, id }: SiteImportKey,
  { n }: SiteItem,
  { outcome, limits }: { readonly outcome: SiteOutcome; readonly limits: SiteLimits },
): Promise<SiteOutcome> {
  const { dueAt } = outcome;
  if (outcome.state !== "read") return outcome;
  const { page, picture } = outcome;
  if (page !== undefined) {
    const [same] = await tx.query<{ address: string }>(
      `select address from site_item where account_id = $1 and import_id = $2 and n <> $3 and state = 'read'
         and (final_address = $4 or hash = $5 and kind <> 'picture') order by n limit 1`,
      [account, id, n, page.finalAddress, page.hash],
    );
    if (same !== undefined)
      return { dueAt, state: "left_out", code: "same_page", detail: same.address };
  }
  if (picture !== undefined) {
    const [row] = await tx.query<{ bytes: number }>(
      `select coalesce(sum(length(content)), 0)::float8 as bytes from site_item where account_id = $1 and import_id = $2`,
      [account, id],
    );
    if ((row?.bytes ?? 0) + picture.content.length > limits.pictureBytes)
      return { dueAt, state: "left_out", code: "too_many_pictures" };
  }
  return outcome;
}

async function writeItem(
  tx: Sql,
  { account, id }: SiteImportKey,
  { n }: SiteItem,
  outcome: SiteOutcome,
): Promise<void> {
  const { page, picture } = outcome.state === "read" ? outcome : {};
  const { code = null, detail = null } = outcome.state === "left_out" ? outcome : {};
  await tx.query(
    `update site_item set state = $4, attempts = attempts + 1, code = $5, detail = $6, final_address = $7, title = $8,
       language = $9, body = $10, hash = $11, alternates = $12, content = $13
     where account_id = $1 and import_id = $2 and n = $3`,
    [
      account,
      id,
      n,
      outcome.state,
      code,
      detail,
      page?.finalAddress ?? null,
      page?.title ?? null,
      page?.language ?? null,
      page?.body ?? null,
      page?.hash ?? picture?.hash ?? null,
      page ? JSON.stringify(page.alternates) : null,
      picture?.content ?? null,
    ],
  );
}

/** Adds addresses that the import does not have, up to its limit of the kind. */
async function addItems(
  tx: Sql,
  { account, id }: SiteImportKey,
  {
    kind,
    addresses,
    max,
  }: { readonly kind: SiteItemKind; readonly addresses: readonly string[]; readonly max: number },
): Promise<void> {
  await tx.query(
    `insert into site_item (account_id, import_id, n, kind, address)
     select $1, $2, m.last + row_number() over (order by a.i), $3, a.address
     from (select max(n) as last, count(*) filter (where kind = $3) as present
           from site_item where account_id = $1 and import_id = $2) m
     cross join lateral (
       select g.address, g.i from unnest($4::text[]) with ordinality g (address, i)
       where not exists (select from site_item where account_id = $1 and import_id = $2 and address = g.address)
       order by g.i limit greatest(0, $5 - m.present)) a`,
    [account, id, kind, addresses, max],
  );
}

/** An address that was read or left out. */
export interface SiteItemRecord {
  readonly n: number;
  readonly kind: SiteItemKind;
  readonly address: string;
  readonly state: "waiting" | "read" | "left_out";
  readonly code: SiteReason | null;
  readonly detail: string | null;
  readonly finalAddress: string | null;
  readonly title: string | null;
  readonly language: string | null;
  readonly body: string | null;
  readonly hash: string | null;
  readonly alternates: Readonly<Record<string, string>> | null;
  /** Bytes of a picture. */
  readonly size: number;
}

/** Lists all addresses of an import, in their order. */
export const listSiteItems = (
  reader: Reader,
  account: number,
  id: number,
): Promise<readonly SiteItemRecord[]> =>
  reader.rows<SiteItemRecord>(
    account,
    `select n, kind, address, state, code, detail, final_address as "finalAddress", title, language, body, hash, alternates,
       coalesce(length(content), 0) as size
     from site_item where account_id = $1 and import_id = $2 order by n`,
    [account, id],
  );

/** Reads the bytes of a picture. */
export async function readSitePicture(
  reader: Reader,
  account: number,
  { id, n }: { readonly id: number; readonly n: number },
): Promise<Buffer> {
  const row = await reader.one<{ content: Buffer | null }>(
    account,
    "select content from site_item where account_id = $1 and import_id = $2 and n = $3",
    [account, id, n],
  );
  return row?.content ?? Buffer.alloc(0);
}
