import { AttachButton } from "./attach/AttachButton.tsx";
import { EmojiButton } from "./emoji/EmojiButton.tsx";
import { ReplyButton } from "../replies/ReplyButton.tsx";
import type { Writing } from "./writing.ts";

/** Buttons at the foot of the composer, each a small component over `writing`. Files go with replies only: a note never leaves. */
export function Tools({ writing }: { writing: Writing }) {
  return (
    <>
      {writing.mode === "text" && <AttachButton chatId={writing.chat.id} onTaken={() => writing.field.current?.focus()} />}
      <ReplyButton writing={writing} />
      <EmojiButton writing={writing} />
    </>
  );
}
