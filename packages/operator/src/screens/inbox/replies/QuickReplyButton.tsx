import { IconMessage2Bolt } from "@tabler/icons-react";
import { Button } from "../../../ui/Button.tsx";
import type { ComposerApi } from "../picker/composer-api.ts";
import { t } from "./text.ts";

/** Button that inserts the character that opens the quick replies. */
export function QuickReplyButton({ composer }: { composer: ComposerApi }) {
  const open = () => {
    const area = composer.field.current;
    if (!area) return;
    // The character opens the picker only at the start of a word.
    const textBefore = area.value.slice(0, area.selectionStart);
    composer.insert(textBefore === "" || /\s$/u.test(textBefore) ? "/" : " /");
  };
  return (
    <Button
      variant="quiet"
      icon={IconMessage2Bolt}
      aria-label={t("replies.button")}
      keys="/"
      onClick={open}
    />
  );
}
