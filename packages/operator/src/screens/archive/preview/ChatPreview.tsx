import { ApiError } from "@parlour/client";
import type { Operator } from "@parlour/protocol";
import type { SearchSort } from "@parlour/protocol/api";
import { IconMessageOff, IconMessageSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../state/api/api.ts";
import { LineSkeleton, useDelayedLoading } from "../../../ui/loading/Skeleton.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { EmptyState } from "../../../ui/badges.tsx";
import { MatchBar, useMatches } from "./MatchBar.tsx";
import { t } from "../text.ts";
import { PreviewMessages } from "./PreviewMessages.tsx";
import { PreviewHead, BackLink } from "./PreviewHead.tsx";

export function NoPreview() {
  return (
    <section className="pane conversation none" aria-label={t("preview.label")}>
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
  showsAllVisitors: boolean;
  me: Operator;
  /** Search words to highlight. */
  words: readonly string[];
  onContinue: () => void;
}

/** Shows a read-only conversation, scrolled to the matching message. */
export function ChatPreview({
  chatId,
  at,
  q,
  sort,
  showsAllVisitors,
  me,
  words,
  onContinue,
}: Props) {
  const preview = useQuery({
    queryKey: ["archive", chatId],
    queryFn: ({ signal }) => api.chat(chatId, signal),
    retry: (n, fault) => n < 1 && !(fault instanceof ApiError && fault.status === 404),
  });
  const matches = useMatches(chatId, { at, q, sort, showsAllVisitors });
  const { error } = preview;
  const chat = preview.data;
  const isDelayed = useDelayedLoading(!chat && !error);
  if (!chat)
    return (
      <section
        className="pane conversation"
        aria-label={t("preview.label")}
        data-pane
        aria-busy={!error}
      >
        <header className="head">
          <BackLink {...{ q, sort, showsAllVisitors }} />
        </header>
        {error instanceof ApiError && error.status === 404 ? (
          <EmptyState icon={IconMessageOff} title={t("preview.lost")} />
        ) : error ? (
          <ErrorMessage error={error} onRetry={() => void preview.refetch()}>
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
    <section className="pane conversation" aria-labelledby="preview-h" data-pane>
      <PreviewHead {...{ chat, q, sort, showsAllVisitors, me, onContinue }} />
      <PreviewMessages {...{ chat, at: matches.at, me, words }} />
      <MatchBar {...{ chat, matches }} />
    </section>
  );
}
