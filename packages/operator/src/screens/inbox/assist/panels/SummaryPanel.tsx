import { appendToDraft } from "../../../../state/drafts/drafts.ts";
import { formatSummary, listSummaryLines } from "../../../../ui/assist/summary.ts";
import { Button } from "../../../../ui/Button.tsx";
import type { ComposerApi } from "../../picker/composer-api.ts";
import type { SummaryDraft } from "../assist-state.ts";
import { CloseButton, PanelFrame } from "./PanelFrame.tsx";
import { t } from "../text.ts";

interface SummaryPanelProps {
  readonly draft: SummaryDraft;
  /** The composer of a chat in which notes can be written. */
  readonly composer?: ComposerApi;
  readonly onNote?: () => void;
  readonly onClose: () => void;
}

/** Shows the summary of a chat, which can become a note. */
export function SummaryPanel({ draft, composer, onNote, onClose }: SummaryPanelProps) {
  const { summary } = draft;
  if (summary === null)
    return (
      <PanelFrame
        label={t("summary.title")}
        note={t("summary.writing")}
        actions={
          <Button variant="quiet" small onClick={onClose}>
            {t("assist.stop")}
          </Button>
        }
      />
    );
  const addNote = () => {
    if (composer === undefined) return;
    const { chat, me } = composer;
    appendToDraft(me.id, chat.id, formatSummary(summary), "note");
    onNote?.();
    onClose();
  };
  return (
    <PanelFrame
      label={t("summary.title")}
      actions={
        <>
          {composer && (
            <Button variant="quiet" small onClick={addNote}>
              {t("summary.note")}
            </Button>
          )}
          <CloseButton onClose={onClose} />
        </>
      }
    >
      <dl className="assistlines">
        {listSummaryLines(summary).map(({ key, label, text }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd dir="auto">{text}</dd>
          </div>
        ))}
      </dl>
      {!summary.with_notes && <p className="assistnote">{t("summary.nonotes")}</p>}
    </PanelFrame>
  );
}
