import type { Chat, Operator } from "@parlour/protocol";
import { IconKeyboard, IconLayoutSidebarRight, IconPencil, IconX } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { can } from "../../../state/session.tsx";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/badges.tsx";
import { PageAttributes } from "./PageAttributes.tsx";
import { Contacts, hasContacts } from "./Contacts.tsx";
import { WebhookFields } from "./WebhookFields.tsx";
import { EditContact } from "./EditContact.tsx";
import { PreviousChats } from "./PreviousChats.tsx";
import { t } from "../text.ts";
import { ChatTags } from "../tags/ChatTags.tsx";
import { CurrentVisit } from "./CurrentVisit.tsx";
import { VisitorSummary } from "./VisitorSummary.tsx";
import { VisitHistory } from "./VisitHistory.tsx";
import { AssignmentReason } from "./AssignmentReason.tsx";
import { loadChunk } from "../../../ui/loading/load-chunk.ts";

const BlockNotice = lazy(() => loadChunk(() => import("../../visitors/BlockNotice.tsx")).then((file) => ({ default: file.BlockNotice })));

/** Visitor details with the source of each value. */
export function VisitorPanel(props: { chat: Chat; me: Operator; open: boolean; onClose: () => void; onTags: () => void }) {
  const { chat, me, open, onClose, onTags } = props;
  const [editing, setEditing] = useState(false);
  const { visitor } = chat;
  const isEmpty =
    !hasContacts(visitor) && visitor.name === null && chat.page === null && chat.custom_data.length === 0 && chat.attributes === undefined;
  return (
    <aside className={open ? "pane panel open" : "pane panel"} aria-labelledby="panel-h" data-pane hidden={!open}>
      <PanelHeader onClose={onClose} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <section className="scroll" tabIndex={0} aria-label={t("panel.details")}>
        {chat.blacklisted && (
          <Suspense>
            <BlockNotice visitor={visitor} me={me} />
          </Suspense>
        )}
        <div className="part">
          <VisitorSummary chat={chat} linkText={t("panel.number", { n: visitor.number })}>
            {can(me, "chat") && (
              <Button variant="quiet" small icon={IconPencil} aria-label={t("panel.edit")} onClick={() => setEditing(true)} />
            )}
          </VisitorSummary>
          {isEmpty ? (
            <EmptyState icon={IconKeyboard} title={t("panel.empty")}>
              {t("panel.empty.text")}
            </EmptyState>
          ) : (
            <Contacts visitor={visitor} />
          )}
        </div>
        <ChatTags chat={chat} me={me} onChange={onTags} />
        <WebhookFields chat={chat} me={me} />
        <PageAttributes chat={chat} />
        <CurrentVisit chat={chat} />
        {chat.channel.kind === "widget" && <VisitHistory number={visitor.number} />}
        <PreviousChats chat={chat} />
        <AssignmentReason chatId={chat.id} />
      </section>
      {editing && <EditContact chat={chat} onClose={() => setEditing(false)} />}
    </aside>
  );
}

function PanelHeader({ onClose }: { onClose: () => void }) {
  return (
    <header className="head">
      <h2 className="grow" id="panel-h">
        {t("panel.title")}
      </h2>
      <Button variant="quiet" icon={IconX} className="only-narrow" aria-label={t("panel.close")} onClick={onClose} />
      <Button
        variant="quiet"
        icon={IconLayoutSidebarRight}
        flipIcon
        className="hide-narrow"
        aria-label={t("panel.hide")}
        keys="]"
        onClick={onClose}
      />
    </header>
  );
}
