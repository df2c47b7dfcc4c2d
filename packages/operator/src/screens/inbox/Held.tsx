import type { OutboxItem } from "@parlour/client";
import { IconHandStop } from "@tabler/icons-react";
import { useEffect } from "react";
import { useLiveStore } from "../../state/live-context.tsx";
import { announce } from "../../ui/announcer.tsx";
import { Button } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { clockTime } from "../../ui/Time.tsx";
import { toast } from "../../ui/toast.tsx";
import { backToDraft } from "./back-to-draft.ts";
import { SendingFile } from "./composer/attach/SendingFile.tsx";
import { t } from "./text.ts";

/**
 * A reply that was overtaken by another operator's reply and needs a decision. `onEdit` focuses the
 * composer.
 */
export function Held({ item, onEdit }: { item: OutboxItem; onEdit: () => void }) {
  const live = useLiveStore();
  const title = t("held.title", { name: item.heldBy?.name ?? "", time: item.heldBy ? clockTime(item.heldBy.at) : "" });
  useEffect(() => announce(title), [title]);
  const draftAgain = (back: OutboxItem) => {
    backToDraft(live, back);
    onEdit();
  };
  const edit = () => {
    const back = live.takeBack(item.clientId);
    if (back) draftAgain(back);
  };
  const discard = () => {
    const back = live.takeBack(item.clientId);
    if (back) toast(t("held.discarded"), { ms: 8000, action: { label: t("talk.undo"), run: () => draftAgain(back) } });
    onEdit();
  };
  return (
    <li className="held">
      <h3>
        <Icon of={IconHandStop} /> {title}
      </h3>
      {item.file && <SendingFile file={item.file} />}
      {item.text !== "" && <blockquote dir="auto">{item.text}</blockquote>}
      <div className="line">
        <Button
          small
          onClick={() => {
            live.release(item.clientId);
            onEdit();
          }}
        >
          {t("held.anyway")}
        </Button>
        <Button small onClick={edit}>
          {t("held.edit")}
        </Button>
        <Button small variant="quiet" onClick={discard}>
          {t("held.discard")}
        </Button>
      </div>
    </li>
  );
}
