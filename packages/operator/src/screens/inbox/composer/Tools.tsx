import { AttachButton } from "./attach/AttachButton.tsx";
import { EmojiButton } from "./emoji/EmojiButton.tsx";
import { ReplyButton } from "../replies/ReplyButton.tsx";
import type { Writing } from "./writing.ts";

/**
 * Tool buttons of the composer. Files can be attached only to replies, because notes are internal.
 */
export function Tools({ writing }: { writing: Writing }) {
  return (
    <>
      {writing.mode === "text" && <AttachButton chatId={writing.chat.id} onTaken={() => writing.field.current?.focus()} />}
      <ReplyButton writing={writing} />
      <EmojiButton writing={writing} />
    </>
  );
}
