import type { OutboxItem } from "@parlour/client";
import { IconHandStop } from "@tabler/icons-react";
import { useEffect } from "react";
import { useLiveClient } from "../../../state/live-context.tsx";
import { announce } from "../../../ui/live-region.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { restoreDraft } from "../../../ui/open-chat/restore-draft.ts";
import { PendingFile } from "./attach/PendingFile.tsx";
import { t as inboxText } from "../text.ts";
import { t } from "./footer/text.ts";

const titles: Readonly<Record<string, "held.writing" | "held.assigned">> = {
  reserved: "held.writing",
  assigned: "held.assigned",
};

/**
 * Shows a reply that was held because another operator replied first or is writing. The operator
 * must decide what happens to it: Wait puts it back into the field. `onEdit` focuses the composer.
 */
export function ConflictingReplyBar({ item, onEdit }: { item: OutboxItem; onEdit: () => void }) {
  const live = useLiveClient();
  const isReserved = item.heldBy?.code === "reserved";
  const title = t(titles[item.heldBy?.code ?? ""] ?? "held.title", {
    name: item.heldBy?.name ?? "",
  });
  useEffect(() => announce(title), [title]);
  const returnToField = (removed: OutboxItem) => {
    restoreDraft(live, removed);
    onEdit();
  };
  const edit = () => {
    const removed = live.takeBack(item.clientId);
    if (removed) returnToField(removed);
  };
  const discard = () => {
    const removed = live.takeBack(item.clientId);
    if (removed)
      toast(inboxText("held.discarded"), {
        ms: 8000,
        action: { label: inboxText("conversation.undo"), run: () => returnToField(removed) },
      });
    onEdit();
  };
  return (
    <li className="conflict">
      <h3>
        <Icon of={IconHandStop} /> {title}
      </h3>
      {item.file && <PendingFile file={item.file} />}
      {item.text !== "" && <blockquote dir="auto">{item.text}</blockquote>}
      <div className="line">
        <Button
          small
          onClick={() => {
            live.release(item.clientId);
            onEdit();
          }}
        >
          {t(isReserved ? "held.take" : "held.anyway")}
        </Button>
        <Button small onClick={edit}>
          {isReserved ? t("held.wait") : inboxText("held.edit")}
        </Button>
        <Button small variant="quiet" onClick={discard}>
          {t("held.discard")}
        </Button>
      </div>
    </li>
  );
}
