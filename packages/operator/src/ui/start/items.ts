import type { GetStarted } from "@parlour/protocol/api";
import { i18n } from "../../text/index.ts";
import { formatDayTime } from "../time.ts";
import { formatSize } from "../file/format-size.ts";
import { hoursText } from "./hours-text.ts";
import { t } from "./text.ts";
import { parseUrl } from "../../state/browser/parse-url.ts";

/** An item of the check list. Stored facts determine whether it is done, never the operator. */
export interface CheckListItem {
  readonly id: "button" | "colleague" | "hours" | "email" | "alerts" | "backup" | "picture";
  readonly isDone: boolean;
  /** Why the item matters, or what shows that it is done. */
  readonly about: string;
  /** Path of the page where the operator completes the item. */
  readonly to: string;
  /** Search parameters that open a tab of the page. */
  readonly search?: Readonly<Record<string, string>> | undefined;
  /** URL hash that opens a part of the page. */
  readonly hash?: string;
  readonly action: string;
  /** Path of the request that the button makes before it opens the page. */
  readonly request?: string;
}

export interface Alerts {
  /** Whether sound and a notification were confirmed on this device. */
  readonly areTested: boolean;
}

/**
 * Returns the check list of an owner or administrator (CORE-173). The order never changes.
 * `facts.email` and `facts.backup` are missing for operators who do not run the installation.
 */
export function createAdminCheckList(
  facts: GetStarted,
  alerts: Alerts,
  now: number,
): readonly CheckListItem[] {
  const { widget, colleague, hours, email, backup } = facts;
  return [
    {
      id: "button",
      isDone: widget?.seen != null,
      about: widget?.seen == null ? t("start.button.open") : seenText(widget.seen, now),
      to: widget === null ? "/settings/widgets/new" : `/settings/widgets/${widget.channel_id}`,
      search: widget === null ? undefined : { tab: "api" },
      action: t("start.button.go"),
    },
    invitationItem(colleague),
    {
      id: "hours",
      isDone: hours !== null,
      about: hours === null ? t("start.hours.open") : hoursText(hours),
      to: "/settings/hours",
      action: t("start.hours.go"),
    },
    ...(email === undefined ? [] : [emailItem(email)]),
    alertsItem(alerts),
    ...(backup === undefined ? [] : [backupItem(backup, now)]),
  ];
}

function invitationItem(invited: GetStarted["colleague"]): CheckListItem {
  if (invited === null)
    return {
      id: "colleague",
      isDone: false,
      about: t("start.colleague.open"),
      to: "/settings/people/new",
      action: t("start.colleague.go"),
    };
  const { name, email, has_accepted, has_channel } = invited;
  return {
    id: "colleague",
    isDone: has_accepted && has_channel,
    about: !has_channel
      ? t("start.colleague.channel", { name })
      : has_accepted
        ? t("start.colleague.done", { name })
        : t("start.colleague.invited", { email }),
    to: `/settings/people/${invited.operator_id}`,
    action: t(has_channel ? "start.colleague.again" : "start.colleague.choose"),
  };
}

/** Returns the check list of all other operators who answer chats. */
export const createOperatorCheckList = (
  alerts: Alerts,
  hasPicture: boolean,
): readonly CheckListItem[] => [
  alertsItem(alerts),
  {
    id: "picture",
    isDone: hasPicture,
    about: t(hasPicture ? "start.picture.done" : "start.picture.open"),
    to: "/me",
    action: t("start.picture.go"),
  },
];

function emailItem(email: NonNullable<GetStarted["email"]> | null): CheckListItem {
  const { from, works } = email ?? { from: "", works: false };
  return {
    id: "email",
    isDone: works,
    about:
      email === null
        ? t("start.email.open")
        : t(works ? "start.email.done" : "start.email.untested", { from }),
    to: "/settings/mail",
    action: t(email === null ? "start.email.go" : "start.email.test"),
  };
}

function alertsItem({ areTested }: Alerts): CheckListItem {
  return {
    id: "alerts",
    isDone: areTested,
    about: t(areTested ? "start.alerts.done" : "start.alerts.open"),
    to: "/me",
    hash: "check-h",
    action: t("start.alerts.go"),
  };
}

function backupItem(backup: NonNullable<GetStarted["backup"]> | null, now: number): CheckListItem {
  const time = backup === null ? "" : formatDayTime(backup.created_at, now);
  return {
    id: "backup",
    isDone: backup !== null,
    about:
      backup === null
        ? t("start.backup.open")
        : backup.bytes === null
          ? t("start.backup.done", { time })
          : t("start.backup.size", { time, size: formatSize(backup.bytes) }),
    to: "/settings/system",
    action: t("start.backup.go"),
    request: "/instance/backup/runs",
  };
}

function seenText(
  { origin, at }: { readonly origin: string; readonly at: string },
  now: number,
): string {
  const site = parseUrl(origin)?.host ?? origin;
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return t(isToday ? "start.button.today" : "start.button.day", {
    site,
    time: formatDayTime(at, now),
    day: i18n.date(new Date(at), { day: "numeric", month: "long" }),
  });
}
