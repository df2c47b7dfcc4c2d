import type { Chat } from "@parlour/protocol";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { getKnownVisitorName } from "../../state/live-state.ts";
import { Avatar } from "../badges.tsx";
import { ChannelLabel } from "../chat/ChannelLabel.tsx";
import { getVisitorName } from "../chat/visitor-name.ts";
import { panelText as t } from "./panel-text.ts";

interface VisitorSummaryProps {
  readonly chat: Pick<Chat, "visitor" | "channel">;
  /** Button at the end of the summary. */
  readonly children?: ReactNode;
}

/** Shows photo, name, number and channel of a visitor at the top of a panel. */
export function VisitorSummary({ chat, children }: VisitorSummaryProps) {
  const { visitor, channel } = chat;
  return (
    <div className="person">
      <Avatar
        visitorId={chat.visitor.id}
        name={getKnownVisitorName(chat.visitor)}
        size={48}
        photo={visitor.photo ?? ""}
      />
      <div className="grow">
        <p className="t16 bold cut" dir="auto">
          {getVisitorName(chat)}
        </p>
        <p className="t13 faint cut">
          <Link to="/visitors/{-$number}" params={{ number: String(visitor.number) }}>
            {t("panel.profile")}
          </Link>{" "}
          · <ChannelLabel channel={channel} />
        </p>
      </div>
      {children}
    </div>
  );
}
