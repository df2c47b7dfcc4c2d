import { ChatLink } from "../../../ui/open-chat/parts.tsx";
import { getAssistFailure } from "../../../ui/assist/describe-failure.ts";
import { Button } from "../../../ui/Button.tsx";
import { TextArea } from "../../../ui/Field.tsx";
import { t } from "../text.ts";
import type { DraftedText } from "./use-article-draft.ts";

interface DraftFieldProps {
  readonly draft: DraftedText;
  readonly text: string;
  readonly onText: (text: string) => void;
}

const rows = 12;

/** The text of a new article, which the model drafts from chats. A person changes and saves it. */
export function DraftField({ draft, text, onText }: DraftFieldProps) {
  const { phase, sources, start, stop } = draft;
  const isWorking = phase === "working";
  return (
    <div>
      <TextArea
        label={t("articles.draft.text")}
        rows={rows}
        dir="auto"
        value={isWorking ? draft.text : text}
        readOnly={isWorking}
        aria-busy={isWorking}
        onChange={(event) => onText(event.target.value)}
      />
      <p className="t13 soft line" role={phase === "failed" ? "alert" : undefined}>
        {describePhase(draft)}
        {isWorking ? (
          <Button variant="quiet" small onClick={stop}>
            {t("assist.stop")}
          </Button>
        ) : (
          phase !== "ready" && (
            <Button variant="quiet" small onClick={start}>
              {t("assist.retry")}
            </Button>
          )
        )}
      </p>
      {sources.length > 0 && (
        <ul className="t13 line" aria-label={t("articles.draft.sources")}>
          {sources.map(({ chat, visitor_name, excerpt }) => (
            <li key={chat.id}>
              <ChatLink chatId={chat.id} view="closed" target="_blank" title={excerpt}>
                <bdi>
                  {[`#${chat.number ?? chat.id}`, visitor_name].filter(Boolean).join(" · ")}
                </bdi>
              </ChatLink>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function describePhase({ phase, text, error, sources }: DraftedText): string {
  if (phase === "failed") return `${t("articles.draft.failed")} ${getAssistFailure(error)}`;
  if (phase === "stopped") return t("articles.draft.stopped");
  if (phase === "working")
    return t(text === "" ? "articles.draft.reading" : "articles.draft.writing");
  return text === "" ? t("articles.draft.none") : t("articles.draft.check", { n: sources.length });
}
