import type { Chat, Operator } from "@parlour/protocol";
import type { VisitorOnline, VisitorWithActivity } from "@parlour/protocol/api";
import { IconBan, IconPencil, IconX } from "@tabler/icons-react";
import { lazy, useState } from "react";
import { queryClient } from "../../state/api/api.ts";
import { can } from "../../state/session.tsx";
import { Button } from "../../ui/Button.tsx";
import { Avatar } from "../../ui/badges.tsx";
import { formatAge, formatDuration, useNow } from "../../ui/time.ts";
import { WriteEmailButton } from "../../ui/email/WriteEmailButton.tsx";
import { EditContact } from "../../ui/visitor/EditContact.tsx";
import { useMaxWidth } from "../../state/browser/use-max-width.ts";
import { t as here } from "./online/text.ts";
import { t } from "./text.ts";
import { loadChunk } from "../../ui/loading/load-chunk.ts";
import { DialogBoundary } from "../../ui/dialog/DialogBoundary.tsx";

const BlockDialog = lazy(() =>
  loadChunk(() => import("../../ui/block/BlockDialog.tsx")).then((file) => ({
    default: file.BlockDialog,
  })),
);

interface PaneHeaderProps {
  visitor: VisitorWithActivity | undefined;
  name: string;
  me: Operator;
  online: VisitorOnline | undefined;
  /** The latest chat. The visitor can be blocked through this chat. */
  latest: Chat | undefined;
  /** Whether the visitor has never had a chat. */
  hasNone: boolean;
  onClose: () => void;
}
export function PaneHeader({
  visitor,
  name,
  me,
  online,
  latest,
  hasNone,
  onClose,
}: PaneHeaderProps) {
  // Below this width the pane covers the list (visitors.css).
  const isListHidden = useMaxWidth(1280);
  return (
    <header className="head">
      <Avatar
        name={visitor?.name?.value ?? null}
        visitorId={visitor?.id}
        photo={visitor?.photo || undefined}
        presence={online ? "online" : undefined}
      />
      <div className="grow">
        {isListHidden && <h1 className="vh">{t("visitors.title")}</h1>}
        <h2 className="t16 cut" dir="auto">
          {name}
        </h2>
        {visitor && <LastSeen visitor={visitor} online={online} />}
      </div>
      {visitor && can(me, "chats.answer") && (
        <PaneActions
          me={me}
          visitor={visitor}
          chatToBlock={latest ?? (hasNone ? { visitor } : undefined)}
        />
      )}
      <Button variant="quiet" icon={IconX} aria-label={t("visitor.close")} onClick={onClose} />
    </header>
  );
}

interface PaneActionsProps {
  me: Operator;
  visitor: VisitorWithActivity;
  chatToBlock: Chat | { readonly visitor: VisitorWithActivity } | undefined;
}

/** The buttons to edit and block the visitor, with their dialogs. */
function PaneActions({ me, visitor, chatToBlock }: PaneActionsProps) {
  const [dialog, setDialog] = useState<"edit" | "block" | null>(null);
  const done = () => {
    setDialog(null);
    for (const key of ["visitor", "visitors"])
      void queryClient.invalidateQueries({ queryKey: [key] });
  };
  return (
    <>
      {visitor.email !== null && (
        <WriteEmailButton
          me={me}
          to={{ address: visitor.email.value, name: visitor.name?.value ?? "" }}
        />
      )}
      <Button
        variant="quiet"
        icon={IconPencil}
        aria-label={t("visitor.edit")}
        onClick={() => setDialog("edit")}
      />
      {!visitor.blocked && chatToBlock && (
        <Button
          variant="quiet"
          icon={IconBan}
          aria-label={t("visitor.block")}
          onClick={() => setDialog("block")}
        />
      )}
      {dialog === "edit" && <EditContact visitor={visitor} onClose={done} />}
      {dialog === "block" && chatToBlock && (
        <DialogBoundary onClose={done}>
          <BlockDialog chat={chatToBlock} onClose={done} />
        </DialogBoundary>
      )}
    </>
  );
}

/** Shows how long the visitor has been on the site, or how long ago they were last seen. */
function LastSeen({
  visitor,
  online,
}: {
  visitor: VisitorWithActivity;
  online: VisitorOnline | undefined;
}) {
  const now = useNow(online === undefined ? 10_000 : 1000);
  if (online !== undefined)
    return (
      <p className="sub2 cut num">
        {here("visit.onsite", { time: formatDuration(now - Date.parse(online.since)) })} ·{" "}
        {online.visits === 1 ? here("visit.first") : here("visit.nth", { n: online.visits })}
      </p>
    );
  if (visitor.last_seen_at === null) return null;
  return (
    <p className="sub2 cut">
      #{visitor.number} · {formatAge(visitor.last_seen_at, now)}
    </p>
  );
}
