import { ApiError } from "@parlour/client";
import { IconEye, IconMessageOff } from "@tabler/icons-react";
import { useEffect } from "react";
import { useLive, useLiveStore } from "../../state/live-context.tsx";
import { footingOf, type LoadState } from "../../state/live-state.ts";
import { may } from "../../state/session.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Banner, Empty } from "../../ui/marks.tsx";
import { CatchUp } from "./CatchUp.tsx";
import type { ConversationProps } from "./conversation-props.ts";
import { Foot } from "./Foot.tsx";
import { BackLink, Head } from "./Head.tsx";
import { Lines, LoadingLines } from "./Lines.tsx";
import { t } from "./text.ts";
import { TransferBar } from "./transfer/TransferBar.tsx";
import { Typing } from "./Typing.tsx";
import { useAbout } from "./use-about.ts";

/** One chat: header, bars, messages, composer. */
export function Conversation(props: ConversationProps) {
  const { chatId, me } = props;
  const live = useLiveStore();
  const chat = useAbout(chatId);
  const failure = useLive((state) => failureOf(state.logs.get(chatId)?.state));
  useEffect(() => {
    live.openChat(chatId);
    return () => live.leaveChat(chatId);
  }, [live, chatId]);
  useViewing(chatId);
  if (!chat) return <Missing view={props.view} failure={failure} onRetry={() => live.retryLog(chatId)} />;
  const footing = footingOf(chat, me.id, may(me, "chat"));
  return (
    <section className="pane talk" aria-labelledby="talk-h" data-pane data-chat={chatId}>
      <Head {...props} chat={chat} footing={footing} />
      {footing !== "read" && <TransferBar chat={chat} me={me} />}
      <CatchUp chatId={chatId} />
      {footing === "read" && (
        <Banner tone="info" icon={IconEye}>
          <p>{t("talk.readonly")}</p>
        </Banner>
      )}
      <Lines chat={chat} me={me} footing={footing} />
      <Typing chat={chat} />
      <Foot {...props} chat={chat} footing={footing} />
    </section>
  );
}

function failureOf(state: LoadState | undefined): Error | null {
  return state instanceof Error ? state : null;
}

function Missing({ view, failure, onRetry }: { view: string; failure: Error | null; onRetry: () => void }) {
  const lost = failure instanceof ApiError && failure.status === 404;
  return (
    <section className="pane talk" aria-label={t("talk.label")} data-pane aria-busy={failure === null}>
      <header className="head">
        <BackLink view={view} />
      </header>
      {lost ? (
        <Empty icon={IconMessageOff} title={t("talk.lost")} />
      ) : failure ? (
        <Failure error={failure} onRetry={onRetry}>
          {t("talk.failed")}
        </Failure>
      ) : (
        <LoadingLines />
      )}
    </section>
  );
}

const viewingMs = 10_000;

/**
 * Tells other operators that this one views the chat. The signal expires, so it is repeated
 * (CORE-047).
 */
function useViewing(chatId: number): void {
  const live = useLiveStore();
  const connected = useLive((state) => state.connection.kind === "live");
  useEffect(() => {
    if (!connected) return;
    const say = () => {
      if (document.visibilityState === "visible") live.viewing(chatId);
    };
    say();
    const timer = setInterval(say, viewingMs);
    return () => clearInterval(timer);
  }, [live, chatId, connected]);
}
