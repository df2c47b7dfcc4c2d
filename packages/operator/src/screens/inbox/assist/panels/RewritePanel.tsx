import { IconPencil } from "@tabler/icons-react";
import { diffWordsWithSpace } from "diff";
import { useMemo } from "react";
import { Button } from "../../../../ui/Button.tsx";
import type { RewriteDraft } from "../assist-state.ts";
import { PanelFrame, StopButton } from "./PanelFrame.tsx";
import { t } from "../text.ts";
import type { Assist } from "../use-assist.ts";

/** Time in milliseconds after which two texts count as too different to compare. */
const timeoutMs = 500;

interface RewritePanelProps {
  readonly assist: Assist;
  readonly draft: RewriteDraft;
}

/** Shows another wording of the text in the field, with the words that differ. */
export function RewritePanel({ assist: { dismiss, insert }, draft }: RewritePanelProps) {
  const isReady = draft.phase === "ready";
  return (
    <PanelFrame
      label={t(`rewrite.${draft.mode}.done`)}
      icon={IconPencil}
      note={isReady ? undefined : t("assist.writing")}
      actions={
        isReady ? (
          <>
            <Button small keys="Tab" onClick={insert}>
              {t("rewrite.use")}
            </Button>
            <Button variant="quiet" small keys="Esc" onClick={dismiss}>
              {t("rewrite.keep")}
            </Button>
          </>
        ) : (
          <StopButton onStop={dismiss} />
        )
      }
    >
      {isReady && <ChangedWords before={draft.original} after={draft.text} />}
    </PanelFrame>
  );
}

/** Marks removed and added words. A translation shares none, so it is shown alone. */
function ChangedWords({ before, after }: { readonly before: string; readonly after: string }) {
  const parts = useMemo(
    () => diffWordsWithSpace(before, after, { timeout: timeoutMs }),
    [before, after],
  );
  const isComparable = parts?.some(
    ({ added, removed, value }) => !added && !removed && /\p{L}/u.test(value),
  );
  return (
    <p className="assisttext" dir="auto">
      {isComparable
        ? parts?.map(({ added, removed, value }, index) =>
            added ? (
              // oxlint-disable-next-line react/no-array-index-key -- the parts never change
              <ins key={index}>{value}</ins>
            ) : removed ? (
              // oxlint-disable-next-line react/no-array-index-key -- the parts never change
              <del key={index}>{value}</del>
            ) : (
              value
            ),
          )
        : after}
    </p>
  );
}
