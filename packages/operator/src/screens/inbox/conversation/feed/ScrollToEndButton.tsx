import { IconArrowDown } from "@tabler/icons-react";
import { Button } from "../../../../ui/Button.tsx";
import { t } from "../../text.ts";

/** Button that scrolls to the end, with the number of new messages. */
export function ScrollToEndButton({ n, onClick }: { n: number; onClick: () => void }) {
  return (
    <div className="newpill">
      <Button small variant={n > 0 ? "primary" : undefined} icon={IconArrowDown} onClick={onClick}>
        {n > 0 ? t("conversation.new", { n }) : t("conversation.toend")}
      </Button>
    </div>
  );
}
