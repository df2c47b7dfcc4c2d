import { Link, useParams } from "@tanstack/react-router";
import { usePreferences } from "../../state/preferences.ts";
import type { Operator } from "@parlour/protocol";
import { Fragment, type ReactNode } from "react";
import { LostScreen } from "../../app/Fallbacks.tsx";
import { may, useMe } from "../../state/session.tsx";
import { useTitle } from "../../ui/title.ts";
import { AccountPage } from "./AccountPage.tsx";
import { AccountsPage } from "./accounts/AccountsPage.tsx";
import { t as accounts } from "./accounts/text.ts";
import { AuditPage } from "./audit/AuditPage.tsx";
import { t as audit } from "./audit/text.ts";
import { DataPage } from "./data/DataPage.tsx";
import { t as data } from "./data/text.ts";
import { CallsPage } from "./calls/CallsPage.tsx";
import { t as calls } from "./calls/text.ts";
import { AddressesPage } from "./AddressesPage.tsx";
import { BlocklistPage } from "./blocklist/BlocklistPage.tsx";
import { t as blocklist } from "./blocklist/text.ts";
import { BotList } from "./bots/BotList.tsx";
import { BotPage } from "./bots/BotPage.tsx";
import { NewBotPage } from "./bots/NewBotPage.tsx";
import { ProvidersPage } from "./bots/ProvidersPage.tsx";
import { ChannelList } from "./ChannelList.tsx";
import { ChannelPage } from "./ChannelPage.tsx";
import { DepartmentList } from "./hours/DepartmentList.tsx";
import { DepartmentPage, NewDepartmentPage } from "./hours/DepartmentPage.tsx";
import { HoursPage } from "./hours/HoursPage.tsx";
import { LinksPage } from "./LinksPage.tsx";
import { NewChannelPage } from "./NewChannelPage.tsx";
import { InstancePage } from "./InstancePage.tsx";
import { InvitePage } from "./InvitePage.tsx";
import { KeysPage } from "./KeysPage.tsx";
import "./page.css";
import { PeoplePage } from "./PeoplePage.tsx";
import { PersonPage } from "./PersonPage.tsx";
import { MailPage } from "./mail/MailPage.tsx";
import { t as mail } from "./mail/text.ts";
import { t as docs } from "../docs/text.ts";
import { OidcPage } from "./security/OidcPage.tsx";
import { SecurityPage } from "./security/SecurityPage.tsx";
import { t as security } from "./security/text.ts";
import { RoutingPage } from "./routing/RoutingPage.tsx";
import { t as routing } from "./routing/text.ts";
import { t } from "./text.ts";
import { ReplyList } from "./replies/ReplyList.tsx";
import { NewReplyPage, ReplyPage } from "./replies/ReplyPage.tsx";
import { t as replies } from "./replies/text.ts";
import { TagList } from "./tags/TagList.tsx";
import { NewTagPage, TagPage } from "./tags/TagPage.tsx";
import { t as tags } from "./tags/text.ts";
import { NewWidgetPage } from "./widgets/NewWidgetPage.tsx";
import { t as widgets } from "./widgets/text.ts";
import { WidgetList } from "./widgets/WidgetList.tsx";
import { WidgetPage } from "./widgets/WidgetPage.tsx";
import { TriggerList } from "./triggers/TriggerList.tsx";
import { NewTriggerPage, TriggerPage } from "./triggers/TriggerPage.tsx";
import { t as triggers } from "./triggers/text.ts";
import { NewWebhookPage } from "./webhooks/NewWebhookPage.tsx";
import { WebhookList } from "./webhooks/WebhookList.tsx";
import { WebhookPage } from "./webhooks/WebhookPage.tsx";

/** `isDocs`: leads out of the settings, to the pages for integrators. */
type Entry = { path: string; label: string; isDocs?: true };

/** `/settings/*`: the menu with the pages this role may see, and the page. */
export function Screen() {
  // Draws all below again in another language.
  usePreferences();
  const me = useMe();
  const splat = (useParams({ strict: false })._splat ?? "").replace(/\/+$/, "");
  const groups = menuFor(me);
  const first = groups[0]?.entries[0]?.path ?? "";
  const path = splat === "" ? first : splat;
  const entry = groups.flatMap((group) => group.entries).find((one) => one.path === path.split("/")[0]);
  useTitle("section", entry?.label ?? t("menu.title"));
  return (
    <main className="settings" data-at={splat === "" ? "menu" : "page"}>
      <nav className="menu" aria-label={t("menu.title")}>
        {/* On a phone the menu is a page of its own. */}
        <h2 aria-level={splat === "" ? 1 : 2}>{t("menu.title")}</h2>
        {groups.map((group) => (
          <Fragment key={group.title}>
            <h3 aria-level={splat === "" ? 2 : 3}>{group.title}</h3>
            <ul aria-label={group.title}>
              {group.entries.map((entry) => (
                <li key={entry.path}>
                  <Link
                    to={entry.isDocs ? "/docs/$" : "/settings/$"}
                    params={{ _splat: entry.isDocs ? "" : entry.path }}
                    aria-current={path.split("/")[0] === entry.path ? "page" : undefined}
                  >
                    {entry.label}
                  </Link>
                </li>
              ))}
            </ul>
          </Fragment>
        ))}
      </nav>
      {pageOf(path, me) ?? <LostScreen />}
    </main>
  );
}

function menuFor(me: Operator): { title: string; entries: Entry[] }[] {
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

/** Lists whose things have a page each: all, a new one, one. */
const lists: Readonly<Record<string, { all: () => ReactNode; add: () => ReactNode; one: (id: number) => ReactNode; team?: true }>> = {
  widgets: { all: () => <WidgetList />, add: () => <NewWidgetPage />, one: (id) => <WidgetPage key={id} id={id} /> },
  channels: { all: () => <ChannelList />, add: () => <NewChannelPage />, one: (id) => <ChannelPage key={id} id={id} /> },
  bots: { all: () => <BotList />, add: () => <NewBotPage />, one: (id) => <BotPage key={id} id={id} /> },
  webhooks: { all: () => <WebhookList />, add: () => <NewWebhookPage />, one: (id) => <WebhookPage key={id} id={id} /> },
  people: { all: () => <PeoplePage />, add: () => <InvitePage />, one: (id) => <PersonPage key={id} id={id} />, team: true },
  replies: { all: () => <ReplyList />, add: () => <NewReplyPage />, one: (id) => <ReplyPage key={id} id={id} /> },
  triggers: { all: () => <TriggerList />, add: () => <NewTriggerPage />, one: (id) => <TriggerPage key={id} id={id} /> },
  tags: { all: () => <TagList />, add: () => <NewTagPage />, one: (id) => <TagPage key={id} id={id} />, team: true },
  departments: {
    all: () => <DepartmentList />,
    add: () => <NewDepartmentPage />,
    one: (id) => <DepartmentPage key={id} id={id} />,
    team: true,
  },
};

/** The page of a path below `/settings`; null when there is none for this role. */
function pageOf(path: string, me: Operator): ReactNode {
  const [name = "", part, more] = path.split("/");
  if (more !== undefined || (name !== "replies" && !may(me, "settings"))) return null;
  if (name === "replies" && part === "new" && !may(me, "chat")) return null;
  const team = may(me, "team");
  const list = Object.hasOwn(lists, name) ? lists[name] : undefined;
  if (list) {
    if (list.team && !team) return null;
    if (part === undefined) return list.all();
    if (part === "new") return list.add();
    return /^[1-9]\d{0,15}$/.test(part) ? list.one(Number(part)) : null;
  }
  if (part !== undefined) return null;
  if (name === "providers") return <ProvidersPage />;
  if (name === "links") return <LinksPage />;
  if (name === "keys") return <KeysPage />;
  if (name === "hours" && team) return <HoursPage />;
  if (name === "routing" && team) return <RoutingPage />;
  if (name === "calls" && team) return <CallsPage />;
  if (name === "blocklist" && team) return <BlocklistPage />;
  if (name === "account" && team) return <AccountPage />;
  if (name === "addresses" && me.instance_owner) return <AddressesPage />;
  if (name === "instance" && me.instance_owner) return <InstancePage />;
  if (name === "mail" && me.instance_owner) return <MailPage />;
  if (name === "security" && team) return <SecurityPage />;
  if (name === "data" && team) return <DataPage />;
  if (name === "audit" && team) return <AuditPage />;
  if (name === "oidc" && me.instance_owner) return <OidcPage />;
  if (name === "accounts" && me.instance_owner) return <AccountsPage />;
  return null;
}
