import type { Message } from "@parlour/protocol";
import { useId, useState } from "react";
import { Button } from "../../Button.tsx";
import { formatClock, formatExactTime } from "../../time.ts";
import { messagePreview } from "../../message/format-message.ts";
import { RichText } from "../rich-text/RichText.tsx";
import { t } from "../text.ts";

/**
 * Returns the mark of a message that was edited or deleted, and the list of its earlier texts,
 * which the mark opens (CORE-284). Both are null for other messages.
 */
export function useEditHistory(message: Message) {
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const { edited_at, deleted_at, earlier = [] } = message;
  if (edited_at === undefined) return { mark: null, list: null };
  const title = formatExactTime(edited_at);
  const name = t(deleted_at === undefined ? "edited" : "edited.earlier");
  const mark =
    earlier.length === 0 ? (
      <span title={title}>{name}</span>
    ) : (
      <Button
        variant="text"
        aria-expanded={isOpen}
        aria-controls={listId}
        title={title}
        onClick={() => setOpen(!isOpen)}
      >
        {name}
      </Button>
    );
  const list = isOpen ? <EarlierTexts id={listId} message={message} earlier={earlier} /> : null;
  return { mark, list };
}

interface EarlierTextsProps {
  id: string;
  message: Message;
  earlier: NonNullable<Message["earlier"]>;
}

function EarlierTexts({ id, message, earlier }: EarlierTextsProps) {
  return (
    <ol id={id} className="earlier" aria-label={t("edited.earlier")}>
      {earlier.map(({ text, media, at }, index) => (
        <li key={index}>
          <time className="num" dateTime={at} title={formatExactTime(at)}>
            {formatClock(at)}
          </time>
          {text === "" && media ? (
            <span dir="auto">{messagePreview({ ...message, text, media })}</span>
          ) : (
            <RichText text={text} />
          )}
        </li>
      ))}
    </ol>
  );
}
