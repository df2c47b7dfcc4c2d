import type { Operator } from "@parlour/protocol";
import type { VisitorOnline } from "@parlour/protocol/api";
import { IconEye, IconMailForward } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { may } from "../../../state/session.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Avatar } from "../../../ui/marks.tsx";
import { duration, exactTime, useNow } from "../../../ui/Time.tsx";
import { visitorName } from "../../inbox/words.ts";
import { stateOf } from "../state-words.ts";
import { t as known } from "../text.ts";
import { t } from "./text.ts";
import { pathOf, placeText, sourceOf } from "./words.ts";

interface Props {
  rows: readonly VisitorOnline[];
  me: Operator;
  /** Number of the one whose details are shown. */
  open: number | null;
  onInvite: (number: number) => void;
}

/** Who is on the site now, a row each. */
export function OnlineTable({ rows, me, open, onInvite }: Props) {
  const now = useNow(rows.length > 100 ? 5000 : 1000);
  return (
    <table className="vis here">
      <colgroup>
        <col className="c-who" />
        <col className="c-page" />
        <col className="c-seen" />
        <col className="c-from" />
        <col className="c-n" />
        <col className="c-state" />
        <col className="c-act" />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{known("visitors.visitor")}</th>
          <th scope="col">{t("online.page")}</th>
          <th scope="col" className="end-n">
            {t("online.since")}
          </th>
          <th scope="col">{known("visitors.source")}</th>
          <th scope="col" className="end-n">
            {t("online.visits")}
          </th>
          <th scope="col">{known("visitors.state")}</th>
          <th scope="col">
            <span className="vh">{known("visitors.action")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((visitor) => (
          <Row key={visitor.number} visitor={visitor} me={me} now={now} open={visitor.number === open} onInvite={onInvite} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ visitor, me, now, open, onInvite }: Omit<Props, "rows" | "open"> & { visitor: VisitorOnline; now: number; open: boolean }) {
  const name = visitorName({ visitor });
  const place = placeText(visitor.session);
  const [page] = visitor.trail;
  return (
    <tr data-open={open || undefined}>
      <th scope="row">
        <span className="who2">
          <Avatar name={visitor.name?.value ?? null} presence="online" {...(visitor.photo !== null && { photo: visitor.photo })} />
          <span className="lines">
            <Link
              className="cut"
              dir="auto"
              to="/visitors/{-$number}"
              params={{ number: String(visitor.number) }}
              aria-current={open ? "true" : undefined}
              activeProps={{}}
            >
              {name}
            </Link>
            <span className="sub2 cut" dir="auto">
              {place === "" ? `#${visitor.number}` : place}
            </span>
          </span>
        </span>
      </th>
      <td data-label={t("online.page")}>
        {page === undefined ? (
          <span className="faint">{known("visitors.nopage")}</span>
        ) : (
          <span className="lines" title={page.url}>
            <span className="cut" dir="auto">
              {page.title || pathOf(page.url)}
            </span>
            {page.title !== "" && <span className="sub2 cut">{pathOf(page.url)}</span>}
          </span>
        )}
      </td>
      <td data-label={t("online.since")} className="end-n num">
        <time dateTime={visitor.since} title={exactTime(visitor.since)}>
          {duration(now - Date.parse(visitor.since))}
        </time>
      </td>
      <td data-label={known("visitors.source")}>
        <Source visitor={visitor} />
      </td>
      <td data-label={t("online.visits")} className="end-n num">
        {visitor.visits}
      </td>
      <td data-label={known("visitors.state")}>
        <State visitor={visitor} me={me} now={now} />
      </td>
      <td className="end-n">
        <Action visitor={visitor} me={me} name={name} onInvite={onInvite} />
      </td>
    </tr>
  );
}

function Source({ visitor }: { visitor: VisitorOnline }) {
  const source = sourceOf(visitor.session, visitor.referrer);
  if (source === null) return <span className="faint">{t("online.direct")}</span>;
  return (
    <span className="lines">
      <span className="cut" dir="auto">
        {source.name}
      </span>
      {source.detail !== "" && (
        <span className="sub2 cut" dir="auto">
          {source.detail}
        </span>
      )}
    </span>
  );
}

function State({ visitor, me, now }: { visitor: VisitorOnline; me: Operator; now: number }) {
  const { state, invitation, blocked } = visitor;
  const words =
    blocked || state === "chatting"
      ? stateOf(visitor, me)
      : state === "invited" && invitation !== null
        ? { icon: IconMailForward, tone: "info", words: t("online.state.invited", { time: duration(now - Date.parse(invitation.at)) }) }
        : { icon: IconEye, tone: "faint", words: t("online.state.browsing") };
  return (
    <span className="statemark">
      <Icon of={words.icon} small className={words.tone} />
      <span className="cut" dir="auto">
        {words.words}
      </span>
    </span>
  );
}

function Action({ visitor, me, name, onInvite }: { visitor: VisitorOnline; me: Operator; name: string; onInvite: Props["onInvite"] }) {
  const { chat, state, blocked, number } = visitor;
  if (state === "chatting" && chat !== null)
    return (
      <Link
        className="btn small"
        to="/inbox/$view/{-$chat}"
        params={{ view: "all", chat: String(chat.id) }}
        aria-label={known("visitors.openof", { name })}
      >
        {known("visitors.open")}
      </Link>
    );
  if (blocked || !may(me, "chat")) return null;
  return (
    <Button small aria-label={t("online.invite.of", { name })} onClick={() => onInvite(number)}>
      {t("online.invite.verb")}
    </Button>
  );
}
