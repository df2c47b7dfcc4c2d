import type { OutboxItem } from "@parlour/client";
import { IconAlertCircle, IconClock } from "@tabler/icons-react";
import { useLiveClient } from "../../../../state/live-context.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { CopyButton } from "../../../../ui/CopyButton.tsx";
import { getRefusalText } from "../../../../ui/loading/ErrorMessage.tsx";
import { Icon } from "../../../../ui/Icon.tsx";
import { toast } from "../../../../ui/dialog/toast.tsx";
import { restoreDraft } from "../../composer/restore-draft.ts";
import { PendingFile } from "../../composer/attach/PendingFile.tsx";
import { t as write } from "../../composer/text.ts";
import { RichText } from "../../RichText.tsx";
import { t } from "../../text.ts";

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
      {isRejected ? <RejectedNotice item={item} /> : <PendingNotice item={item} />}
    </>
  );
}

/** Lets the operator cancel a file upload. Also shows that the server is busy. */
function PendingNotice({ item }: { item: OutboxItem }) {
  const { takeBack } = useTakeBack(item);
  return (
    <>
      {item.file?.upload === null && (
        <p className="fail">
          <Button variant="text" onClick={() => takeBack("words")}>
            {write("sending.cancel")}
          </Button>
        </p>
      )}
      {item.error !== null && item.error.status >= 429 && (
        <p className="fail">
          {t("fail.retries")} <span className="faint">{formatDetails(item.error)}</span>
        </p>
      )}
    </>
  );
}

/** Shows why the server rejected the message, and the possible actions. */
function RejectedNotice({ item }: { item: OutboxItem }) {
  const live = useLiveClient();
  const { takeBack, discard } = useTakeBack(item);
  return (
    <div className="fail">
      {item.error && (
        <p>
          {failureText(item.error)} <span className="faint">{formatDetails(item.error)}</span>
        </p>
      )}
      <span className="line">
        {item.error?.code !== "file_lost" && (
          <Button variant="text" onClick={() => live.release(item.clientId)}>
            {t("fail.again")}
          </Button>
        )}
        {item.text !== "" && <CopyButton variant="text" text={item.text} label={t("fail.copy")} />}
        <Button variant="text" onClick={() => takeBack("all")}>
          {t("held.edit")}
        </Button>
        <Button variant="text" onClick={discard}>
          {t("fail.discard")}
        </Button>
      </span>
    </div>
  );
}

/** Returns actions that move the message back into the composer, or discard it with Undo. */
function useTakeBack(item: OutboxItem) {
  const live = useLiveClient();
  return {
    takeBack: (scope: "all" | "words") => {
      const removed = live.takeBack(item.clientId);
      if (removed) restoreDraft(live, removed, scope);
    },
    discard: () => {
      const removed = live.takeBack(item.clientId);
      if (removed)
        toast(t("held.discarded"), {
          ms: 8000,
          action: { label: t("conversation.undo"), run: () => restoreDraft(live, removed) },
        });
    },
  };
}

const formatDetails = ({ code, requestId }: NonNullable<OutboxItem["error"]>): string =>
  [code, requestId].filter(Boolean).join(" · ");

function failureText(error: NonNullable<OutboxItem["error"]>): string {
  if (error.code === "file_lost") return write("sending.lost");
  if (error.status === 413) return write("attach.server.413");
  return error.status === 415 ? write("attach.server.415") : getRefusalText(error);
}
