import { useEffect, useRef, useState } from "react";
import { formatSummary, requestSummary } from "./summary.ts";

interface SummaryState {
  readonly phase: "idle" | "working" | "ready" | "failed";
  /** Name of the model. null until it has answered. */
  readonly model: string | null;
  /** Whether the model got the internal notes. */
  readonly withNotes: boolean;
  readonly error: unknown;
}
/** A summary that the model writes for a text field. */
export interface SummaryDraft extends SummaryState {
  readonly request: () => void;
  readonly stop: () => void;
}

const idle: SummaryState = { phase: "idle", model: null, withNotes: false, error: null };

/**
 * Asks for a summary of a chat when the field appears, if the account has a model. `onText`
 * receives it as plain text.
 */
export function useSummaryDraft(
  chatId: number,
  hasModel: boolean,
  onText: (text: string) => void,
): SummaryDraft {
  const [state, setState] = useState(idle);
  const running = useRef<AbortController | null>(null);
  const stop = () => {
    running.current?.abort();
    setState(idle);
  };
  const request = () => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setState({ ...idle, phase: "working" });
    requestSummary(chatId, abort.signal).then(
      (summary) => {
        if (abort.signal.aborted) return;
        setState({
          phase: "ready",
          model: summary.model,
          withNotes: summary.with_notes,
          error: null,
        });
        onText(formatSummary(summary));
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setState({ ...idle, phase: "failed", error });
      },
    );
  };
  useEffect(() => {
    if (hasModel) request();
    return () => running.current?.abort();
    // Only once, so that a summary never replaces what was changed meanwhile.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [hasModel, chatId]);
  return { ...state, request, stop };
}
