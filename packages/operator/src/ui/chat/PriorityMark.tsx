import type { ChatPriority } from "@parlour/protocol/chat-priority";
import { chatText as t } from "./chat-text.ts";

/**
 * Mark of a priority: bars for low and high, a filled square for urgent. Normal has none. `isNamed`
 * is false beside the name of the priority.
 */
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
    >
      <svg viewBox="0 0 16 16">
        {priority === "urgent" ? <Square /> : <Bars {...{ priority }} />}
      </svg>
    </span>
  );
}

const Square = () => (
  <>
    <rect x="1" y="1" width="14" height="14" rx="3" fill="currentColor" />
    <path d="M8 4v5" stroke="var(--surface)" strokeWidth="2" strokeLinecap="round" />
    <circle cx="8" cy="11.8" r="1.15" fill="var(--surface)" />
  </>
);

function Bars({ priority }: { priority: "low" | "high" }) {
  const opacity = priority === "low" ? 0.3 : 1;
  return (
    <>
      <rect x="1.5" y="9.5" width="3" height="5" rx="1" fill="currentColor" />
      <rect x="6.5" y="6" width="3" height="8.5" rx="1" fill="currentColor" opacity={opacity} />
      <rect x="11.5" y="2" width="3" height="12.5" rx="1" fill="currentColor" opacity={opacity} />
    </>
  );
}
