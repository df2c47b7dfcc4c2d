import type { Operator } from "@parlour/protocol";
import type { View } from "@parlour/protocol/api";
import { IconInbox } from "@tabler/icons-react";
import type { useNavigate } from "@tanstack/react-router";
import { viewRoute } from "../../../ui/address/chat-routes.ts";
import { isOwnView, maxViewKeys, toSavedViewName } from "../../../state/inbox/saved-views.ts";
import { closedViews, type InboxView } from "../../../state/live-state.ts";
import { can } from "../../../state/session.tsx";
import { defineTexts } from "../../../text/index.ts";
import { chatText } from "../../../ui/chat/chat-text.ts";
import type { MenuGroup } from "../../../ui/dialog/menu.tsx";
import { formatCount } from "../../../ui/format-count.ts";
import type { Command } from "../../../ui/keyboard/commands.ts";

const t = defineTexts({
  en: { "views.own": "Yours", "views.shared": "Shared", "views.send": "Send by email…" },
  ru: { "views.own": "Ваши", "views.shared": "Общие", "views.send": "Отправлять по почте…" },
});

/** Highest number of chats that the server counts. */
const maxViewCount = 10_000;

/** Returns the groups of the menu of views. `counts`: chats and items that wait for an operator. */
export function listViewGroups(
  view: InboxView,
  savedViews: readonly View[],
  counts: { readonly snoozed: number; readonly offline: number; readonly calls: number },
  me: Operator,
): readonly MenuGroup[] {
  return [
    {
      entries: (["snoozed", ...closedViews] as const).map((id) => ({
        id,
        label: withCount(chatText(`view.${id}`), id === "snoozed" ? counts.snoozed : 0),
        chosen: id === view,
      })),
    },
    ...toSavedGroups(savedViews, view),
    ...toSendGroup(savedViews, view, me),
    {
      entries: [
        { id: "offline", label: withCount(chatText("view.offline"), counts.offline) },
        { id: "calls", label: withCount(chatText("view.calls"), counts.calls) },
        { id: "ignored", label: chatText("view.ignored") },
      ],
    },
  ];
}

/** Opens what an entry of the menu names: a view, or a screen of its own. */
export function openView(id: string, navigate: ReturnType<typeof useNavigate>): Promise<void> {
  if (id === "calls") return navigate({ to: "/calls/{-$call}", params: { call: undefined } });
  if (id === "offline") return navigate({ to: "/offline/{-$id}", params: { id: undefined } });
  if (id.startsWith(sendPrefix))
    return navigate({
      to: "/settings/$",
      params: { _splat: "scheduled-reports/new" },
      search: { view: id.slice(sendPrefix.length) },
    });
  if (id === "ignored")
    return navigate({ to: "/ignored-emails/{-$id}", params: { id: undefined } });
  return navigate(viewRoute(id));
}

/** Returns the palette commands that open the saved views (VIEW-011). */
export const createViewCommands = (
  savedViews: readonly View[],
  open: (view: View) => void,
): readonly Command[] =>
  savedViews.map((view, index) => ({
    id: toSavedViewName(view),
    label: view.name,
    icon: IconInbox,
    keys: toViewKeys(index),
    run: () => open(view),
  }));

const toViewKeys = (index: number): string | undefined =>
  index < maxViewKeys ? `G ${index + 1}` : undefined;

/** Returns the menu groups of the saved views: own ones, and shared ones. */
function toSavedGroups(views: readonly View[], view: InboxView): readonly MenuGroup[] {
  const entries = views.map((saved, index) => ({
    id: toSavedViewName(saved),
    label: withCount(saved.name, saved.count ?? 0),
    chosen: toSavedViewName(saved) === view,
    isOwn: isOwnView(saved),
    keys: toViewKeys(index),
  }));
  const groups = [
    { title: t("views.own"), entries: entries.filter(({ isOwn }) => isOwn) },
    { title: t("views.shared"), entries: entries.filter(({ isOwn }) => !isOwn) },
  ];
  return groups.filter((group) => group.entries.length > 0);
}

const sendPrefix = "send:";
/** Returns the entry that emails the open view on a schedule (REP-006), if it is a shared one. */
function toSendGroup(views: readonly View[], view: InboxView, me: Operator): readonly MenuGroup[] {
  const open = views.find((saved) => toSavedViewName(saved) === view);
  if (open === undefined || isOwnView(open) || !can(me, "account.manage")) return [];
  return [{ entries: [{ id: `${sendPrefix}${open.id}`, label: t("views.send") }] }];
}

/** Adds the number of waiting items to the name of a view, if there are any. */
const withCount = (name: string, n: number) =>
  n === 0 ? (
    name
  ) : (
    <>
      {name} <span className="n num">{formatCount(n, n >= maxViewCount)}</span>
    </>
  );
