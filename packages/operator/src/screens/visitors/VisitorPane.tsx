import { ApiError } from "@parlour/client";
import type { Operator } from "@parlour/protocol";
import type { VisitorOnline } from "@parlour/protocol/api";
import { IconBan } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../state/api/api.ts";
import { LineSkeleton, useDelayedLoading } from "../../ui/loading/Skeleton.tsx";
import { ErrorMessage } from "../../ui/loading/ErrorMessage.tsx";
import { EmptyState } from "../../ui/badges.tsx";
import { getVisitorName } from "../../ui/chat/visitor-name.ts";
import { t } from "./text.ts";
import { PaneHeader } from "./VisitorPaneHeader.tsx";
import { VisitorDetails } from "./VisitorDetails.tsx";
import { visitorProfileQuery } from "./person/use-person.ts";

const pollIntervalMs = 4000;

interface VisitorPaneProps {
  number: number;
  me: Operator;
  /** Present while the visitor has a page with a widget open. */
  online: VisitorOnline | undefined;
  /** Whether the operator pressed Invite to open this pane. */
  isInviting: boolean;
  onClose: () => void;
}

/**
 * Shows the details of a visitor: values with their source, visits, chats and blocks. While the
 * visitor is on the site, it includes the invitation form.
 */
export function VisitorPane({ number, me, online, isInviting, onClose }: VisitorPaneProps) {
  const query = useQuery({
    ...visitorProfileQuery(number),
    refetchInterval: pollIntervalMs,
    retry: (n, error) => !(error instanceof ApiError && error.status === 404) && n < 2,
  });
  const chats = useQuery({
    queryKey: ["visitor", number, "chats", query.data?.chat?.id, query.data?.chat?.state],
    enabled: query.data !== undefined,
    queryFn: ({ signal }) => api.chats({ visitor: number, sort: "created", limit: 50 }, signal),
  });
  const isDelayed = useDelayedLoading(query.isPending);
  const isMissing = query.error instanceof ApiError && query.error.status === 404;
  const visitor = isMissing ? undefined : query.data;
  const name = visitor === undefined ? `#${number}` : getVisitorName({ visitor });
  return (
    <aside className="pane one" aria-label={name}>
      <PaneHeader
        {...{ visitor, name, me, online, onClose }}
        latest={chats.data?.items[0]}
        hasNone={chats.data?.items.length === 0}
      />
      <section
        className="scroll"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label={t("visitor.details")}
        aria-busy={query.isPending}
      >
        {isDelayed && <LineSkeleton lines={8} />}
        {isMissing && <EmptyState icon={IconBan} title={t("visitor.gone")} />}
        {query.isError && !isMissing && (
          <ErrorMessage error={query.error} onRetry={() => void query.refetch()} />
        )}
        {visitor !== undefined && (
          <VisitorDetails {...{ visitor, me, online, isInviting, chats }} />
        )}
      </section>
    </aside>
  );
}
