import "./tags.css";
import type { Chat, Operator } from "@parlour/protocol";
import { IconTag, IconX } from "@tabler/icons-react";
import { can } from "../../../state/session.tsx";
import { Button } from "../../../ui/Button.tsx";
import { getErrorText } from "../../../ui/loading/ErrorMessage.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { useApiMutation } from "../../../ui/mutation.ts";
import { t } from "./text.ts";
import { changeChatTags, useTags } from "./use-tags.ts";

interface ChatTagsProps {
  chat: Chat;
  me: Operator;
  onChange: () => void;
}

/** Shows the tags of a chat, by their current names, to remove and to add. */
export function ChatTags({ chat, me, onChange }: ChatTagsProps) {
  const { data } = useTags();
  const { busy, run } = useApiMutation();
  const tags = chat.tags ?? [];
  const canChange = can(me, "chats.answer");
  const remove = (id: number) => {
    void run(
      () => changeChatTags(chat.id, { remove: [id] }),
      (error) => toast(t("tags.failed", { why: getErrorText(error) }), { tone: "bad", chat }),
    );
  };
  if (tags.length === 0 && !canChange) return null;
  return (
    <section className="part" aria-labelledby="tags-h">
      <div className="line">
        <h3 className="grow t13 medium" id="tags-h">
          {t("tags.title")}
        </h3>
        {canChange && (
          <Button
            variant="quiet"
            small
            icon={IconTag}
            aria-label={t("tags.change")}
            onClick={onChange}
            aria-haspopup="dialog"
          />
        )}
      </div>
      {tags.length === 0 ? (
        <p className="t13 faint">{t("tags.none")}</p>
      ) : (
        <ul className="tagchips">
          {tags.map((tag) => {
            const name = data?.find((accountTag) => accountTag.id === tag.id)?.name ?? tag.name;
            return (
              <TagChip
                key={tag.id}
                name={name}
                busy={busy}
                onRemove={canChange ? () => remove(tag.id) : null}
              />
            );
          })}
        </ul>
      )}
    </section>
  );
}

/** Renders one tag. `onRemove` is null for operators who may only read. */
function TagChip({
  name,
  busy,
  onRemove,
}: {
  name: string;
  busy: boolean;
  onRemove: (() => void) | null;
}) {
  return (
    <li className="tagchip">
      <span className="cut" dir="auto">
        {name}
      </span>
      {onRemove !== null && (
        <button
          type="button"
          aria-label={t("tags.remove", { name })}
          aria-disabled={busy}
          onClick={onRemove}
        >
          <Icon of={IconX} small />
        </button>
      )}
    </li>
  );
}
