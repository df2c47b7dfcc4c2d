import type { Operator } from "@parlour/protocol";
import type { VisitorSeen } from "@parlour/protocol/api";
import { Link } from "@tanstack/react-router";
import { Icon } from "../../ui/Icon.tsx";
import { Avatar } from "../../ui/marks.tsx";
import { exactTime } from "../../ui/Time.tsx";
import { ago, visitorName } from "../inbox/words.ts";
import { placeOf, stateOf } from "./state-words.ts";
import { t } from "./text.ts";

interface Props {
  visitor: VisitorSeen;
  me: Operator;
  now: number;
  open: boolean;
}

/** One visitor: who, where, when, by which way, what is going on. */
export function VisitorRow({ visitor, me, now, open }: Props) {
  const { chat } = visitor;
  const name = visitorName({ visitor });
  const state = stateOf(visitor, me);
  const place = placeOf(chat);
  const about = [visitor.email?.value ?? visitor.phone?.value ?? "", place].filter((part) => part !== "").join(" · ");
  return (
    <tr data-open={open || undefined}>
      <th scope="row">
        <span className="who2">
          <Avatar name={visitor.name?.value ?? null} {...(visitor.photo !== null && { photo: visitor.photo })} />
          <span className="lines">
            <Link
              className="cut"
              dir="auto"
              to="/visitors/{-$number}"
              params={{ number: String(visitor.number) }}
              search={(before) => before}
              aria-current={open ? "true" : undefined}
              activeProps={{}}
            >
              {name}
            </Link>
            <span className="sub2 cut" dir="auto">
              {about === "" ? `#${visitor.number}` : about}
            </span>
          </span>
        </span>
      </th>
      <td data-label={t("visitors.page")}>
        <Page page={chat?.page ?? null} />
      </td>
      <td data-label={t("visitors.seen")} className="end-n num">
        {visitor.last_seen_at !== null && (
          <time dateTime={visitor.last_seen_at} title={exactTime(visitor.last_seen_at)}>
            {ago(visitor.last_seen_at, now)}
          </time>
        )}
      </td>
      <td data-label={t("visitors.source")}>
        <span className="lines">
          <span className="cut" dir="auto">
            {chat?.channel.name}
          </span>
          {chat?.session && chat.session.utm.source !== "" && (
            <span className="sub2 cut" dir="auto">
              {[chat.session.utm.source, chat.session.utm.campaign].filter((part) => part !== "").join(" · ")}
            </span>
          )}
        </span>
      </td>
      <td data-label={t("visitors.chats")} className="end-n num">
        {visitor.chats}
      </td>
      <td data-label={t("visitors.state")}>
        <span className="statemark">
          <Icon of={state.icon} small className={state.tone} />
          <span className="cut" dir="auto">
            {state.words}
          </span>
        </span>
      </td>
      <td className="end-n">
        {chat !== null && (
          <Link
            className="btn small"
            to="/inbox/$view/{-$chat}"
            params={{ view: chat.state === "closed" ? "closed" : "all", chat: String(chat.id) }}
            aria-label={t("visitors.openof", { name })}
          >
            {t("visitors.open")}
          </Link>
        )}
      </td>
    </tr>
  );
}

function Page({ page }: { page: { url: string; title: string | null } | null }) {
  if (page === null) return <span className="faint">{t("visitors.nopage")}</span>;
  const path = page.url.replace(/^https?:\/\//, "");
  return (
    <span className="lines" title={page.url}>
      <span className="cut" dir="auto">
        {page.title ?? path}
      </span>
      {page.title !== null && <span className="sub2 cut">{path}</span>}
    </span>
  );
}
