import type { OutboxItem } from "@parlour/client";
import { IconAlertCircle, IconClock } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import { useLiveClient } from "../../../../state/live-context.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { Icon } from "../../../../ui/Icon.tsx";
import { loadChunk } from "../../../../ui/loading/load-chunk.ts";
import { restoreDraft } from "../../composer/restore-draft.ts";
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

/** Shows a message that the server has not stored yet, or that it rejected. */
export function PendingMessageBubble({ item }: { item: OutboxItem }) {
  const isRejected = item.state === "failed";
  return (
    <>
      <div className={isRejected ? "bubble failed" : "bubble sending"}>
        {item.file && <PendingFile file={item.file} />}
        {item.text !== "" && <RichText text={item.text} isFromTeam />}
        <span className={isRejected ? "meta danger" : "meta"}>
          <Icon of={isRejected ? IconAlertCircle : IconClock} small />
          {t(isRejected ? "fail.notsent" : "mark.sending")}
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
