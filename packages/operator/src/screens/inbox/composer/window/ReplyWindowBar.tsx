import type { Chat } from "@parlour/protocol";
import { IconClock, IconTemplate } from "@tabler/icons-react";
import { useState } from "react";
import { Button } from "../../../../ui/Button.tsx";
import { Icon } from "../../../../ui/Icon.tsx";
import { getVisitorName } from "../../../../ui/chat/visitor-name.ts";
import type { ReplyWindow } from "./reply-window.ts";
import { TemplateDialog } from "./TemplateDialog.tsx";
import { t } from "./text.ts";

/** Shows how long the channel accepts replies (CON-050). */
export function ReplyWindowNote({ leftMs }: { leftMs: number }) {
  const minutes = Math.ceil(leftMs / 60_000);
  const h = Math.floor(minutes / 60);
  const m = minutes % 60;
  return (
    <p className="t12 soft line4 windownote" role="note">
      <Icon of={IconClock} small />{" "}
      {h > 0 ? t("window.left.hours", { h, m }) : t("window.left.minutes", { m })}
    </p>
  );
}

/** Replaces the field for replies while the channel accepts only templates (CON-050). */
export function ClosedWindowBar({
  chat,
  window: { hours, hasTemplates },
  onNote,
}: {
  chat: Chat;
  window: Extract<ReplyWindow, { kind: "closed" }>;
  onNote: () => void;
}) {
  const [isChoosing, setChoosing] = useState(false);
  return (
    <div className="footbar closed-window">
      <p className="grow soft">
        {t(hasTemplates ? "window.closed" : "window.closed.plain", {
          name: getVisitorName(chat),
          n: hours,
        })}
      </p>
      <Button onClick={onNote}>{t("window.note")}</Button>
      {hasTemplates && (
        <Button variant="primary" icon={IconTemplate} onClick={() => setChoosing(true)}>
          {t("window.template")}
        </Button>
      )}
      {isChoosing && <TemplateDialog chat={chat} onClose={() => setChoosing(false)} />}
    </div>
  );
}

/**
 * Replaces the field for replies while only the old system answers (MV-084). `onNote`: absent if
 * the field for notes is below.
 */
export function AnsweredElsewhereBar({ onNote }: { onNote?: () => void }) {
  return (
    <div className="footbar closed-window">
      <p className="grow soft">{t("window.elsewhere")}</p>
      {onNote !== undefined && <Button onClick={onNote}>{t("window.note")}</Button>}
    </div>
  );
}
