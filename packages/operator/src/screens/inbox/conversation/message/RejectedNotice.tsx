import type { OutboxItem } from "@parlour/client";
import { useLiveClient } from "../../../../state/live-context.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { CopyButton } from "../../../../ui/copy/CopyButton.tsx";
import { toast } from "../../../../ui/dialog/toast.tsx";
import { getSendRefusalText } from "../../../../ui/loading/ErrorMessage.tsx";
import { restoreDraft } from "../../../../ui/open-chat/restore-draft.ts";
import { t as write } from "../../composer/text.ts";
import { t } from "../../text.ts";
import { formatErrorCode } from "./format-error-code.ts";

/** Shows why the server rejected a message, and the possible actions. */
export function RejectedNotice({ item }: { item: OutboxItem }) {
  const live = useLiveClient();
  const takeBack = () => {
    const removed = live.takeBack(item.clientId);
    if (removed) restoreDraft(live, removed);
  };
  const discard = () => {
    const removed = live.takeBack(item.clientId);
    if (removed)
      toast(t("held.discarded"), {
        ms: 8000,
        action: { label: t("conversation.undo"), run: () => restoreDraft(live, removed) },
      });
  };
  return (
    <div className="fail">
      {item.error && (
        <p>
          {failureText(item.error)} <span className="faint">{formatErrorCode(item.error)}</span>
        </p>
      )}
      <span className="line">
        {item.error?.code !== "file_lost" && (
          <Button variant="text" onClick={() => live.release(item.clientId)}>
            {t("fail.again")}
          </Button>
        )}
        {item.text !== "" && <CopyButton variant="text" text={item.text} label={t("fail.copy")} />}
        <Button variant="text" onClick={takeBack}>
          {t("held.edit")}
        </Button>
        <Button variant="text" onClick={discard}>
          {t("fail.discard")}
        </Button>
      </span>
    </div>
  );
}

function failureText(error: NonNullable<OutboxItem["error"]>): string {
  if (error.code === "file_lost") return write("sending.lost");
  if (error.status === 413) return write("attach.server.413");
  return error.status === 415 ? write("attach.server.415") : getSendRefusalText(error);
}
