import { AttachButton } from "./attach/AttachButton.tsx";
import { EmojiButton } from "./emoji/EmojiButton.tsx";
import { ReplyButton } from "../replies/ReplyButton.tsx";
import type { ComposerApi } from "../picker/composer-api.ts";

/**
 * Tool buttons of the composer. Files can be attached only to replies, because notes are internal.
 */
export function ToolButtons({ composer }: { composer: ComposerApi }) {
  return (
    <>
      {composer.mode === "text" && <AttachButton chatId={composer.chat.id} onAdded={() => composer.field.current?.focus()} />}
      <ReplyButton composer={composer} />
      <EmojiButton composer={composer} />
    </>
  );
}
