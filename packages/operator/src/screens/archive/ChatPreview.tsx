import { ApiError } from "@parlour/client";
import type { Chat, Operator } from "@parlour/protocol";
import type { SearchSort } from "@parlour/protocol/api";
import {
  IconArrowForwardUp,
  IconChevronLeft,
  IconMessageOff,
  IconMessageSearch,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { api } from "../../state/api/api.ts";
import { useLiveState } from "../../state/live-context.tsx";
import { can } from "../../state/session.tsx";
import { LineSkeleton, useDelayedLoading } from "../../ui/loading/Skeleton.tsx";
import { Button } from "../../ui/Button.tsx";
import { ChatStateTag } from "../../ui/chat/ChatStateTag.tsx";
import { ErrorMessage } from "../../ui/loading/ErrorMessage.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { EmptyState } from "../../ui/badges.tsx";
import { formatFullTime } from "../../ui/time.ts";
import { ChatNumber } from "../../ui/chat/ChatNumber.tsx";
import { getVisitorName } from "../../ui/chat/visitor-name.ts";
import { MatchBar } from "./MatchBar.tsx";
import { t } from "./text.ts";
import { toSearchParams } from "./use-search-query.ts";
import { PreviewMessages } from "./PreviewMessages.tsx";

export function NoPreview() {
  return (
    <section className="pane talk none" aria-label={t("preview.label")}>
      <EmptyState icon={IconMessageSearch} title={t("preview.none")}>
        {t("preview.none.text", { keys: "J, K" })}
      </EmptyState>
    </section>
  );
}

interface Props {
  chatId: number;
  /** `seq` of the matching message. Null if the chat was opened without a match. */
  at: number | null;
  q: string;
  sort: SearchSort;
  /** Whether the list next to the conversation shows all visitors found. Links keep this state. */
  allPeople: boolean;
  me: Operator;
  /** Search words to highlight. */
  words: readonly string[];
  onContinue: () => void;
}

/** Shows a read-only conversation, scrolled to the matching message. */
export function ChatPreview({ chatId, at, q, sort, allPeople, me, words, onContinue }: Props) {
  const {
    data: chat,
    error,
    refetch,
  } = useQuery({
    queryKey: ["archive", chatId],
    queryFn: ({ signal }) => api.chat(chatId, signal),
    retry: (n, fault) => n < 1 && !(fault instanceof ApiError && fault.status === 404),
  });
  const isDelayed = useDelayedLoading(!chat && !error);
  if (!chat)
    return (
      <section className="pane talk" aria-label={t("preview.label")} data-pane aria-busy={!error}>
        <header className="head">
          <BackLink {...{ q, sort, allPeople }} />
        </header>
        {error instanceof ApiError && error.status === 404 ? (
          <EmptyState icon={IconMessageOff} title={t("preview.lost")} />
        ) : error ? (
          <ErrorMessage error={error} onRetry={() => void refetch()}>
            {t("preview.failed")}
          </ErrorMessage>
        ) : (
          isDelayed && (
            <div className="talkbones">
              <LineSkeleton />
            </div>
          )
        )}
      </section>
    );
  return (
    <section className="pane talk" aria-labelledby="preview-h" data-pane>
      <PreviewHead {...{ chat, q, sort, allPeople, me, onContinue }} />
      <PreviewMessages {...{ chat, at, me, words }} />
      <MatchBar {...{ chat, at, q, sort, allPeople }} />
    </section>
  );
}

function PreviewHead({
  chat,
  q,
  sort,
  allPeople,
  me,
  onContinue,
}: Pick<Props, "q" | "sort" | "allPeople" | "me" | "onContinue"> & { chat: Chat }) {
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
      <BackLink {...{ q, sort, allPeople }} />
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
          <time className="cut" dateTime={chat.created_at}>
            {formatFullTime(chat.created_at)}
          </time>
        </p>
      </div>
      {chat.state === "closed" && can(me, "chat") && (
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

function BackLink({ q, sort, allPeople }: Pick<Props, "q" | "sort" | "allPeople">) {
  return (
    <Link
      className="btn icon quiet back"
      to="/archive/{-$chat}"
      params={{ chat: undefined }}
      search={toSearchParams({ q, sort, allPeople })}
      aria-label={t("preview.back")}
    >
      <Icon of={IconChevronLeft} flip />
    </Link>
  );
}
