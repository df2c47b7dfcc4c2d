import type { Chat, Operator } from "@parlour/protocol";
import { IconMessageCircle } from "@tabler/icons-react";
import { useLive, useLiveStore } from "../../state/live-context.tsx";
import type { Footing } from "../../state/live-state.ts";
import { useLate } from "../../ui/Bones.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Empty } from "../../ui/marks.tsx";
import { Log } from "./Log.tsx";
import { t } from "./text.ts";

/** What was written, or why it cannot be shown. */
export function Lines({ chat, me, footing }: { chat: Chat; me: Operator; footing: Footing }) {
  const live = useLiveStore();
  const count = useLive((all) => all.snapshot.logs.get(chat.id)?.messages.length);
  const state = useLive((all) => all.logs.get(chat.id)?.state);
  const sends = useLive((all) => all.outbox.some((item) => item.chatId === chat.id));
  const failed = state instanceof Error && (
    <Failure error={state} onRetry={() => live.retryLog(chat.id)}>
      {t("talk.failed")}
    </Failure>
  );
  // What waits to be sent is shown, though nothing else is known.
  if (count === undefined && !sends) return failed ? <div className="log still">{failed}</div> : <Loading />;
  if (count === 0 && !sends)
    return (
      <div className="log still">
        {failed || (
          <Empty icon={IconMessageCircle} title={t("talk.hello")}>
            {t("talk.hello.text")}
          </Empty>
        )}
      </div>
    );
  return (
    <>
      {failed}
      <Log key={chat.id} chat={chat} me={me} canRead={footing !== "read"} />
    </>
  );
}

function Loading() {
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
