import { IconMessage2Bolt } from "@tabler/icons-react";
import { Button } from "../../../ui/Button.tsx";
import type { Writing } from "../composer/writing.ts";
import { t } from "./text.ts";

/** Inserts the character that opens the quick replies. */
export function ReplyButton({ writing }: { writing: Writing }) {
  const open = () => {
    const area = writing.field.current;
    if (!area) return;
    // The character opens them only at the start of a word.
    const before = area.value.slice(0, area.selectionStart);
    writing.insert(before === "" || /\s$/u.test(before) ? "/" : " /");
  };
  return <Button variant="quiet" icon={IconMessage2Bolt} aria-label={t("replies.button")} keys="/" onClick={open} />;
}
