import { IconLanguage } from "@tabler/icons-react";
import { useEffect } from "react";
import { getLanguageName } from "../../../../text/language-name.ts";
import { getAssistFailure } from "../../../../ui/assist/describe-failure.ts";
import { Button } from "../../../../ui/Button.tsx";
import { useDebounced } from "../../../../ui/loading/delay.ts";
import type { ComposerApi } from "../../picker/composer-api.ts";
import { PanelFrame } from "../panels/PanelFrame.tsx";
import { t } from "../text.ts";
import {
  isTranslatedByHand,
  requestReplyTranslation,
  sendUntranslated,
  useReplyTranslation,
  type ReplyTranslation,
} from "./reply-translation.ts";
import { toggleTranslation, useReplyTarget, type ReplyTarget } from "./translation-state.ts";

/** Pause in milliseconds after which what was written is translated. */
const pauseMs = 900;

/** Shows above the field what the customer will get, in their language (ASSIST-061). */
export function ReplyTranslationPanel({ composer }: { readonly composer: ComposerApi }) {
  const { chat, text } = composer;
  const target = useReplyTarget(chat.id);
  const source = text.trim();
  const language = target.kind === "language" ? target.language : null;
  const isByHand = isTranslatedByHand(composer);
  const reply = useTranslationOf(isByHand ? "" : source, language, chat.id);
  if (target.kind === "none" || (source === "" && language === null)) return null;
  const failure = target.kind === "failed" ? target : reply?.phase === "failed" ? reply : null;
  const isTranslated = reply?.phase === "ready" && reply.text.trim() !== source;
  const retry = () => {
    if (language !== null) requestReplyTranslation(chat.id, language, source);
  };
  return (
    <PanelFrame
      label={
        language === null
          ? t("reply.unknown")
          : t("reply.to", { language: getLanguageName(language) })
      }
      icon={IconLanguage}
      note={<PanelNote {...{ target, reply, isByHand }} isEmpty={source === ""} />}
      actions={
        <>
          {failure !== null && language !== null && (
            <Button variant="quiet" small onClick={retry}>
              {t("assist.retry")}
            </Button>
          )}
          {failure !== null && source !== "" && (
            <Button variant="quiet" small onClick={() => sendUntranslated(composer)}>
              {t("reply.aswritten")}
            </Button>
          )}
          <Button variant="quiet" small onClick={() => toggleTranslation(chat.id)}>
            {t("translation.stop")}
          </Button>
        </>
      }
    >
      {isTranslated && (
        <p className="assisttext" dir="auto" lang={reply.language}>
          {reply.text}
        </p>
      )}
    </PanelFrame>
  );
}

/** Returns the translation of a text, which is asked for after a pause. */
function useTranslationOf(
  source: string,
  language: string | null,
  chatId: number,
): ReplyTranslation | undefined {
  const settled = useDebounced(source, pauseMs);
  const stored = useReplyTranslation(chatId);
  useEffect(() => {
    if (language !== null && settled !== "") requestReplyTranslation(chatId, language, settled);
  }, [chatId, language, settled]);
  const isCurrent = source !== "" && stored?.source === source && stored.language === language;
  return isCurrent ? stored : undefined;
}

interface PanelNoteProps {
  readonly target: ReplyTarget;
  readonly reply: ReplyTranslation | undefined;
  readonly isByHand: boolean;
  /** Nothing is written. */
  readonly isEmpty: boolean;
}

/** Says what Send does now. */
function PanelNote({ target, reply, isByHand, isEmpty }: PanelNoteProps) {
  const failure = target.kind === "failed" ? target : reply?.phase === "failed" ? reply : null;
  if (failure !== null)
    return (
      <span role="alert">
        {t("reply.failed")} {getAssistFailure(failure.error)}
      </span>
    );
  if (isEmpty) return t("reply.hint");
  if (isByHand) return t("reply.same");
  if (reply?.phase !== "ready") return t("reply.working");
  return t(reply.text.trim() === reply.source ? "reply.same" : "reply.sends");
}
