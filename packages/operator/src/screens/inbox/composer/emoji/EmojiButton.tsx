import { IconMoodSmile } from "@tabler/icons-react";
import { lazy, Suspense, useRef, useState } from "react";
import { Dialog, Popover } from "react-aria-components";
import { Button } from "../../../../ui/Button.tsx";
import { t } from "../text.ts";
import type { Writing } from "../writing.ts";

const EmojiPanel = lazy(() => import("./EmojiPanel.tsx").then((m) => ({ default: m.EmojiPanel })));

/** Opens all emoji; the chosen one goes to the caret. */
export function EmojiButton({ writing }: { writing: Writing }) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        icon={IconMoodSmile}
        aria-label={t("emoji.button")}
        keys=":"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      <Popover className="popover float emojipop" triggerRef={button} isOpen={open} onOpenChange={setOpen} placement="top start" offset={4}>
        <Dialog className="dialog" aria-label={t("emoji.title")}>
          <Suspense fallback={<p className="soft t13">{t("emoji.loading")}</p>}>
            <EmojiPanel
              onPick={(emoji) => {
                setOpen(false);
                // When the popover has given the focus back.
                requestAnimationFrame(() => writing.insert(emoji));
              }}
            />
          </Suspense>
        </Dialog>
      </Popover>
    </>
  );
}
