import { Composer } from "../composer/Composer.tsx";
import { lazyView } from "../lazy-view.tsx";
import { MessageList } from "./MessageList.tsx";
import { addStyles } from "../styles.ts";
import css from "./chat-pane.css?inline";
import type { ViewProps } from "../view-props.ts";
import type { ShownPicture } from "./PictureViewer.tsx";

addStyles(css);

const ChatEnded = lazyView(async () => (await import("./ChatEnded.tsx")).ChatEnded);

export interface ChatPaneProps extends ViewProps {
  readonly hasEnded: boolean;
  readonly open: (picture: ShownPicture) => void;
  readonly attach: (files: FileList | readonly File[] | null) => void;
}

/**
 * The conversation with the message field. After the end of the chat, the next steps replace the
 * message field.
 */
export function ChatPane({ hasEnded, open, attach, ...view }: ChatPaneProps) {
  const { model, actions } = view;
  const person = model.chat?.person;
  return (
    <>
      <MessageList {...view} open={open} />
      {person === undefined ? null : (
        <p class="pw-person">
          <button type="button" class="pw-link" onClick={() => actions.sendMessage(person)}>
            {person}
          </button>
        </p>
      )}
      {hasEnded ? <ChatEnded {...view} /> : <Composer {...view} attach={attach} />}
    </>
  );
}
