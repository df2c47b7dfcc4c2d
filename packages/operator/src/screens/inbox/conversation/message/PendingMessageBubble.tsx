import type { OutboxItem } from "@parlour/client";
import { IconAlertCircle, IconClock } from "@tabler/icons-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { browserClock } from "../../../../state/clock.ts";
import type { LiveState } from "../../../../state/live-state.ts";
import { useLiveClient, useLiveState } from "../../../../state/live-context.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { Icon } from "../../../../ui/Icon.tsx";
import { loadChunk } from "../../../../ui/loading/load-chunk.ts";
import { restoreDraft } from "../../../../ui/open-chat/restore-draft.ts";
import { PendingFile } from "../../composer/attach/PendingFile.tsx";
import { t as write } from "../../composer/text.ts";
import { formatErrorCode } from "./format-error-code.ts";
import { RichText } from "../../../../ui/conversation/rich-text/RichText.tsx";
import { t } from "../../text.ts";

const RejectedNotice = lazy(() =>
  loadChunk(() => import("./RejectedNotice.tsx")).then((module) => ({
    default: module.RejectedNotice,
  })),
);

/** A server that needs longer waits for something, for example for another database. */
const delayMs = 3_000;
/** Returns whether the server has had a message for longer than usual. */
function useDelay(isWaiting: boolean): boolean {
  const [isDelayed, setDelayed] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const cancel = browserClock.after(delayMs, () => setDelayed(true));
    return () => {
      cancel();
      setDelayed(false);
    };
  }, [isWaiting]);
  return isDelayed;
}
const isConnected = ({ connection }: LiveState): boolean => connection.kind === "live";

/** Shows a message that the server has not stored yet, or that it rejected. */
export function PendingMessageBubble({ item }: { item: OutboxItem }) {
  const isRejected = item.state === "failed";
  const isDelayed = useDelay(useLiveState(isConnected) && item.file?.upload !== null);
  return (
    <>
      <div className={isRejected ? "bubble failed" : "bubble sending"}>
        {item.file && <PendingFile file={item.file} />}
        {item.text !== "" && <RichText text={item.text} isFromTeam />}
        <span className={isRejected ? "meta danger" : "meta"}>
          <Icon of={isRejected ? IconAlertCircle : IconClock} small />
          {t(isRejected ? "fail.notsent" : isDelayed ? "mark.delayed" : "mark.sending")}
        </span>
      </div>
      <Suspense fallback={null}>
        {isRejected ? <RejectedNotice item={item} /> : <PendingNotice item={item} />}
      </Suspense>
    </>
  );
}

/** Lets the operator cancel a file upload. Also shows that the server is busy. */
function PendingNotice({ item }: { item: OutboxItem }) {
  const live = useLiveClient();
  const takeBack = () => {
    const removed = live.takeBack(item.clientId);
    if (removed) restoreDraft(live, removed, "words");
  };
  return (
    <>
      {item.file?.upload === null && (
        <p className="fail">
          <Button variant="text" onClick={takeBack}>
            {write("sending.cancel")}
          </Button>
        </p>
      )}
      {item.error !== null && item.error.status >= 429 && (
        <p className="fail">
          {t("fail.retries")} <span className="faint">{formatErrorCode(item.error)}</span>
        </p>
      )}
    </>
  );
}
