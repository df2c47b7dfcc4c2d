import type { ParallelChat } from "@parlour/protocol/api";
import {
  IconAlertTriangle,
  IconClock,
  IconEqual,
  IconExclamationCircle,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { QueryList } from "../../../ui/loading/QueryList.tsx";
import { formatFullTime } from "../../../ui/time.ts";
import { ResourceTable } from "../kit/resource/ResourceTable.tsx";
import { t } from "./text.ts";
import { useParallelChats } from "./use-parallel-run.ts";

const icons = {
  none: IconEqual,
  running: IconClock,
  no_end: IconExclamationCircle,
  not_stored: IconExclamationCircle,
  messages: IconAlertTriangle,
  rating: IconAlertTriangle,
} as const;

/** Lists the chats of the old system with those here, newest first. */
export function ParallelChatList() {
  const query = useParallelChats();
  const [isOnlyDifferences, setOnlyDifferences] = useState(false);
  const all = query.data?.pages.flatMap(({ items }) => items);
  const shown = all?.filter(({ difference }) => {
    return !isOnlyDifferences || (difference !== "none" && difference !== "running");
  });
  return (
    <section className="card" aria-labelledby="parallel-list">
      <div className="parallelhead">
        <h2 id="parallel-list">{t("parallel.list")}</h2>
        <Button
          small
          aria-pressed={isOnlyDifferences}
          onClick={() => setOnlyDifferences((on) => !on)}
        >
          {t("parallel.only")}
        </Button>
      </div>
      <div className="parallellist">
        <QueryList
          query={query}
          items={shown}
          errorText={t("parallel.failed")}
          emptyText={t(isOnlyDifferences ? "parallel.same" : "parallel.none")}
        >
          {(chats) => (
            <ResourceTable
              resources={chats.map((chat) => ({ ...chat, id: chat.chat }))}
              name={{ head: t("parallel.chat"), cell: (chat) => <ChatName chat={chat} /> }}
              columns={[
                { head: t("parallel.there"), cell: ({ there }) => showSide(there) },
                {
                  head: t("parallel.here"),
                  cell: ({ stored }) =>
                    stored === null ? t("parallel.nothere") : showSide(stored),
                },
                {
                  head: t("parallel.difference"),
                  cell: ({ difference }) => (
                    <span className={`paralleldifference ${difference}`}>
                      <Icon of={icons[difference]} small /> {t(`parallel.is.${difference}`)}
                    </span>
                  ),
                },
              ]}
            />
          )}
        </QueryList>
      </div>
      {query.hasNextPage && (
        <p className="parallelmore">
          <Button small onClick={() => void query.fetchNextPage()}>
            {t("parallel.more")}
          </Button>
        </p>
      )}
    </section>
  );
}

function ChatName({ chat: { chat, at, stored } }: { readonly chat: ParallelChat }) {
  return (
    <>
      {stored === null ? (
        t("parallel.number", { chat })
      ) : (
        <Link to="/archive/{-$chat}" params={{ chat: String(stored.chat_id) }}>
          <bdi>{stored.visitor || t("parallel.number", { chat })}</bdi>
        </Link>
      )}
      <small className="faint">{formatFullTime(at)}</small>
    </>
  );
}

function showSide({
  messages,
  rating,
}: {
  readonly messages: number | null;
  readonly rating: string | null;
}): string {
  if (messages === null) return t("parallel.running");
  const text = t("parallel.messages", { n: messages });
  return rating === "positive" || rating === "negative"
    ? t("parallel.rated", { messages: text, rating: t(`parallel.rated.${rating}`) })
    : text;
}
