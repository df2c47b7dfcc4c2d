import { Link } from "@tanstack/react-router";
import { formatExactTime } from "../../../../ui/time.ts";
import type { ArchiveDraft } from "../assist-state.ts";
import { CloseButton, PanelFrame, StopButton } from "./PanelFrame.tsx";
import { t } from "../text.ts";

/** Shows how closed chats solved what the customer asks, with links to them (ASSIST-071). */
export function ArchivePanel({
  draft: { phase, words, chats },
  onClose,
}: {
  readonly draft: ArchiveDraft;
  readonly onClose: () => void;
}) {
  const isWorking = phase === "working";
  if (!isWorking && words === "")
    return (
      <PanelFrame
        label={t("archive.none")}
        note={t("archive.none.text")}
        actions={<CloseButton onClose={onClose} />}
      />
    );
  return (
    <PanelFrame
      label={t("archive.answer")}
      note={words === "" ? t("archive.searching") : undefined}
      actions={isWorking ? <StopButton onStop={onClose} /> : <CloseButton onClose={onClose} />}
    >
      {words !== "" && (
        <p className="assisttext" dir="auto">
          {words}
        </p>
      )}
      {chats.length > 0 && (
        <ul className="assistsources" aria-label={t("archive.chats")}>
          {chats.map(({ number, chat, visitor_name, closed_at, excerpt }) => (
            <li key={number}>
              <Link
                to="/inbox/$view/{-$chat}"
                params={{ view: "closed", chat: String(chat.id) }}
                title={excerpt}
              >
                <span className="cite" aria-hidden="true">
                  {number}
                </span>
                <span className="cut" dir="auto">
                  {[
                    `#${chat.number ?? chat.id}`,
                    visitor_name,
                    closed_at === null ? null : formatExactTime(closed_at),
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </PanelFrame>
  );
}
