import { IconCopy } from "@tabler/icons-react";
import { copyText } from "../../../ui/CopyButton.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { t as shared } from "../../../ui/text.ts";
import { t } from "../text.ts";

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
