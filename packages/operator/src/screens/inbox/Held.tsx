import type { OutboxItem } from "@parlour/client";
import { IconHandStop } from "@tabler/icons-react";
import { useLiveStore } from "../../state/live-context.tsx";
import { draftOf, setDraft } from "../../state/drafts.ts";
import { Button } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { clockTime } from "../../ui/Time.tsx";
import { t } from "./text.ts";

/** A reply that a colleague's answer overtook: it waits for a decision. */
export function Held({ item, onEdit }: { item: OutboxItem; onEdit: () => void }) {
  const live = useLiveStore();
  const edit = async () => {
    const back = await live.takeBack(item.clientId);
    if (back === null) return;
    if (back.file) live.uploads.putBack(back.chatId, back.file);
    const before = draftOf(back.owner, back.chatId, "text");
    setDraft(back.owner, back.chatId, "text", [back.text, before].filter((text) => text.trim() !== "").join("\n"));
    onEdit();
  };
  return (
    <section
      className="held"
      aria-label={t("held.title", { name: item.heldBy?.name ?? "", time: item.heldBy ? clockTime(item.heldBy.at) : "" })}
    >
      <h3>
        <Icon of={IconHandStop} /> {t("held.title", { name: item.heldBy?.name ?? "", time: item.heldBy ? clockTime(item.heldBy.at) : "" })}
      </h3>
      <blockquote dir="auto">{item.text}</blockquote>
      <div className="line">
        <Button small onClick={() => live.release(item.clientId)}>
          {t("held.anyway")}
        </Button>
        <Button small onClick={() => void edit()}>
          {t("held.edit")}
        </Button>
        <Button small variant="quiet" onClick={() => void live.takeBack(item.clientId)}>
          {t("held.discard")}
        </Button>
      </div>
    </section>
  );
}
