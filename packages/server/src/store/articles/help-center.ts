import type { MovedTo } from "../../core/failure.ts";
import { accountMoved } from "../database/database-errors.ts";
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
const isFirstAccount = "a.id = (select min(f.id) from account f)";

export async function findHelpCenter(reader: Reader, account: number): Promise<HelpCenterRecord> {
  const row = await reader.one<{
    stored: Partial<HelpCenterValues> | null;
    locale: string;
    managed: boolean;
  }>(
    account,
    `select help_center as stored, locale, settings @> '{"help_center_managed": true}' as managed
     from account where id = $1`,
    [account],
  );
  const { stored = null, locale = "en", managed = false } = row ?? {};
  return { values: { ...defaults, ...stored }, locale, isSaved: stored !== null, managed };
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

/** Returns the account whose help centre has this host name, or null. */
export async function findHelpHostOwner(sql: Sql, host: string): Promise<number | null> {
  const [row] = await sql.query<{ account: number }>(
    "select id::float8 as account from account where help_center ->> 'host' = $1",
    [host],
  );
  return row?.account ?? null;
}

/** Stores the settings. null: they have their defaults again. */
export async function saveHelpCenter(
  tx: Sql,
  account: number,
  values: HelpCenterValues | null,
): Promise<void> {
  await tx.query("update account set help_center = $2 where id = $1", [
    account,
    values === null ? null : JSON.stringify(values),
  ]);
}

const centreColumns = `a.moved_to as "movedTo", a.id::float8 as account, a.name as "accountName", a.accent, a.locale, ${isFirstAccount} as "isFirst",
       a.help_center - 'logo' - 'logo_dark' as stored, md5(a.help_center ->> 'logo') as "logoTag", md5(a.help_center ->> 'logo_dark') as "darkLogoTag",
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

/** Returns the help centre of a host name, else that of the first account. */
export async function findHelpCenterOfHost(
  sql: Sql,
  host: string,
): Promise<HelpCenterOfHost | null> {
  const [row] = await sql.query<CentreRow>(
    `select ${centreColumns} from account a
     where a.help_center ->> 'host' = $1 or (${isFirstAccount})
     order by a.help_center ->> 'host' = $1 desc nulls last limit 1`,
    [host],
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
