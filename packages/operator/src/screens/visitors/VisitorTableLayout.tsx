import type { Operator } from "@parlour/protocol";
import type { VisitorWithActivity } from "@parlour/protocol/api";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ChatLink } from "../../ui/open-chat/parts.tsx";
import { Icon, type IconType } from "../../ui/Icon.tsx";
import { Avatar } from "../../ui/badges.tsx";
import { getVisitorName } from "../../ui/chat/visitor-name.ts";
import { t } from "./text.ts";

export interface VisitorListProps<V extends VisitorWithActivity> {
  rows: readonly V[];
  me: Operator;
  open: number | null;
}
/** Headers of the columns that differ between the lists. Only wide screens show all. */
interface ColumnHeads {
  page: string;
  time: string;
  count: string;
}

interface VisitorTableLayoutProps {
  heads: ColumnHeads;
  live?: boolean;
  children: ReactNode;
}

/**
 * Renders the table of both lists of visitors: name, page, time, source, count, state and action.
 * `live` marks the list of visitors who are on the site now.
 */
export function VisitorTableLayout({ heads, live = false, children }: VisitorTableLayoutProps) {
  return (
    <table className={live ? "vis here" : "vis"}>
      <colgroup>
        <col className="c-visitor" />
        <col className="c-page" />
        <col className="c-seen" />
        <col className="c-from t-more" />
        <col className="c-n t-more" />
        <col className="c-state" />
        <col className="c-act" />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{t("visitors.visitor")}</th>
          <th scope="col">{heads.page}</th>
          <th scope="col" className="end-n">
            {heads.time}
          </th>
          <th scope="col" className="t-more">
            {t("visitors.source")}
          </th>
          <th scope="col" className="t-more end-n">
            {heads.count}
          </th>
          <th scope="col">{t("visitors.state")}</th>
          <th scope="col">
            <span className="vh">{t("visitors.action")}</span>
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

interface VisitorTableRowProps {
  visitor: VisitorWithActivity;
  open: boolean;
  live?: boolean;
  /** Text below the name. If it is empty, the visitor's number is shown. */
  about: string;
  page: ReactNode;
  time: ReactNode;
  source: ReactNode;
  count: number;
  state: { icon: IconType; tone: string; words: string };
  action: ReactNode;
}
/** Renders one visitor with cells in the order of the columns. */
export function VisitorTableRow({
  visitor,
  open,
  live = false,
  about,
  page,
  time,
  source,
  count,
  state,
  action,
}: VisitorTableRowProps) {
  return (
    <tr data-open={open || undefined}>
      <th scope="row">
        <span className="visitorcell">
          <Avatar
            name={visitor.name?.value ?? null}
            visitorId={visitor.id}
            presence={live ? "online" : undefined}
            photo={visitor.photo ?? undefined}
          />
          <span className="lines">
            <Link
              className="cut"
              dir="auto"
              to="/visitors/{-$number}"
              params={{ number: String(visitor.number) }}
              search={(before) => before}
              aria-current={open ? "true" : undefined}
              activeProps={{}}
              data-step
            >
              {getVisitorName({ visitor })}
            </Link>
            <span className="sub2 cut" dir="auto">
              {about === "" ? `#${visitor.number}` : about}
            </span>
          </span>
        </span>
      </th>
      <td className="t-page">{page}</td>
      <td className="t-time end-n num">{time}</td>
      <td className="t-more">{source}</td>
      <td className="t-more end-n num">{count}</td>
      <td className="t-state">
        <span className="statemark">
          <Icon of={state.icon} small className={state.tone} />
          <span className="cut" dir="auto">
            {state.words}
          </span>
        </span>
      </td>
      <td className="end-n">{action}</td>
    </tr>
  );
}

/** Renders a line with a smaller line below. An empty text omits the second line. */
export function TwoLines({
  first,
  second,
  title,
}: {
  first: string;
  second: string;
  title?: string;
}) {
  return (
    <span className="lines" title={title}>
      <span className="cut" dir="auto">
        {first}
      </span>
      {second !== "" && (
        <span className="sub2 cut" dir="auto">
          {second}
        </span>
      )}
    </span>
  );
}

export function OpenChatLink({
  visitor,
  chat,
  view,
}: {
  visitor: VisitorWithActivity;
  chat: { readonly id: number };
  view: "all" | "closed";
}) {
  return (
    <ChatLink
      className="btn small"
      chatId={chat.id}
      view={view}
      aria-label={t("visitors.openof", { name: getVisitorName({ visitor }) })}
    >
      {t("visitors.open")}
    </ChatLink>
  );
}
