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

/** The pages of the settings that this role may see, for the menu and the palette. */
export function menuFor(me: Operator): { title: string; entries: Entry[] }[] {
  const team = may(me, "team");
  const talk = {
    title: replies("menu.talk"),
    entries: [
      { path: "replies", label: replies("replies.title") },
      ...(team ? [{ path: "tags", label: tags("tags.title") }] : []),
      ...(may(me, "settings") ? [{ path: "triggers", label: triggers("triggers.title") }] : []),
    ],
  };
  // An operator has replies of his own, and nothing else to set here.
  if (!may(me, "settings")) return [talk];
  return [
    {
      title: t("menu.channels"),
      entries: [
        { path: "widgets", label: widgets("widgets.title") },
        { path: "channels", label: t("menu.api") },
        { path: "bots", label: t("menu.bots") },
        { path: "providers", label: t("menu.providers") },
        { path: "webhooks", label: t("menu.webhooks") },
      ],
    },
    ...(team
      ? [
          {
            title: t("menu.team"),
            entries: [
              { path: "people", label: t("menu.people") },
              { path: "departments", label: t("menu.departments") },
              { path: "hours", label: t("menu.hours") },
              { path: "blocklist", label: blocklist("blocklist.title") },
              { path: "routing", label: routing("routing.title") },
              { path: "calls", label: calls("callset.title") },
            ],
          },
        ]
      : []),
    talk,
    {
      title: t("menu.developers"),
      entries: [
        { path: "links", label: t("menu.links") },
        { path: "keys", label: t("menu.keys") },
        ...(me.instance_owner ? [{ path: "addresses", label: t("menu.addresses") }] : []),
        ...(may(me, "integrations") ? [{ path: "docs", label: docs("docs.title"), isDocs: true } as const] : []),
      ],
    },
    ...(team
      ? [
          {
            title: t("menu.account"),
            entries: [
              { path: "account", label: t("menu.general") },
              { path: "security", label: security("security.title") },
              { path: "data", label: data("data.title") },
              ...(me.instance_owner ? [{ path: "system", label: system("system.title") }] : []),
              { path: "audit", label: audit("audit.title") },
              ...(me.instance_owner
                ? [
                    { path: "instance", label: t("menu.instance") },
                    { path: "mail", label: mail("mail.title") },
                    { path: "oidc", label: security("oidc.title") },
                    { path: "accounts", label: accounts("accounts.title") },
                  ]
                : []),
            ],
          },
        ]
      : []),
  ];
}
