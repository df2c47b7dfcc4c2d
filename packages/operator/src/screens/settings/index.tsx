import { useParams } from "@tanstack/react-router";
import { usePreferences } from "../../state/browser/preferences.ts";
import type { Operator } from "@parlour/protocol";
import type { ReactNode } from "react";
import { textById } from "../../text/index.ts";
import { NotFoundScreen } from "../../ui/loading/NotFoundScreen.tsx";
import { Banner } from "../../ui/badges.tsx";
import { can, useCurrentOperator } from "../../state/session.tsx";
import { useTitle } from "../../ui/title.ts";
import { AccountPage } from "./account/AccountPage.tsx";
import { AccountsPage } from "./accounts/AccountsPage.tsx";
import { AuditPage } from "./audit/AuditPage.tsx";
import { DataPage } from "./data/DataPage.tsx";
import { CallsPage } from "./calls/CallsPage.tsx";
import { OutgoingAddressesPage } from "./account/OutgoingAddressesPage.tsx";
import { BlockListPage } from "./blocklist/BlockListPage.tsx";
import { BotList } from "./bots/BotList.tsx";
import { BotPage } from "./bots/BotPage.tsx";
import { NewBotPage } from "./bots/NewBotPage.tsx";
import { ProvidersPage } from "./bots/ProvidersPage.tsx";
import { ChannelList } from "./channels/ChannelList.tsx";
import { ChannelPage } from "./channels/ChannelPage.tsx";
import { DepartmentList } from "./hours/DepartmentList.tsx";
import { DepartmentPage, NewDepartmentPage } from "./hours/DepartmentPage.tsx";
import { HoursPage } from "./hours/HoursPage.tsx";
import { SafeUrlPage } from "./account/SafeUrlPage.tsx";
import { NewChannelPage } from "./channels/NewChannelPage.tsx";
import { InstallationPage } from "./account/InstallationPage.tsx";
import { InviteOperatorPage } from "./people/InviteOperatorPage.tsx";
import { ApiKeysPage } from "./account/ApiKeysPage.tsx";
import "./page.css";
import { StartPage } from "./StartPage.tsx";
import { OperatorsPage } from "./people/OperatorsPage.tsx";
import { OperatorPage } from "./people/OperatorPage.tsx";
import { MailPage } from "./mail/MailPage.tsx";
import { SingleSignOnPage } from "./security/SingleSignOnPage.tsx";
import { SecurityPage } from "./security/SecurityPage.tsx";
import { SystemPage } from "./system/SystemPage.tsx";
import { RoutingPage } from "./routing/RoutingPage.tsx";
import { canAdd, listMenuGroups } from "./menu.ts";
import { t as found } from "./search/text.ts";
import { useTargetField } from "./search/use-target-field.ts";
import { SettingsMenu } from "./SettingsMenu.tsx";
import { t } from "./text.ts";
import { ReplyList } from "./replies/ReplyList.tsx";
import { NewReplyPage, ReplyPage } from "./replies/ReplyPage.tsx";
import { TagList } from "./tags/TagList.tsx";
import { NewTagPage, TagPage } from "./tags/TagPage.tsx";
import { NewWidgetPage } from "./widgets/NewWidgetPage.tsx";
import { WidgetList } from "./widgets/WidgetList.tsx";
import { WidgetPage } from "./widgets/WidgetPage.tsx";
import { TriggerList } from "./triggers/TriggerList.tsx";
import { NewTriggerPage, TriggerPage } from "./triggers/TriggerPage.tsx";
import { NewWebhookPage } from "./webhooks/NewWebhookPage.tsx";
import { WebhookList } from "./webhooks/WebhookList.tsx";
import { WebhookPage } from "./webhooks/WebhookPage.tsx";

/** Renders `/settings/*`: the menu with the pages that this role may open, and the open page. */
export function Screen() {
  // Re-renders this screen when the language changes.
  usePreferences();
  const me = useCurrentOperator();
  const splat = (useParams({ strict: false })._splat ?? "").replace(/\/+$/, "");
  const groups = listMenuGroups(me);
  const path = splat === "" ? (groups[0]?.entries[0]?.path ?? "") : splat;
  const entry = groups
    .flatMap((group) => group.entries)
    .find((item) => item.path === path.split("/")[0]);
  useTitle("section", entry?.label ?? t("menu.title"));
  const pendingField = useTargetField(path);
  return (
    <main className="settings" data-at={splat === "" ? "menu" : "page"}>
      <SettingsMenu groups={groups} path={path} isPage={splat === ""} />
      <div className="at">
        {pendingField !== null && (
          <Banner tone="info" live>
            {found("settingssearch.choose", { field: textById(pendingField.label) })}
          </Banner>
        )}
        {renderPage(path, me) ?? <NotFoundScreen inside />}
      </div>
    </main>
  );
}

/**
 * Pages of each resource list: the list, a new resource, one resource. A tool finds this table by
 * its name.
 */
const lists: Readonly<
  Record<
    string,
    { all: () => ReactNode; add: () => ReactNode; one: (id: number) => ReactNode; team?: true }
  >
> = {
  widgets: {
    all: () => <WidgetList />,
    add: () => <NewWidgetPage />,
    one: (id) => <WidgetPage key={id} id={id} />,
  },
  channels: {
    all: () => <ChannelList />,
    add: () => <NewChannelPage />,
    one: (id) => <ChannelPage key={id} id={id} />,
  },
  bots: {
    all: () => <BotList />,
    add: () => <NewBotPage />,
    one: (id) => <BotPage key={id} id={id} />,
  },
  webhooks: {
    all: () => <WebhookList />,
    add: () => <NewWebhookPage />,
    one: (id) => <WebhookPage key={id} id={id} />,
  },
  people: {
    all: () => <OperatorsPage />,
    add: () => <InviteOperatorPage />,
    one: (id) => <OperatorPage key={id} id={id} />,
    team: true,
  },
  replies: {
    all: () => <ReplyList />,
    add: () => <NewReplyPage />,
    one: (id) => <ReplyPage key={id} id={id} />,
  },
  triggers: {
    all: () => <TriggerList />,
    add: () => <NewTriggerPage />,
    one: (id) => <TriggerPage key={id} id={id} />,
  },
  tags: {
    all: () => <TagList />,
    add: () => <NewTagPage />,
    one: (id) => <TagPage key={id} id={id} />,
    team: true,
  },
  departments: {
    all: () => <DepartmentList />,
    add: () => <NewDepartmentPage />,
    one: (id) => <DepartmentPage key={id} id={id} />,
    team: true,
  },
};

/** Pages without a resource list. A tool finds this table by its name. */
const pages: Readonly<Record<string, { page: () => ReactNode; of?: "team" | "instance" }>> = {
  start: { page: () => <StartPage />, of: "team" },
  providers: { page: () => <ProvidersPage /> },
  links: { page: () => <SafeUrlPage /> },
  keys: { page: () => <ApiKeysPage /> },
  hours: { page: () => <HoursPage />, of: "team" },
  routing: { page: () => <RoutingPage />, of: "team" },
  calls: { page: () => <CallsPage />, of: "team" },
  blocklist: { page: () => <BlockListPage />, of: "team" },
  account: { page: () => <AccountPage />, of: "team" },
  addresses: { page: () => <OutgoingAddressesPage />, of: "instance" },
  instance: { page: () => <InstallationPage />, of: "instance" },
  mail: { page: () => <MailPage />, of: "instance" },
  security: { page: () => <SecurityPage />, of: "team" },
  data: { page: () => <DataPage />, of: "team" },
  audit: { page: () => <AuditPage />, of: "team" },
  oidc: { page: () => <SingleSignOnPage />, of: "instance" },
  accounts: { page: () => <AccountsPage />, of: "instance" },
  system: { page: () => <SystemPage />, of: "instance" },
};
/** All valid first path segments below `/settings`. */
export const pageNames: readonly string[] = [...Object.keys(lists), ...Object.keys(pages)];

/**
 * Returns the page for a path below `/settings`. Null if the path is unknown, or not permitted for
 * this role.
 */
function renderPage(path: string, me: Operator): ReactNode {
  const [name = "", part, more] = path.split("/");
  if (more !== undefined || (name !== "replies" && !can(me, "settings"))) return null;
  if (name === "replies" && part === "new" && !can(me, "chat")) return null;
  if (Object.hasOwn(lists, name)) return renderListPage(name, part, me);
  const page = Object.hasOwn(pages, name) ? pages[name] : undefined;
  if (
    part !== undefined ||
    !page ||
    (page.of === "team" && !can(me, "team")) ||
    (page.of === "instance" && !me.instance_owner)
  )
    return null;
  return page.page();
}

/** Returns the list of resources, the form for a new one, or the page of one. */
function renderListPage(name: string, part: string | undefined, me: Operator): ReactNode {
  const list = lists[name];
  if (!list || (list.team && !can(me, "team"))) return null;
  if (part === undefined) return list.all();
  if (part === "new") return canAdd(me, name) ? list.add() : null;
  return /^[1-9]\d{0,15}$/.test(part) ? list.one(Number(part)) : null;
}
