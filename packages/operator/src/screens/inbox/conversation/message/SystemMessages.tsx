import type { Message } from "@parlour/protocol";
import { IconArrowForwardUp } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Icon } from "../../../../ui/Icon.tsx";
import { formatClock, formatExactTime } from "../../../../ui/time.ts";
import type { ConversationItem } from "./message-groups.ts";
import { useOperatorNames } from "../../operator-names.ts";
import { RoutingSummary } from "../../routing/RoutingSummary.tsx";
import { t } from "../../text.ts";
import { formatSystemMessage } from "../../format.ts";

/** Consecutive system messages. Those of one routing are summarised in one line (CORE-158). */
export function SystemMessages({ lines }: { lines: readonly ConversationItem[] }) {
  return lines.map((line) => {
    if ("item" in line) return null;
    const { message, story } = line;
    return story ? <RoutingSummary key={message.seq} story={story} /> : <SystemMessage key={message.seq} message={message} />;
  });
}

function SystemMessage({ message }: { message: Message }) {
  // Renders again when operator names are loaded, because some texts contain them.
  useOperatorNames();
  const earlier = message.line?.code === "continued" ? Number(message.line.detail) : 0;
  return (
    <p className="sys">
      {message.line?.code === "continued" && <Icon of={IconArrowForwardUp} small flip />}
      <span dir="auto">{formatSystemMessage(message)}</span>
      {earlier > 0 && (
        <Link to="/inbox/$view/{-$chat}" params={{ view: "closed", chat: String(earlier) }}>
          {t("line.continued.link")}
        </Link>
      )}
      <time dateTime={message.created_at} title={formatExactTime(message.created_at)}>
        {formatClock(message.created_at)}
      </time>
    </p>
  );
}
