import type { Operator } from "@parlour/protocol";
import { can } from "../../state/session.tsx";
import { t as accounts } from "./accounts/text.ts";
import { t as audit } from "./audit/text.ts";
import { t as data } from "./data/text.ts";
import { t as calls } from "./calls/text.ts";
import { t as blocklist } from "./blocklist/text.ts";
import { t as connectors } from "./connectors/text.ts";
import { t as mail } from "./mail/text.ts";
import { t as docs } from "../../ui/docs/text.ts";
import { t as system } from "./system/text.ts";
import { t as routing } from "./routing/text.ts";
import { t as replies } from "./replies/text.ts";
import { t as fields } from "./fields/text.ts";
import { t as tags } from "./tags/text.ts";
import { t as macros } from "./macros/text.ts";
import { t as views } from "./views/text.ts";
import { t as widgets } from "./widgets/text.ts";
import { t as triggers } from "./triggers/text.ts";
import { t } from "./text.ts";

/** A page of the settings. With `isDocs`, it is the documentation outside of them. */
export interface SettingsPage {
  readonly path: string;
  readonly label: string;
  readonly isDocs?: true;
}

const areaIds = [
  "channels",
  "inbox",
  "automation",
  "team",
  "developers",
  "account",
  "system",
] as const;
export type AreaId = (typeof areaIds)[number];

/** An area of the settings. Its pages are tabs. */
export interface SettingsArea {
  readonly id: AreaId;
  readonly title: string;
  readonly pages: readonly SettingsPage[];
}

/** Returns the areas with the pages that this role may see, for the menu and the search. */
export function listAreas(me: Operator): readonly SettingsArea[] {
  const rights = {
    settings: can(me, "settings"),
    team: can(me, "team"),
    instance: me.instance_owner,
    docs: can(me, "integrations"),
  };
  return areaIds
    .map((id) => ({ id, title: t(`area.${id}`), pages: areas[id](rights) }))
    .filter(({ pages }) => pages.length > 0);
}

/** Resource lists whose new resources have a URL that message texts are sent to (CORE-165). */
const endpointLists: readonly string[] = ["channels", "bots", "webhooks"];

/** Returns whether this operator may open the page that creates a resource of this list. */
export const canAdd = (me: Operator, list: string): boolean =>
  !endpointLists.includes(list) || can(me, "addresses");

interface PageRights {
  /**
   * Whether the operator may open the settings. Otherwise they have only their own quick
   * replies, views and macros.
   */
  readonly settings: boolean;
  readonly team: boolean;
  readonly instance: boolean;
  readonly docs: boolean;
}
const pagesIf = (isAllowed: boolean, ...pages: readonly SettingsPage[]): readonly SettingsPage[] =>
  isAllowed ? pages : [];

const areas: Readonly<Record<AreaId, (rights: PageRights) => readonly SettingsPage[]>> = {
  channels: ({ settings, team }) => [
    ...pagesIf(
      settings,
      { path: "widgets", label: widgets("widget.title") },
      { path: "connectors", label: connectors("connectors.title") },
      { path: "channels", label: t("menu.api") },
      { path: "bots", label: t("menu.bots") },
    ),
    ...pagesIf(team, { path: "calls", label: calls("callsettings.title") }),
  ],
  inbox: ({ team }) => [
    { path: "replies", label: replies("reply.title") },
    { path: "views", label: views("savedview.title") },
    { path: "segments", label: t("menu.segments") },
    { path: "macros", label: macros("macro.title") },
    ...pagesIf(
      team,
      { path: "fields", label: fields("field.title") },
      { path: "tags", label: tags("tag.title") },
      { path: "blocklist", label: blocklist("blocklist.title") },
    ),
  ],
  automation: ({ settings, team }) => [
    ...pagesIf(
      team,
      { path: "routing", label: routing("routing.title") },
      { path: "rules", label: t("menu.rules") },
    ),
    ...pagesIf(settings, { path: "triggers", label: triggers("trigger.title") }),
    ...pagesIf(
      team,
      { path: "sla-policies", label: t("menu.sla") },
      { path: "hours", label: t("menu.hours") },
    ),
  ],
  team: ({ team }) => [
    ...pagesIf(
      team,
      { path: "people", label: t("menu.people") },
      { path: "departments", label: t("menu.departments") },
      { path: "security", label: t("menu.security") },
    ),
  ],
  developers: ({ settings, docs: canReadDocs }) => [
    ...pagesIf(
      settings,
      { path: "webhooks", label: t("menu.webhooks") },
      { path: "keys", label: t("menu.keys") },
    ),
    ...pagesIf(settings && canReadDocs, {
      path: "docs",
      label: docs("docs.title"),
      isDocs: true,
    }),
  ],
  account: ({ settings, team }) => [
    ...pagesIf(team, { path: "account", label: t("menu.general") }),
    ...pagesIf(settings, { path: "data", label: data("data.title") }),
    ...pagesIf(team, { path: "audit", label: audit("audit.title") }),
  ],
  system: ({ settings, team, instance }) => [
    ...pagesIf(settings && instance, { path: "instance", label: t("instance.title") }),
    ...pagesIf(
      team && instance,
      { path: "mail", label: mail("mail.title") },
      { path: "system", label: system("system.title") },
      { path: "accounts", label: accounts("accounts.title") },
    ),
  ],
};
