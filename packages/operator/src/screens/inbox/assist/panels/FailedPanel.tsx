import { getAssistFailure } from "../../../../ui/assist/describe-failure.ts";
import { Button } from "../../../../ui/Button.tsx";
import type { ArchiveDraft, AssistChat, AssistDraft } from "../assist-state.ts";
import { CloseButton, PanelFrame } from "./PanelFrame.tsx";
import { repeatRequest } from "../request-draft.ts";
import { t } from "../text.ts";

const titles = {
  suggestion: "assist.none",
  rewrite: "rewrite.failed",
  summary: "summary.failed",
} as const;

interface FailedPanelProps {
  readonly chat: AssistChat;
  readonly draft: Exclude<AssistDraft, ArchiveDraft>;
  readonly onClose: () => void;
}

/** Says why there is no draft. The composer works as without a model. */
export function FailedPanel({ chat, draft, onClose }: FailedPanelProps) {
  return (
    <PanelFrame
      label={t(titles[draft.kind])}
      note={<span role="alert">{getAssistFailure(draft.error)}</span>}
      actions={
        <>
          <Button variant="quiet" small onClick={() => repeatRequest(chat, draft)}>
            {t("assist.retry")}
          </Button>
          <CloseButton onClose={onClose} />
        </>
      }
    />
  );
}
