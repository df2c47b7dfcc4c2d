import type { Chat } from "@parlour/protocol";
import { useLive } from "../../../state/live-context.tsx";
import { t } from "../text.ts";
import { visitorName } from "../../../ui/visitor-name.ts";

/** Shows that the visitor or another operator is typing. */
export function TypingIndicator({ chat }: { chat: Chat }) {
  const visitor = useLive((state) => state.typing.get(chat.id));
  const operator = useLive((state) => state.colleagueTyping.get(chat.id));
  const signal = chat.state === "closed" ? undefined : (visitor ?? operator);
  if (!signal) return <p className="preview" aria-hidden="true" />;
  const name = visitor ? visitorName(chat) : signal.name;
  return (
    <p className="preview">
      <span className="typing" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <span className="cut" dir="auto">
        {signal.preview ? (
          <>
            {t("conversation.typing.preview", { name })} <span className="faint">“{signal.preview}”</span>
          </>
        ) : (
          t("conversation.typing", { name })
        )}
      </span>
    </p>
  );
}
