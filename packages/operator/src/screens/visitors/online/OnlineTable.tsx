import type { Operator } from "@parlour/protocol";
import type { VisitorOnline } from "@parlour/protocol/api";
import { IconEye, IconMailForward, IconMailX } from "@tabler/icons-react";
import { can } from "../../../state/session.tsx";
import { Button } from "../../../ui/Button.tsx";
import { formatDuration, formatExactTime, useNow } from "../../../ui/time.ts";
import { getVisitorName } from "../../../ui/chat/visitor-name.ts";
import { getVisitorState } from "../visitor-state.ts";
import { t as known } from "../text.ts";
import {
  VisitorTableRow,
  OpenChatLink,
  TwoLines,
  VisitorTableLayout,
  type VisitorListProps,
} from "../VisitorTableLayout.tsx";
import { t } from "./text.ts";
import { pagePath, locationText, visitSource } from "../../../ui/visitor/visits/format.ts";

interface OnlineTableProps extends VisitorListProps<VisitorOnline> {
  onInvite: (number: number) => void;
}

/** Renders the visitors on the site, one per row. */
export function OnlineTable({ rows, me, open, onInvite }: OnlineTableProps) {
  const now = useNow(rows.length > 100 ? 5000 : 1000);
  return (
    <VisitorTableLayout
      heads={{ page: t("online.page"), time: t("online.since"), count: t("online.visits") }}
      live
    >
      {rows.map((visitor) => (
        <OnlineRow
          key={visitor.number}
          {...{ visitor, me, now, onInvite }}
          open={visitor.number === open}
        />
      ))}
    </VisitorTableLayout>
  );
}

interface RowActionProps {
  visitor: VisitorOnline;
  me: Operator;
  onInvite: (number: number) => void;
}

interface OnlineRowProps extends RowActionProps {
  now: number;
  open: boolean;
}
function OnlineRow({ visitor, me, now, open, onInvite }: OnlineRowProps) {
  const [page] = visitor.trail;
  const source = visitSource(visitor.session, visitor.referrer);
  return (
    <VisitorTableRow
      visitor={visitor}
      open={open}
      live
      about={locationText(visitor.session)}
      page={
        page === undefined ? (
          <span className="faint">{known("visitors.nopage")}</span>
        ) : (
          <TwoLines
            first={page.title || pagePath(page.url)}
            second={page.title === "" ? "" : pagePath(page.url)}
            title={page.url}
          />
        )
      }
      time={
        <time dateTime={visitor.since} title={formatExactTime(visitor.since)}>
          {formatDuration(now - Date.parse(visitor.since))}
        </time>
      }
      source={
        source === null ? (
          <span className="faint">{t("online.direct")}</span>
        ) : (
          <TwoLines first={source.name} second={source.detail} />
        )
      }
      count={visitor.visits}
      state={currentState(visitor, me, now)}
      action={<RowAction visitor={visitor} me={me} onInvite={onInvite} />}
    />
  );
}

/**
 * Returns the state of a visitor on the site. After they declined an invitation, the state is
 * "browsing" again.
 */
function currentState(visitor: VisitorOnline, me: Operator, now: number) {
  const { state, invitation, blocked } = visitor;
  if (blocked || state === "chatting") return getVisitorState(visitor, me);
  if (invitation?.state === "declined")
    return { icon: IconMailX, tone: "faint", words: t("online.state.declined") };
  if (state === "invited" && invitation !== null)
    return {
      icon: IconMailForward,
      tone: "info",
      words: t("online.state.invited", { time: formatDuration(now - Date.parse(invitation.at)) }),
    };
  return { icon: IconEye, tone: "faint", words: t("online.state.browsing") };
}

function RowAction({ visitor, me, onInvite }: RowActionProps) {
  const { chat, state, blocked, number } = visitor;
  if (state === "chatting" && chat !== null)
    return <OpenChatLink visitor={visitor} chat={chat} view="all" />;
  if (blocked || !can(me, "chats.answer")) return null;
  return (
    <Button
      small
      aria-label={t("online.invite.of", { name: getVisitorName({ visitor }) })}
      onClick={() => onInvite(number)}
    >
      {t("online.invite.verb")}
    </Button>
  );
}
