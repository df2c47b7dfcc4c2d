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
    const text = await live.takeBack(item.clientId);
    if (text === null) return;
    const before = draftOf(item.owner, item.chatId, "text");
    setDraft(item.owner, item.chatId, "text", before.trim() === "" ? text : `${text}\n${before}`);
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
