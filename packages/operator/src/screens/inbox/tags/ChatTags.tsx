import "./tags.css";
import type { Chat, Operator } from "@parlour/protocol";
import { IconTag, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { may } from "../../../state/session.tsx";
import { Button } from "../../../ui/Button.tsx";
import { wordsOf } from "../../../ui/Failure.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { toast } from "../../../ui/toast.tsx";
import { t } from "./text.ts";
import { putTags, useTags } from "./use-tags.ts";

/** The tags of a chat in the panel: taken off one by one, changed in a dialog. Names are the present ones where the account still has them. */
export function ChatTags({ chat, me, onChange }: { chat: Chat; me: Operator; onChange: () => void }) {
  const { data } = useTags();
  const [busy, setBusy] = useState(false);
  const tags = chat.tags ?? [];
  const canChange = may(me, "chat");
  const remove = async (id: number) => {
    if (busy) return;
    setBusy(true);
    try {
      await putTags(
        chat.id,
        tags.filter((tag) => tag.id !== id).map((tag) => tag.id),
      );
    } catch (error) {
      toast(t("tags.failed", { why: wordsOf(error) }), { tone: "bad" });
    }
    setBusy(false);
  };
  if (tags.length === 0 && !canChange) return null;
  return (
    <section className="part" aria-labelledby="tags-h">
      <div className="line">
        <h3 className="grow t13 medium" id="tags-h">
          {t("tags.title")}
        </h3>
        {canChange && (
          <Button variant="quiet" small icon={IconTag} aria-label={t("tags.change")} onClick={onChange} aria-haspopup="dialog" />
        )}
      </div>
      {tags.length === 0 ? (
        <p className="t13 faint">{t("tags.none")}</p>
      ) : (
        <ul className="tagchips">
          {tags.map((tag) => {
            const name = data?.find((one) => one.id === tag.id)?.name ?? tag.name;
            return (
              <li key={tag.id} className="tagchip">
                <span className="cut" dir="auto">
                  {name}
                </span>
                {canChange && (
                  <button type="button" aria-label={t("tags.remove", { name })} aria-disabled={busy} onClick={() => void remove(tag.id)}>
                    <Icon of={IconX} small />
                  </button>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
