import type { ChatPriority } from "@parlour/protocol/chat-priority";
import { chatText as t } from "./chat-text.ts";

/** Mark of a priority: bars for low and high, a filled square for urgent, none for normal. */
export function PriorityMark({
  priority,
  isNamed = true,
}: {
  priority: ChatPriority | undefined;
  isNamed?: boolean;
}) {
  if (priority === undefined) return null;
  const name = t(`priority.mark.${priority}`);
  return (
    <span
      className={`prio ${priority}`}
      {...(isNamed ? { role: "img", "aria-label": name, title: name } : { "aria-hidden": true })}
    />
  );
}
