import type { Operator } from "@parlour/protocol";
import { may } from "../../state/session.tsx";
import { t as accounts } from "./accounts/text.ts";
import { t as audit } from "./audit/text.ts";
import { t as data } from "./data/text.ts";
import { t as calls } from "./calls/text.ts";
import { t as blocklist } from "./blocklist/text.ts";
import { t as mail } from "./mail/text.ts";
import { t as docs } from "../docs/text.ts";
import { t as security } from "./security/text.ts";
import { t as system } from "./system/text.ts";
import { t as routing } from "./routing/text.ts";
import { t as replies } from "./replies/text.ts";
import { t as tags } from "./tags/text.ts";
import { t as widgets } from "./widgets/text.ts";
import { t as triggers } from "./triggers/text.ts";
import { t } from "./text.ts";

/** `isDocs`: leads out of the settings, to the pages for integrators. */
export type Entry = { path: string; label: string; isDocs?: true };

/** A group of the menu. */
interface Part {
  title: string;
  entries: Entry[];
}

/** The pages of the settings that this role may see, for the menu and the palette. */
export function menuFor(me: Operator): Part[] {
  // An operator has replies of his own, and nothing else to set here.
  if (!may(me, "settings")) return [talkOf(me)];
  const team = may(me, "team");
  return [channels(), ...(team ? [teamPart()] : []), talkOf(me), developers(me), ...(team ? [accountOf(me)] : [])];
}

function talkOf(me: Operator): Part {
  const entries = [
    { path: "replies", label: replies("replies.title") },
    ...(may(me, "team") ? [{ path: "tags", label: tags("tags.title") }] : []),
    ...(may(me, "settings") ? [{ path: "triggers", label: triggers("triggers.title") }] : []),
  ];
  return { title: replies("menu.talk"), entries };
}

const channels = (): Part => ({
  title: t("menu.channels"),
  entries: [
    { path: "widgets", label: widgets("widgets.title") },
    { path: "channels", label: t("menu.api") },
    { path: "bots", label: t("menu.bots") },
    { path: "providers", label: t("menu.providers") },
    { path: "webhooks", label: t("menu.webhooks") },
  ],
});

const teamPart = (): Part => ({
  title: t("menu.team"),
  entries: [
    { path: "people", label: t("menu.people") },
    { path: "departments", label: t("menu.departments") },
    { path: "hours", label: t("menu.hours") },
    { path: "blocklist", label: blocklist("blocklist.title") },
    { path: "routing", label: routing("routing.title") },
    { path: "calls", label: calls("callset.title") },
  ],
});

function developers(me: Operator): Part {
  const entries: Entry[] = [
    { path: "links", label: t("menu.links") },
    { path: "keys", label: t("menu.keys") },
    ...(me.instance_owner ? [{ path: "addresses", label: t("menu.addresses") }] : []),
    ...(may(me, "integrations") ? [{ path: "docs", label: docs("docs.title"), isDocs: true } as const] : []),
  ];
  return { title: t("menu.developers"), entries };
}

/** The account, and for its owner the installation. */
function accountOf({ instance_owner: rules }: Operator): Part {
  const instance = [
    { path: "instance", label: t("menu.instance") },
    { path: "mail", label: mail("mail.title") },
    { path: "oidc", label: security("oidc.title") },
    { path: "accounts", label: accounts("accounts.title") },
  ];
  const entries = [
    { path: "account", label: t("menu.general") },
    { path: "security", label: security("security.title") },
    { path: "data", label: data("data.title") },
    ...(rules ? [{ path: "system", label: system("system.title") }] : []),
    { path: "audit", label: audit("audit.title") },
    ...(rules ? instance : []),
  ];
  return { title: t("menu.account"), entries };
}
