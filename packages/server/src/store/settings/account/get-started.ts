import type { OpeningHours } from "@parlour/protocol/hours/open-hours";
import { parseAccountSettings } from "./account-settings.ts";
import { hasAccepted } from "./operator.ts";
import type { Reader } from "../../database/reader.ts";
import type { Db, Sql } from "../../database/sql.ts";
import { toInteger } from "../../database/parameters.ts";

/** A site on which a page loaded a widget's script. Times are in milliseconds since 1970. */
export interface WidgetSite {
  /** Origin of the site: scheme, host and port. */
  readonly origin: string;
  readonly page: { readonly url: string; readonly title: string } | null;
  readonly at: number;
}

/** An enabled widget of the account. */
export interface WidgetSetup {
  readonly channelId: number;
  readonly publicId: string;
  /** Origins in the widget's list of sites (WG-006). */
  readonly origins: readonly string[];
  /** Sites on which the widget was loaded, latest first. */
  readonly sites: readonly WidgetSite[];
}

/** Setup progress of an account (API-160). */
export interface SetupProgress {
  readonly hasChats: boolean;
  /** Enabled widgets, oldest first. */
  readonly widgets: readonly WidgetSetup[];
  /**
   * Another operator of the account who answers chats: one on a channel who can sign in, or else
   * one on a channel, or else any. null if there is none.
   */
  readonly otherOperator: {
    readonly id: number;
    readonly name: string;
    readonly email: string;
    readonly hasAccepted: boolean;
    readonly hasChannel: boolean;
  } | null;
  readonly hours: { readonly areSaved: boolean; readonly hours: OpeningHours | null };
}

/** Reads the setup progress of an account for one of its operators (API-160). */
export async function readSetupProgress(
  reader: Reader,
  account: number,
  operator: number,
): Promise<SetupProgress> {
  const [row, widgets] = await Promise.all([
    reader.one<FactsRow>(
      account,
      `select exists (select from chat c where c.account_id = a.id) as "hasChats", a.settings,
         (select json_build_object('id', o.id, 'name', o.name, 'email', o.email, 'hasAccepted', o.has_accepted, 'hasChannel', o.has_channel)
          from (
            select o.id, o.name, o.email, o.created_at,
              ${hasAccepted} as has_accepted,
              o.all_channels or exists (select from channel_operator m join channel c on c.account_id = m.account_id and c.id = m.channel_id
                where m.account_id = o.account_id and m.operator_id = o.id and c.deleted_at is null) as has_channel
            from operator o where o.account_id = a.id and o.id <> $2 and o.active and o.role in ('owner', 'admin', 'operator')
          ) o order by o.has_channel desc, o.has_accepted desc, o.created_at desc, o.id desc limit 1) as "otherOperator"
       from account a where a.id = $1`,
      [account, operator],
    ),
    reader.rows<WidgetRow>(
      account,
      `select c.id, c.public_id as "publicId", c.widget->'origins' as origins,
         coalesce((select json_agg(json_build_object('origin', s.origin, 'at', extract(epoch from s.seen_at) * 1000,
             'page', case when s.page_url is not null then json_build_object('url', s.page_url, 'title', s.page_title) end) order by s.seen_at desc)
           from widget_site s where s.account_id = c.account_id and s.channel_id = c.id), '[]') as sites
       from channel c where c.account_id = $1 and c.kind = 'widget' and c.enabled and c.deleted_at is null order by c.id limit 50`,
      [account],
    ),
  ]);
  const settings = (row?.settings ?? {}) as { readonly hours_saved?: boolean };
  const { hours } = parseAccountSettings(settings);
  return {
    hasChats: row?.hasChats ?? false,
    widgets: widgets.map(({ id, ...rest }) => ({ ...rest, channelId: toInteger(id) })),
    otherOperator: row?.otherOperator ?? null,
    hours: { areSaved: hours !== null || settings.hours_saved === true, hours },
  };
}
interface FactsRow {
  readonly hasChats: boolean;
  readonly settings: unknown;
  readonly otherOperator: SetupProgress["otherOperator"];
}
type WidgetRow = Omit<WidgetSetup, "channelId"> & { readonly id: string };

/** Maximum number of sites stored per widget. */
const maxSites = 20;
/** Time in ms before a site is replaced, so that forged origins cannot displace it. */
const siteRetentionMs = 3_600_000;

/** Facts about one page that loaded a widget. */
export interface WidgetPageLoad {
  readonly account: number;
  readonly channelId: number;
  readonly origin: string;
  /** The page, or null if only the script was loaded. */
  readonly page: { readonly url: string; readonly title: string } | null;
  readonly now: number;
}

/**
 * Records that a page of a site loaded the widget. Returns whether the site is new. Above the
 * limit, a new site replaces the one that was seen longest ago, if that was more than an hour ago.
 * Otherwise the new site is not stored.
 */
export async function recordWidgetSite(db: Db, load: WidgetPageLoad): Promise<boolean> {
  const { account, channelId, origin, page, now } = load;
  const known = await db.query(
    `update widget_site set seen_at = greatest(seen_at, $4), page_url = coalesce($5, page_url), page_title = coalesce($6, page_title)
     where account_id = $1 and channel_id = $2 and origin = $3 returning origin`,
    [account, channelId, origin, new Date(now), page?.url ?? null, page?.title ?? null],
  );
  return known.length === 0 && db.transaction((tx) => insertWidgetSite(tx, load));
}

async function insertWidgetSite(
  tx: Sql,
  { account, channelId, origin, page, now }: WidgetPageLoad,
): Promise<boolean> {
  // New sites of a widget are inserted one at a time, so that each transaction counts the others.
  await tx.query("select from channel where account_id = $1 and id = $2 for no key update", [
    account,
    channelId,
  ]);
  await tx.query(
    `delete from widget_site where account_id = $1 and channel_id = $2 and seen_at < $4 and origin in (
       select origin from widget_site where account_id = $1 and channel_id = $2 and origin <> $3 order by seen_at desc offset $5)`,
    [account, channelId, origin, new Date(now - siteRetentionMs), maxSites - 1],
  );
  const inserted = await tx.query(
    `insert into widget_site (account_id, channel_id, origin, page_url, page_title, seen_at)
     select $1, $2, $3, $4, $5, $6
     where (select count(*) from widget_site where account_id = $1 and channel_id = $2) < $7
     on conflict do nothing returning origin`,
    [account, channelId, origin, page?.url ?? null, page?.title ?? null, new Date(now), maxSites],
  );
  return inserted.length > 0;
}
