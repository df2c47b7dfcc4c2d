import type { Chat, Operator } from "@parlour/protocol";
import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import { lazy, Suspense } from "react";
import { WebhookFields } from "../../../ui/visitor/WebhookFields.tsx";
import { PreviousChats } from "./PreviousChats.tsx";
import { t } from "../text.ts";
import { ChatReminders } from "../reminders/ChatReminders.tsx";
import { ChatTags } from "../tags/ChatTags.tsx";
import { CurrentVisit } from "../../../ui/visitor/CurrentVisit.tsx";
import { VisitHistory } from "./VisitHistory.tsx";
import { loadChunk } from "../../../ui/loading/load-chunk.ts";
import { PageAttributes } from "./PageAttributes.tsx";
import { AssignmentReason } from "./AssignmentReason.tsx";
import { PanelHeader } from "./PanelHeader.tsx";
import { VisitorContacts } from "./VisitorContacts.tsx";

const BlockNotice = lazy(() =>
  loadChunk(() => import("../../../ui/block/BlockNotice.tsx")).then((file) => ({
    default: file.BlockNotice,
  })),
);

const ChatPerson = lazy(() =>
  loadChunk(() => import("./ChatPerson.tsx")).then((file) => ({ default: file.ChatPerson })),
);

const FieldSection = lazy(() =>
  loadChunk(() => import("../../../ui/fields/values/FieldSection.tsx")).then((file) => ({
    default: file.FieldSection,
  })),
);

/** Shows the details of the visitor with the source of each value. */
export function VisitorPanel(props: {
  chat: Chat;
  me: Operator;
  open: boolean;
  onClose: () => void;
  onTags: () => void;
}) {
  const { chat, me, open, onClose, onTags } = props;
  const { visitor } = chat;
  return (
    <aside
      className={open ? "pane panel open" : "pane panel"}
      aria-labelledby="panel-h"
      data-pane
      hidden={!open}
    >
      <PanelHeader onClose={onClose} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <section className="scroll" tabIndex={0} aria-label={t("panel.details")}>
        {chat.blacklisted && (
          <Suspense>
            <BlockNotice visitor={visitor} me={me} />
          </Suspense>
        )}
        <VisitorContacts chat={chat} me={me} />
        <Suspense>
          <ChatPerson key={visitor.number} chat={chat} me={me} />
        </Suspense>
        <Suspense>
          <FieldSection key={chat.id} visitor={visitor} chat={chat} me={me} section="part" />
        </Suspense>
        <ChatReminders chat={chat} me={me} />
        <ChatTags chat={chat} me={me} onChange={onTags} />
        <WebhookFields chat={chat} me={me} />
        <PageAttributes chat={chat} />
        <CurrentVisit chat={chat} />
        {getCapabilities(chat.channel.kind).chat_window && <VisitHistory number={visitor.number} />}
        <PreviousChats chat={chat} />
        <AssignmentReason chatId={chat.id} />
      </section>
    </aside>
  );
}
