// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import "./assist.css";
import { IconRefresh, IconSparkles } from "@tabler/icons-react";
import { Button } from "../Button.tsx";
import { Icon } from "../Icon.tsx";
import { getAssistFailure } from "./describe-failure.ts";
import { t } from "./text.ts";
import type { SummaryDraft } from "./use-summary-draft.ts";

/** Says above a text field that the model writes a summary for it, has written it, or why not. */
export function SummaryHeader({
  draft: { phase, model, error, request, stop },
}: {
  readonly draft: SummaryDraft;
}) {
  return (
    <p className="summaryhead">
      <Icon of={IconSparkles} small />
      <span role="status" className="grow">
        {phase === "working" && t("summary.writing")}
        {phase === "ready" && t("summary.by", { model: model ?? "" })}
        {phase === "failed" && `${t("summary.failed")} ${getAssistFailure(error)}`}
      </span>
      {phase === "working" ? (
        <Button variant="quiet" small onClick={stop}>
          {t("assist.stop")}
        </Button>
      ) : (
        <Button variant="quiet" small icon={IconRefresh} onClick={request}>
          {t(phase === "failed" ? "assist.retry" : "summary.again")}
        </Button>
      )}
    </p>
  );
}
