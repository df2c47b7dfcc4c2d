import type { Chat, Operator } from "@parlour/protocol";
import type { SearchSort } from "@parlour/protocol/api";
import { IconArrowForwardUp, IconChevronLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useLiveState } from "../../../state/live-context.tsx";
import { can } from "../../../state/session.tsx";
import { Button } from "../../../ui/Button.tsx";
import { ChatStateTag } from "../../../ui/chat/ChatStateTag.tsx";
import { ImportedTag } from "../../../ui/chat/ImportedTag.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { formatFullTime } from "../../../ui/time.ts";
import { ChatNumber } from "../../../ui/copy/ChatNumber.tsx";
import { getVisitorName } from "../../../ui/chat/visitor-name.ts";
import { t } from "../text.ts";
import { toSearchParams } from "../use-search-query.ts";

/** Search, order and filter of the list with the conversation. Links keep them. */
interface ListState {
  q: string;
  sort: SearchSort;
  showsAllVisitors: boolean;
}

/** Renders the header of the conversation: visitor, state and actions. */
export function PreviewHead({
  chat,
  q,
  sort,
  showsAllVisitors,
  me,
  onContinue,
}: ListState & { chat: Chat; me: Operator; onContinue: () => void }) {
  const offline = useLiveState((state) => state.connection.kind === "offline");
  const heading = useRef<HTMLHeadingElement>(null);
  // On a narrow screen the list is hidden when a chat opens, so the focus moves to the heading.
  useEffect(() => {
    if (
      document.activeElement === null ||
      document.activeElement === document.body ||
      document.activeElement.checkVisibility?.() === false
    )
      heading.current?.focus({ preventScroll: true });
  }, [chat.id]);
  return (
    <header className="head">
      <BackLink {...{ q, sort, showsAllVisitors }} />
      <div className="title">
        <h2 id="preview-h" tabIndex={-1} ref={heading}>
          <span className="cut" dir="auto">
            {getVisitorName(chat)}
          </span>
        </h2>
        <p className="sub">
          <ChatNumber number={chat.number} />
          <span className="cut">{chat.channel.name}</span>
          <ChatStateTag chat={chat} />
          <ImportedTag chat={chat} />
          <time className="cut" dateTime={chat.created_at}>
            {formatFullTime(chat.created_at)}
          </time>
        </p>
      </div>
      {chat.state === "closed" && can(me, "chats.answer") && (
        <Button
          icon={IconArrowForwardUp}
          flipIcon
          onClick={onContinue}
          title={`${t("preview.continue.hint")}  R`}
          aria-keyshortcuts="R"
          unavailable={offline && t("preview.offline")}
        >
          {t("preview.continue")}
        </Button>
      )}
    </header>
  );
}

/** Link from the conversation to the list, on narrow screens. */
export function BackLink({ q, sort, showsAllVisitors }: ListState) {
  return (
    <Link
      className="btn icon quiet back"
      to="/archive/{-$chat}"
      params={{ chat: undefined }}
      search={toSearchParams({ q, sort, showsAllVisitors })}
      aria-label={t("preview.back")}
    >
      <Icon of={IconChevronLeft} flip />
    </Link>
  );
}
