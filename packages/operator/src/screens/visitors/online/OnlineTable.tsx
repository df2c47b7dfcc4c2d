import type { Operator } from "@parlour/protocol";
import type { VisitorOnline } from "@parlour/protocol/api";
import { IconEye, IconMailForward, IconMailX } from "@tabler/icons-react";
import { may } from "../../../state/session.tsx";
import { Button } from "../../../ui/Button.tsx";
import { duration, exactTime, useNow } from "../../../ui/Time.tsx";
import { visitorName } from "../../../ui/visitor-name.ts";
import { stateOf } from "../state-words.ts";
import { t as known } from "../text.ts";
import { FrameRow, OpenChat, TwoLines, VisitorFrame, type ListProps } from "../VisitorFrame.tsx";
import { t } from "./text.ts";
import { pathOf, placeText, sourceOf } from "./words.ts";

interface Props extends ListProps<VisitorOnline> {
  onInvite: (number: number) => void;
}

/** The visitors on the site, one per row. */
export function OnlineTable({ rows, me, open, onInvite }: Props) {
  const now = useNow(rows.length > 100 ? 5000 : 1000);
  return (
    <VisitorFrame heads={{ page: t("online.page"), time: t("online.since"), count: t("online.visits") }} live>
      {rows.map((visitor) => (
        <Row key={visitor.number} {...{ visitor, me, now, onInvite }} open={visitor.number === open} />
      ))}
    </VisitorFrame>
  );
}

interface RowProps extends Pick<Props, "me" | "onInvite"> {
  visitor: VisitorOnline;
  now: number;
  open: boolean;
}
function Row({ visitor, me, now, open, onInvite }: RowProps) {
  const [page] = visitor.trail;
  const source = sourceOf(visitor.session, visitor.referrer);
  return (
    <FrameRow
      visitor={visitor}
      open={open}
      live
      about={placeText(visitor.session)}
      page={
        page === undefined ? (
          <span className="faint">{known("visitors.nopage")}</span>
        ) : (
          <TwoLines first={page.title || pathOf(page.url)} second={page.title === "" ? "" : pathOf(page.url)} title={page.url} />
        )
      }
      time={
        <time dateTime={visitor.since} title={exactTime(visitor.since)}>
          {duration(now - Date.parse(visitor.since))}
        </time>
      }
      source={
        source === null ? <span className="faint">{t("online.direct")}</span> : <TwoLines first={source.name} second={source.detail} />
      }
      count={visitor.visits}
      state={stateNow(visitor, me, now)}
      action={<Action visitor={visitor} me={me} onInvite={onInvite} />}
    />
  );
}

/**
 * Returns the state of a visitor on the site. After declining an invitation it is "browsing" again.
 */
function stateNow(visitor: VisitorOnline, me: Operator, now: number) {
  const { state, invitation, blocked } = visitor;
  if (blocked || state === "chatting") return stateOf(visitor, me);
  if (invitation?.state === "declined") return { icon: IconMailX, tone: "faint", words: t("online.state.declined") };
  if (state === "invited" && invitation !== null)
    return { icon: IconMailForward, tone: "info", words: t("online.state.invited", { time: duration(now - Date.parse(invitation.at)) }) };
  return { icon: IconEye, tone: "faint", words: t("online.state.browsing") };
}

function Action({ visitor, me, onInvite }: Pick<RowProps, "visitor" | "me" | "onInvite">) {
  const { chat, state, blocked, number } = visitor;
  if (state === "chatting" && chat !== null) return <OpenChat visitor={visitor} chat={chat} view="all" />;
  if (blocked || !may(me, "chat")) return null;
  return (
    <Button small aria-label={t("online.invite.of", { name: visitorName({ visitor }) })} onClick={() => onInvite(number)}>
      {t("online.invite.verb")}
    </Button>
  );
}
