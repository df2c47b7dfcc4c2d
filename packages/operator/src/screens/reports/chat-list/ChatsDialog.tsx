import type { ReportChat } from "@parlour/protocol/api";
import { Link } from "@tanstack/react-router";
import { LineSkeleton, useDelayedLoading } from "../../../ui/loading/Skeleton.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { Tag } from "../../../ui/badges.tsx";
import { getVisitorName } from "../../../ui/chat/visitor-name.ts";
import { formatDayTime, useNow } from "../../../ui/time.ts";
import { formatSeconds } from "../figures.ts";
import { formatLateness, policyTargetName } from "../policy-target.ts";
import { t } from "../text.ts";
import { useReportChats, type ReportChatsRequest } from "../use-report.ts";

/** Lists the chats that a number counts, latest first. Each chat links to the archive. */
export function ChatsDialog({
  title,
  request,
  onClose,
}: {
  title: string;
  request: ReportChatsRequest;
  onClose: () => void;
}) {
  return (
    <Dialog title={title} open wide onClose={onClose}>
      <ChatList request={request} />
    </Dialog>
  );
}

function ChatList({ request }: { request: ReportChatsRequest }) {
  const pages = useReportChats(request);
  const isDelayed = useDelayedLoading(pages.isPending);
  const now = useNow(60_000);
  const items = pages.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <div className="counted" aria-busy={pages.isFetching}>
      {pages.isError && <ErrorMessage error={pages.error} onRetry={() => void pages.refetch()} />}
      {isDelayed && <LineSkeleton lines={6} />}
      {pages.isSuccess && items.length === 0 && <p className="soft t13">{t("list.empty")}</p>}
      <ul>
        {items.map((item, n) => (
          // A chat can be listed once for each of its calls.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${item.chat.id} ${n}`}>
            <Link
              to="/archive/{-$chat}"
              params={{ chat: String(item.chat.id) }}
              search={{}}
              title={t("list.open")}
            >
              {getVisitorName(item.chat)}
            </Link>
            <time className="faint num" dateTime={item.at}>
              {formatDayTime(item.at, now)}
            </time>
            <span className="soft cut" dir="auto">
              {chatDetails(item, now)}
            </span>
            {item.chat.rating !== null && (
              <Tag tone={item.chat.rating === "positive" ? "ok" : "bad"}>
                {t(item.chat.rating === "positive" ? "list.positive" : "list.negative")}
              </Tag>
            )}
          </li>
        ))}
      </ul>
      {pages.hasNextPage && (
        <p className="pager">
          <Button
            small
            onClick={() => void pages.fetchNextPage()}
            unavailable={pages.isFetchingNextPage}
          >
            {t("list.more")}
          </Button>
        </p>
      )}
    </div>
  );
}

function chatDetails({ chat, answer_s, duration_s, sla }: ReportChat, now: number): string {
  return [
    chat.number === undefined ? "" : String(chat.number),
    chat.channel.name,
    chat.assignee?.name ?? "",
    answer_s === null ? "" : t("list.answer", { time: formatSeconds(answer_s) }),
    duration_s === null ? "" : t("list.duration", { time: formatSeconds(duration_s) }),
    sla === null ? "" : policyTargetName({ ...sla.policy, target: sla.target }),
    sla === null ? "" : formatLateness(sla, now),
  ]
    .filter((part) => part !== "")
    .join(" · ");
}
