import {
  IconAlertTriangle,
  IconClock,
  IconEqual,
  IconExclamationCircle,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { QueryList } from "../../../ui/loading/QueryList.tsx";
import { formatFullTime } from "../../../ui/time.ts";
import { ResourceTable } from "../kit/resource/ResourceTable.tsx";
import { t } from "./text.ts";

const icons = {
  none: IconEqual,
  running: IconClock,
  waiting: IconClock,
  no_end: IconExclamationCircle,
  not_stored: IconExclamationCircle,
  missing: IconExclamationCircle,
  messages: IconAlertTriangle,
  rating: IconAlertTriangle,
  answered_in_both: IconAlertTriangle,
} as const;

/** A chat of both systems, as the table shows it. */
export interface ComparedChat {
  /** Number of the chat, shown if the visitor has no name. */
  readonly id: string | number;
  /** Id of the chat here, or null. */
  readonly chatId: number | null;
  /** Name of the visitor, or "". */
  readonly visitor: string;
  readonly at: string;
  /** What each system has of it, in words. */
  readonly oldSystem: string;
  readonly parlour: string;
  readonly difference: keyof typeof icons;
  readonly differenceText: string;
}

interface ComparedChatsProps {
  readonly id: string;
  readonly title: string;
  readonly emptyText: string;
  readonly query: {
    readonly error: Error | null;
    readonly refetch: () => unknown;
    readonly hasNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  /** Undefined until loaded. */
  readonly chats: readonly ComparedChat[] | undefined;
  /** Button beside the title. */
  readonly children?: ReactNode;
}

/** Lists chats of the old system beside those here, newest first. */
export function ComparedChats({
  id,
  title,
  emptyText,
  query,
  chats,
  children,
}: ComparedChatsProps) {
  return (
    <section className="card" aria-labelledby={id}>
      <div className="parallelhead">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
      <div className="parallellist">
        <QueryList
          query={query}
          items={chats}
          errorText={t("parallel.failed")}
          emptyText={emptyText}
        >
          {(shown) => (
            <ResourceTable
              resources={shown}
              name={{ head: t("parallel.chat"), cell: (chat) => <ChatName chat={chat} /> }}
              columns={[
                { head: t("parallel.there"), cell: ({ oldSystem }) => oldSystem },
                { head: t("parallel.here"), cell: ({ parlour }) => parlour },
                {
                  head: t("parallel.difference"),
                  cell: ({ difference, differenceText }) => (
                    <span className={`paralleldifference ${difference}`}>
                      <Icon of={icons[difference]} small /> {differenceText}
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

function ChatName({ chat: { id, chatId, visitor, at } }: { readonly chat: ComparedChat }) {
  const name = visitor || t("parallel.number", { chat: id });
  return (
    <>
      {chatId === null ? (
        name
      ) : (
        <Link to="/archive/{-$chat}" params={{ chat: String(chatId) }}>
          <bdi>{name}</bdi>
        </Link>
      )}
      <small className="faint">{formatFullTime(at)}</small>
    </>
  );
}
