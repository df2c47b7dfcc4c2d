import type { Operator } from "@parlour/protocol";
import { can } from "../../state/session.tsx";
import { t as accounts } from "./accounts/text.ts";
import { t as audit } from "./audit/text.ts";
import { t as data } from "./data/text.ts";
import { t as calls } from "./calls/text.ts";
import { t as blocklist } from "./blocklist/text.ts";
import { t as connectors } from "./connectors/text.ts";
import { t as mail } from "./mail/text.ts";
import { t as docs } from "../docs/text.ts";
import { t as security } from "./security/text.ts";
import { t as system } from "./system/text.ts";
import { t as routing } from "./routing/text.ts";
import { t as replies } from "./replies/text.ts";
import { t as start } from "../start/text.ts";
import { t as tags } from "./tags/text.ts";
import { t as widgets } from "./widgets/text.ts";
import { t as triggers } from "./triggers/text.ts";
import { t } from "./text.ts";

/**
 * An entry of the settings menu. With `isDocs`, it opens the developer documentation outside the
 * settings.
 */
export type MenuEntry = { path: string; label: string; isDocs?: true };

export const groupIds = [
  "channels",
  "conversations",
  "team",
  "integrations",
  "account",
  "system",
] as const;
export type GroupId = (typeof groupIds)[number];

/** A group of entries of the settings menu. */
export interface MenuGroup {
  readonly id: GroupId;
  readonly title: string;
  readonly entries: readonly MenuEntry[];
}

/** Returns the settings pages that this role may see, for the menu and the search. */
export function listMenuGroups(me: Operator): readonly MenuGroup[] {
  const rights = {
    settings: can(me, "settings"),
    team: can(me, "team"),
    instance: me.instance_owner,
    docs: can(me, "integrations"),
  };
  return groupIds
    .map((id) => ({ id, title: t(`menu.group.${id}`), entries: groups[id](rights) }))
    .filter(({ entries }) => entries.length > 0);
}

/** Resource lists whose new resources have a URL that message texts are sent to (CORE-165). */
const endpointLists: readonly string[] = ["channels", "bots", "webhooks"];

/** Returns whether this operator may open the page that creates a resource of this list. */
export const canAdd = (me: Operator, list: string): boolean =>
  !endpointLists.includes(list) || can(me, "addresses");

interface MenuRights {
  /**
   * Whether the operator may open the settings. Otherwise they have only their own quick replies.
   */
  readonly settings: boolean;
  readonly team: boolean;
  readonly instance: boolean;
  readonly docs: boolean;
}
const entriesIf = (isAllowed: boolean, ...entries: readonly MenuEntry[]): readonly MenuEntry[] =>
  isAllowed ? entries : [];

const groups: Readonly<Record<GroupId, (rights: MenuRights) => readonly MenuEntry[]>> = {
  channels: ({ settings, team }) => [
    ...entriesIf(
      settings,
      { path: "widgets", label: widgets("widgets.title") },
      { path: "channels", label: t("menu.api") },
      { path: "connectors", label: connectors("connectors.title") },
      { path: "bots", label: t("menu.bots") },
      { path: "providers", label: t("menu.providers") },
    ),
    ...entriesIf(team, { path: "calls", label: calls("callsettings.title") }),
  ],
  conversations: ({ settings, team }) => [
    ...entriesIf(team, { path: "routing", label: routing("routing.title") }),
    { path: "replies", label: replies("replies.title") },
    ...entriesIf(team, { path: "tags", label: tags("tag.title") }),
    ...entriesIf(settings, { path: "triggers", label: triggers("triggers.title") }),
    ...entriesIf(
      team,
      { path: "hours", label: t("menu.hours") },
      { path: "blocklist", label: blocklist("blocklist.title") },
    ),
  ],
  team: ({ team, instance }) => [
    ...entriesIf(
      team,
      { path: "people", label: t("menu.people") },
      { path: "departments", label: t("menu.departments") },
      { path: "security", label: security("security.title") },
    ),
    ...entriesIf(team && instance, { path: "oidc", label: security("oidc.title") }),
  ],
  integrations: ({ settings, docs: canReadDocs }) => [
    ...entriesIf(
      settings,
      { path: "webhooks", label: t("menu.webhooks") },
      { path: "keys", label: t("menu.keys") },
      { path: "links", label: t("menu.links") },
    ),
    ...entriesIf(settings && canReadDocs, {
      path: "docs",
      label: docs("docs.title"),
      isDocs: true,
    }),
  ],
  account: ({ team }) =>
    entriesIf(
      team,
      { path: "start", label: start("start.page") },
      { path: "account", label: t("menu.general") },
      { path: "data", label: data("data.title") },
      { path: "audit", label: audit("audit.title") },
    ),
  system: ({ settings, team, instance }) => [
    ...entriesIf(
      team && instance,
      { path: "instance", label: t("instance.title") },
      { path: "mail", label: mail("mail.title") },
    ),
    ...entriesIf(settings && instance, { path: "addresses", label: t("addresses.title") }),
    ...entriesIf(
      team && instance,
      { path: "accounts", label: accounts("accounts.title") },
      { path: "system", label: system("system.title") },
    ),
  ],
};
