import type { ArchiveSource, ArticleDraft, NewArticleDraft } from "@parlour/protocol/api";
import { useEffect, useRef, useState } from "react";
import { streamDraft } from "../../../ui/assist/draft-stream.ts";
import { announce } from "../../../ui/live-region.tsx";
import { t } from "../text.ts";

export type DraftQuestions = NewArticleDraft["questions"];

interface DraftState {
  readonly phase: "working" | "ready" | "stopped" | "failed";
  /** As the model wrote it, with the numbers of chats while it is working. */
  readonly text: string;
  readonly sources: readonly ArchiveSource[];
  readonly error?: unknown;
}
export interface DraftedText extends DraftState {
  readonly start: () => void;
  readonly stop: () => void;
}

/**
 * Asks the model for the text of an article at once (ART-047). Null without questions. `onText`
 * gets the text when it is ready.
 */
export function useArticleDraft(
  questions: DraftQuestions | null,
  language: string,
  onText: (text: string) => void,
): DraftedText | null {
  const [state, setState] = useState<DraftState>(working);
  const abort = useRef<AbortController | null>(null);
  const start = () => {
    if (questions === null) return;
    abort.current?.abort();
    const request = new AbortController();
    abort.current = request;
    setState(working);
    const change = (next: Partial<DraftState>) => {
      if (!request.signal.aborted) setState((before) => ({ ...before, ...next }));
    };
    streamDraft<ArchiveSource, ArticleDraft>(
      "/article-drafts",
      { language, questions },
      request.signal,
      { onSources: () => undefined, onWords: (text) => change({ text }) },
    ).then(
      ({ body, sources }) => {
        if (request.signal.aborted) return;
        change({ phase: "ready", text: body, sources });
        if (body !== "") onText(body);
        announce(t(body === "" ? "articles.draft.none" : "articles.draft.ready"));
      },
      (error: unknown) => change({ phase: "failed", error }),
    );
  };
  const stop = () => {
    abort.current?.abort();
    setState({ ...working, phase: "stopped" });
  };
  useEffect(() => {
    start();
    return () => abort.current?.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- another language does not ask again
  }, []);
  return questions === null ? null : { ...state, start, stop };
}
const working: DraftState = { phase: "working", text: "", sources: [] };
