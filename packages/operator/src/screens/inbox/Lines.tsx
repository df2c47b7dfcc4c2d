import { hasOlderMessages, type MessageLog } from "@parlour/client";
import type { Chat, Operator } from "@parlour/protocol";
import { IconMessageCircle } from "@tabler/icons-react";
import { useLive, useLiveStore } from "../../state/live-context.tsx";
import type { Footing } from "../../state/live-state.ts";
import { useLate } from "../../ui/Bones.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Empty } from "../../ui/marks.tsx";
import { Log } from "./Log.tsx";
import { t } from "./text.ts";

/** Shows the messages, or why they cannot be shown. */
export function Lines({ chat, me, footing }: { chat: Chat; me: Operator; footing: Footing }) {
  const live = useLiveStore();
  const isKnown = useLive((all) => all.snapshot.logs.has(chat.id));
  const isSilent = useLive((all) => saysNothing(all.snapshot.logs.get(chat.id)));
  const state = useLive((all) => all.logs.get(chat.id)?.state);
  const sends = useLive((all) => all.outbox.some((item) => item.chatId === chat.id));
  const failed = state instanceof Error && (
    <Failure error={state} onRetry={() => live.retryLog(chat.id)}>
      {t("talk.failed")}
    </Failure>
  );
  // Pending messages are shown even if no other messages are loaded.
  if (!isKnown && !sends) return failed ? <div className="log still">{failed}</div> : <LoadingLines />;
  return (
    <>
      {failed}
      <Log key={chat.id} chat={chat} me={me} canRead={footing !== "read"} />
      {isSilent && !sends && footing !== "read" && footing !== "closed" && (
        <Empty icon={IconMessageCircle} title={t("talk.hello")}>
          {t("talk.hello.text")}
        </Empty>
      )}
    </>
  );
}

/**
 * Returns whether nobody has written yet. A continued chat, or one started by a call, has only
 * system messages.
 */
function saysNothing(log: MessageLog | undefined): boolean {
  return log !== undefined && !hasOlderMessages(log) && log.messages.every(({ author }) => author.kind === "system");
}

/** Skeleton of a conversation, shown after 300 ms. */
export function LoadingLines() {
  const late = useLate(true);
  return (
    <div className="log still" aria-busy="true">
      {late && (
        <div className="feed talkbones" aria-hidden="true">
          <span className="bone w44" />
          <span className="bone w60" />
          <span className="bone own w52" />
          <span className="bone w40" />
        </div>
      )}
    </div>
  );
}
