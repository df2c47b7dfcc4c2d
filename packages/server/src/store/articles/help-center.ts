import type { MovedTo } from "../../core/failure.ts";
import { accountMoved } from "../database/database-errors.ts";
import { advisoryLocks } from "../database/locks.ts";
import type { Values } from "@parlour/protocol/settings/values";
import type { helpCenter } from "@parlour/protocol/settings/kinds/account/help-center";
import type { Reader } from "../database/reader.ts";
import type { Sql } from "../database/sql.ts";

export type HelpCenterValues = Values<(typeof helpCenter)["fields"]>;
/** Settings of the help centre of an account (HELP-010). */
export interface HelpCenterRecord {
  readonly values: HelpCenterValues;
  /** Language of the account. */
  readonly locale: string;
  readonly isSaved: boolean;
  readonly managed: boolean;
  /** Whether the host name was claimed with a proof (HELP-016). Earlier ones have none. */
  readonly hasHostProof: boolean;
}
/** The help centre that a host name leads to. */
export interface HelpCenterOfHost {
  readonly account: number;
  readonly accountName: string;
  readonly accent: string;
  readonly locale: string;
  readonly isFirst: boolean;
  /** Tags of the logos, which change with them. null: there is none. */
  readonly logoTag: string | null;
  readonly darkLogoTag: string | null;
  /** Public id of the widget whose chat page "Ask us" opens. null: there is no such page. */
  readonly chatWidget: string | null;
  readonly values: Omit<HelpCenterValues, "logo" | "logo_dark">;
}

const defaults: HelpCenterValues = {
  enabled: true,
  title: null,
  host: null,
  languages: [],
  colors: null,
  logo: null,
  logo_dark: null,
  links: [],
  index: true,
  chat_widget_id: null,
  in_window: false,
};
/** `host_proof`: see HelpCenterRecord. */
type StoredValues = Partial<HelpCenterValues> & { readonly host_proof?: boolean };
const isFirstAccount = "a.id = (select min(f.id) from account f)";

export async function findHelpCenter(reader: Reader, account: number): Promise<HelpCenterRecord> {
  const row = await reader.one<{
    stored: StoredValues | null;
    locale: string;
    managed: boolean;
  }>(
    account,
    `select help_center as stored, locale, settings @> '{"help_center_managed": true}' as managed
     from account where id = $1`,
    [account],
  );
  const { stored = null, locale = "en", managed = false } = row ?? {};
  const { host_proof = false, ...given } = stored ?? {};
  const values = { ...defaults, ...given };
  return { values, locale, isSaved: stored !== null, managed, hasHostProof: host_proof };
}

/** Returns the host name of a help centre, and whether HELP_URL leads to it (HELP-011). */
export async function findHelpAddress(
  sql: Sql,
  account: number,
): Promise<{ readonly host: string | null; readonly isFirst: boolean }> {
  const [row] = await sql.query<{ host: string | null; isFirst: boolean }>(
    `select a.help_center ->> 'host' as host, ${isFirstAccount} as "isFirst" from account a where a.id = $1`,
    [account],
  );
  return row ?? { host: null, isFirst: false };
}

const hasChatPage =
  "c.kind = 'widget' and c.enabled and c.deleted_at is null and c.widget @> '{\"chat_page\": {\"enabled\": true}}'";

/** Returns whether the account has a widget with a chat page and this public id (WG-300). */
export async function hasWidgetChatPage(sql: Sql, account: number, id: string): Promise<boolean> {
  const rows = await sql.query(
    `select from channel c where c.account_id = $1 and c.public_id = $2 and ${hasChatPage}`,
    [account, id],
  );
  return rows.length > 0;
}

/** The host name in a help centre of account a, without its port. */
export const hostName = "regexp_replace(a.help_center ->> 'host', ':[0-9]+$', '')";

/** Makes claims of host names wait for each other until the end of the transaction. */
export async function lockHostNames(tx: Sql): Promise<void> {
  await tx.query("select pg_advisory_xact_lock($1)", [advisoryLocks.hostNames]);
}

interface HostClaim {
  /** Account with this name, with any port. */
  readonly owner: number | null;
  /** Whether the account that asks is the first one. Before it exists, whether there is none. */
  readonly isFirst: boolean;
  /** Whether the installation has other accounts. */
  readonly hasOthers: boolean;
}
/** Returns who has a host name, and what decides whether an account may claim it. */
export async function findHostClaim(sql: Sql, account: number, name: string): Promise<HostClaim> {
  const [row] = await sql.query<HostClaim>(
    `select (select a.id::float8 from account a where ${hostName} = $2 order by a.id <> $1 limit 1) as owner,
       coalesce((select min(f.id) = $1 from account f), true) as "isFirst",
       exists (select from account o where o.id <> $1) as "hasOthers"`,
    [account, name],
  );
  return row ?? { owner: null, isFirst: true, hasOthers: false };
}

/**
 * Returns host names that were chosen before a proof was needed, and those of the installation that
 * do not lead to their account. None if there is only one account.
 */
export async function listUnprovedHosts(
  sql: Sql,
  reserved: readonly string[],
): Promise<readonly string[]> {
  const rows = await sql.query<{ host: string }>(
    `select a.help_center ->> 'host' as host from account a
     where a.moved_to is null and a.help_center ->> 'host' is not null and exists (select from account o where o.id <> a.id)
       and (${hostName} = any($1) and not (${isFirstAccount}) or not a.help_center @> '{"host_proof": true}' and not (${hostName} = any($1)))
     order by a.id`,
    [reserved],
  );
  return rows.map(({ host }) => host);
}

/** Stores the settings. null: they have their defaults again. */
export async function saveHelpCenter(
  tx: Sql,
  account: number,
  values: (HelpCenterValues & { readonly host_proof: boolean }) | null,
): Promise<void> {
  await tx.query("update account set help_center = $2 where id = $1", [
    account,
    values === null ? null : JSON.stringify(values),
  ]);
}

const centreColumns = `a.moved_to as "movedTo", a.id::float8 as account, a.name as "accountName", a.accent, a.locale, ${isFirstAccount} as "isFirst",
       a.help_center - 'logo' - 'logo_dark' - 'host_proof' as stored, md5(a.help_center ->> 'logo') as "logoTag", md5(a.help_center ->> 'logo_dark') as "darkLogoTag",
       (select c.public_id from channel c where c.account_id = a.id and ${hasChatPage}
         and c.public_id = a.help_center ->> 'chat_widget_id') as "chatWidget"`;
type CentreRow = Omit<HelpCenterOfHost, "values"> & {
  readonly stored: Partial<HelpCenterValues> | null;
  readonly movedTo: MovedTo | null;
};
/** Throws Refusal `account_moved` if the account is at another installation. */
const toCentre = (row: CentreRow | undefined): HelpCenterOfHost | null => {
  if (row === undefined) return null;
  const { stored, movedTo, ...rest } = row;
  if (movedTo !== null) throw accountMoved(movedTo);
  return { ...rest, values: { ...defaults, ...stored } };
};

/** Returns the help centre of the first of these host names, else that of the first account. */
export async function findHelpCenterOfHost(
  sql: Sql,
  hosts: readonly string[],
): Promise<HelpCenterOfHost | null> {
  const [row] = await sql.query<CentreRow>(
    `select ${centreColumns} from account a
     where a.help_center ->> 'host' = any($1) or (${isFirstAccount})
     order by array_position($1::text[], a.help_center ->> 'host') nulls last limit 1`,
    [hosts],
  );
  return toCentre(row);
}

/** Condition in SQL: the windows of the widgets of account a show articles (WG-310). */
export const showsArticles = `coalesce(a.help_center ->> 'in_window' = 'true' and a.help_center ->> 'enabled' is distinct from 'false', false)
       and exists (select from article_text t where t.account_id = a.id and t.state = 'published')`;

/** Returns the help centre of the account of a widget, or null if its window shows no articles. */
export async function findHelpCenterOfWidget(
  sql: Sql,
  publicId: string,
): Promise<HelpCenterOfHost | null> {
  const [row] = await sql.query<CentreRow>(
    `select ${centreColumns} from channel c join account a on a.id = c.account_id
     where c.public_id = $1 and c.kind = 'widget' and c.deleted_at is null and c.enabled and not a.suspended and ${showsArticles}`,
    [publicId],
  );
  return toCentre(row);
}

/** Returns the data URL of a logo, or null. */
export async function findHelpLogo(
  reader: Reader,
  account: number,
  name: "logo" | "logo_dark",
): Promise<string | null> {
  const row = await reader.one<{ logo: string | null }>(
    account,
    "select help_center ->> $2 as logo from account where id = $1",
    [account, name],
  );
  return row?.logo ?? null;
}
