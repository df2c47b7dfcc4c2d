import { IconMoodSmile } from "@tabler/icons-react";
import { Suspense, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "../../../../ui/Button.tsx";
import { t } from "../text.ts";
import type { ComposerApi } from "../../picker/composer-api.ts";
import { lazyPart } from "../../../../ui/loading/lazy-part.ts";

const EmojiPopover = lazyPart(
  () => import("./EmojiPopover.tsx"),
  (module) => module.EmojiPopover,
);

/** Button that opens the list of all emoji. The chosen emoji is inserted at the caret. */
export function EmojiButton({ composer }: { composer: ComposerApi }) {
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
      {open && (
        <Suspense fallback={null}>
          <EmojiPopover
            button={button}
            onClose={() => setOpen(false)}
            onPick={(emoji) => {
              // So that the next keystrokes go to the text and trigger no shortcuts.
              flushSync(() => setOpen(false));
              composer.insert(emoji);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
