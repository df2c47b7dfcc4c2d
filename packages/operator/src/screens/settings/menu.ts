import { t as accounts } from "./accounts/text.ts";
import { t as audit } from "./audit/text.ts";
import { t as data } from "./data/text.ts";
import { t as calls } from "./calls/text.ts";
import { t as blocklist } from "./blocklist/text.ts";
import { t as connectors } from "./connectors/text.ts";
import { t as mail } from "./mail/text.ts";
import { t as docs } from "../../ui/docs/text.ts";
import { t as system } from "./system/text.ts";
import { t as roles } from "./roles/text.ts";
import { t as routing } from "./routing/text.ts";
import { t as replies } from "./replies/text.ts";
import { t as fields } from "./fields/text.ts";
import { t as statuses } from "./statuses/text.ts";
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
  "answers",
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

/** Returns all areas and pages, in the language of the moment. */
export const listAllAreas = (): readonly SettingsArea[] =>
  areaIds.map((id) => ({ id, title: t(`area.${id}`), pages: areas[id]() }));

const areas: Readonly<Record<AreaId, () => readonly SettingsPage[]>> = {
  channels: () => [
    { path: "widgets", label: widgets("widget.title") },
    { path: "connectors", label: connectors("connectors.title") },
    { path: "channels", label: t("menu.api") },
    { path: "bots", label: t("menu.bots") },
    { path: "help-center", label: t("menu.help") },
    { path: "article-sections", label: t("menu.sections") },
    { path: "calls", label: calls("callsettings.title") },
  ],
  inbox: () => [
    { path: "replies", label: replies("reply.title") },
    { path: "views", label: views("savedview.title") },
    { path: "segments", label: t("menu.segments") },
    { path: "broadcasts", label: t("menu.broadcasts") },
    { path: "macros", label: macros("macro.title") },
    { path: "fields", label: fields("field.title") },
    { path: "tags", label: tags("tag.title") },
    { path: "blocklist", label: blocklist("blocklist.title") },
  ],
  automation: () => [
    { path: "routing", label: routing("routing.title") },
    { path: "rules", label: t("menu.rules") },
    { path: "triggers", label: triggers("trigger.title") },
    { path: "sla-policies", label: t("menu.sla") },
    { path: "scheduled-reports", label: t("menu.reports") },
    { path: "hours", label: t("menu.hours") },
  ],
  answers: () => [
    { path: "model", label: t("menu.model") },
    { path: "agents", label: t("menu.agents") },
    { path: "proof", label: t("menu.proof") },
  ],
  team: () => [
    { path: "people", label: t("menu.people") },
    { path: "departments", label: t("menu.departments") },
    { path: "roles", label: roles("role.title") },
    { path: "statuses", label: statuses("teamstatus.title") },
    { path: "security", label: t("menu.security") },
  ],
  developers: () => [
    { path: "webhooks", label: t("menu.webhooks") },
    { path: "keys", label: t("menu.keys") },
    { path: "docs", label: docs("docs.title"), isDocs: true },
  ],
  account: () => [
    { path: "account", label: t("menu.general") },
    { path: "data", label: data("data.title") },
    { path: "move-in", label: t("menu.move") },
    { path: "parallel-run", label: t("menu.parallel") },
    { path: "audit", label: audit("audit.title") },
  ],
  system: () => [
    { path: "instance", label: t("instance.title") },
    { path: "mail", label: mail("mail.title") },
    { path: "system", label: system("system.title") },
    { path: "accounts", label: accounts("accounts.title") },
  ],
};
