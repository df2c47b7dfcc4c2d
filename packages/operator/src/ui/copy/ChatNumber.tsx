import { IconCopy } from "@tabler/icons-react";
import { copyText } from "./CopyButton.tsx";
import { Icon } from "../Icon.tsx";
import { toast } from "../dialog/toast.tsx";
import { t as shared } from "../text.ts";
import { chatText as t } from "../chat/chat-text.ts";

/** Shows the number of a chat (CORE-355). Pressing it copies the number and says so. */
export function ChatNumber({ number }: { number: number | undefined }) {
  if (number === undefined) return null;
  const label = t("conversation.number.copy", { n: String(number) });
  const copy = async () => {
    if (await copyText(String(number)))
      toast(t("conversation.number.copied", { n: String(number) }));
    else toast(shared("ui.copyfailed"), { tone: "bad" });
  };
  return (
    <button
      type="button"
      className="numbtn num"
      aria-label={label}
      title={label}
      onClick={() => void copy()}
    >
      {number} <Icon of={IconCopy} small />
    </button>
  );
}
