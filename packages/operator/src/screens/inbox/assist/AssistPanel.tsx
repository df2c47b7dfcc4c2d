import "./assist.css";
import type { ComposerApi } from "../picker/composer-api.ts";
import { isForField } from "./assist-state.ts";
import { ArchivePanel } from "./panels/ArchivePanel.tsx";
import { FailedPanel } from "./panels/FailedPanel.tsx";
import { RewritePanel } from "./panels/RewritePanel.tsx";
import { SuggestionPanel } from "./panels/SuggestionPanel.tsx";
import { SummaryPanel } from "./panels/SummaryPanel.tsx";
import { isReplyTranslated } from "./translation/reply-translation.ts";
import { ReplyTranslationPanel } from "./translation/ReplyTranslationPanel.tsx";
import { useAssist, useFieldKeys, type Assist } from "./use-assist.ts";

interface AssistPanelProps {
  readonly composer: ComposerApi;
  readonly onNote: () => void;
}

/** Shows above the field what the model drafted. Nothing is sent without a person. */
export function AssistPanel({ composer, onNote }: AssistPanelProps) {
  return (
    <>
      <DraftPanel {...{ composer, onNote }} />
      {isReplyTranslated(composer) && <ReplyTranslationPanel composer={composer} />}
    </>
  );
}

function DraftPanel({ composer, onNote }: AssistPanelProps) {
  const assist = useAssist(composer);
  useFieldKeys(composer.field, (event) => handleDraftKey(event, assist));
  const { chat, draft, dismiss } = assist;
  if (draft === null) return null;
  if (draft.kind === "archive") return <ArchivePanel {...{ chat, draft }} onClose={dismiss} />;
  if (draft.phase === "failed") return <FailedPanel {...{ chat, draft }} onClose={dismiss} />;
  if (draft.kind === "summary")
    return <SummaryPanel {...{ draft, composer, onNote }} onClose={dismiss} />;
  return draft.kind === "rewrite" ? (
    <RewritePanel {...{ assist, draft }} />
  ) : (
    <SuggestionPanel {...{ assist, draft, composer }} />
  );
}

/** Tab uses a draft that is ready. Esc stops or drops it. */
function handleDraftKey(event: KeyboardEvent, assist: Assist): boolean {
  const { draft, isStale } = assist;
  if (draft === null || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    return false;
  if (event.key === "Escape") {
    assist.dismiss();
    return true;
  }
  const canInsert = draft.phase === "ready" && isForField(draft) && draft.text !== "";
  if (event.key !== "Tab" || !canInsert || isStale) return false;
  assist.insert();
  return true;
}
