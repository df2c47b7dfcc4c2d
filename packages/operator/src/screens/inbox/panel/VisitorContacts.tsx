import type { Chat, Operator } from "@parlour/protocol";
import { IconKeyboard, IconPencil } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { can } from "../../../state/session.tsx";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/badges.tsx";
import { Contacts, hasContacts, VerifiedSenderContext } from "../../../ui/visitor/Contacts.tsx";
import { hasVerifiedSender } from "../../../ui/visitor/verified-sender.ts";
import { t } from "../text.ts";
import { VisitorSummary } from "../../../ui/visitor/VisitorSummary.tsx";
import { loadChunk } from "../../../ui/loading/load-chunk.ts";
import { useLiveState } from "../../../state/live-context.tsx";

const EditContact = lazy(() =>
  loadChunk(() => import("../../../ui/visitor/EditContact.tsx")).then((file) => ({
    default: file.EditContact,
  })),
);

interface VisitorContactsProps {
  readonly chat: Chat;
  readonly me: Operator;
}

/** Shows who the visitor is, and edits their contact data. */
export function VisitorContacts({ chat, me }: VisitorContactsProps) {
  const [editing, setEditing] = useState(false);
  const { visitor } = chat;
  const isEmpty =
    !hasContacts(visitor) &&
    visitor.name === null &&
    chat.page === null &&
    chat.custom_data.length === 0 &&
    chat.attributes === undefined;
  const isVerified = useLiveState((state) =>
    hasVerifiedSender(state.snapshot.logs.get(chat.id)?.messages ?? []),
  );
  return (
    <>
      <div className="part">
        <VisitorSummary chat={chat}>
          {can(me, "chats.answer") && (
            <Button
              variant="quiet"
              small
              icon={IconPencil}
              aria-label={t("panel.edit")}
              onClick={() => setEditing(true)}
            />
          )}
        </VisitorSummary>
        {isEmpty ? (
          <EmptyState icon={IconKeyboard} title={t("panel.empty")}>
            {t("panel.empty.text")}
          </EmptyState>
        ) : (
          <VerifiedSenderContext value={isVerified}>
            <Contacts visitor={visitor} channel={chat.channel.kind} />
          </VerifiedSenderContext>
        )}
      </div>
      {editing && (
        <Suspense>
          <EditContact visitor={visitor} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  );
}
