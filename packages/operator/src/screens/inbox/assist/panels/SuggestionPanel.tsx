import type { AnswerSource } from "@parlour/protocol/api";
import { Link } from "@tanstack/react-router";
import { can } from "../../../../state/session.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { getVisitorName } from "../../../../ui/chat/visitor-name.ts";
import type { ComposerApi } from "../../picker/composer-api.ts";
import type { SuggestionDraft } from "../assist-state.ts";
import { CloseButton, PanelFrame, StopButton } from "./PanelFrame.tsx";
import { t } from "../text.ts";
import type { Assist } from "../use-assist.ts";

interface SuggestionPanelProps {
  readonly assist: Assist;
  readonly draft: SuggestionDraft;
  readonly composer: ComposerApi;
}

/** Shows a suggested reply with its sources while the model writes, and after that. */
export function SuggestionPanel({ assist, draft, composer }: SuggestionPanelProps) {
  const { dismiss, insert, suggest, isStale } = assist;
  if (draft.phase === "working")
    return (
      <PanelFrame
        label={t("assist.suggested")}
        note={draft.words === "" ? t("assist.searching") : undefined}
        actions={<StopButton onStop={dismiss} />}
      >
        {draft.words === "" ? <WordSkeleton /> : <SuggestedWords draft={draft} />}
      </PanelFrame>
    );
  if (draft.text === "")
    return (
      <PanelFrame
        label={t("assist.none")}
        note={t("assist.none.text")}
        actions={<CloseButton onClose={dismiss} />}
      />
    );
  return (
    <PanelFrame
      label={t("assist.suggested")}
      note={isStale ? t("assist.stale", { name: getVisitorName(composer.chat) }) : undefined}
      actions={
        <>
          {isStale ? (
            <Button variant="quiet" small onClick={suggest}>
              {t("assist.again")}
            </Button>
          ) : (
            <Button variant="quiet" small keys="Tab" onClick={insert}>
              {t(composer.text.trim() === "" ? "assist.insert" : "assist.insertbelow")}
            </Button>
          )}
          <Button variant="quiet" small keys="Esc" onClick={dismiss}>
            {t("assist.dismiss")}
          </Button>
        </>
      }
    >
      <SuggestedWords draft={draft} />
      {draft.requestId !== null && can(composer.me, "deliveries.read") && (
        <p className="assistnote">
          <Link to="/integrations/$" params={{ _splat: `deliveries/${draft.requestId}` }}>
            {t("assist.request")}
          </Link>
        </p>
      )}
    </PanelFrame>
  );
}

function WordSkeleton() {
  return (
    <div className="assistbones" aria-hidden="true">
      <span />
      <span />
    </div>
  );
}

/** Shows the words with the numbers of their sources, and the sources that they name. */
function SuggestedWords({ draft: { words, sources, phase } }: { readonly draft: SuggestionDraft }) {
  const parts = words.split(/[ \t]*\[(\d{1,2})\](?!\()/u);
  const numbers = new Set(parts.filter((_, index) => index % 2 === 1).map(Number));
  const named = sources.filter(({ number }) => numbers.has(number));
  return (
    <>
      <p className="assisttext" dir="auto">
        {parts.map((part, index) =>
          // The parts of a text that grows keep their order.
          // oxlint-disable-next-line react/no-array-index-key
          index % 2 === 0 ? (
            part
          ) : (
            <SourceNumber key={index} {...{ sources }} number={Number(part)} />
          ),
        )}
        {phase === "working" && <span className="assistcaret" aria-hidden="true" />}
      </p>
      {named.length > 0 && (
        <ul className="assistsources" aria-label={t("assist.sources")}>
          {named.map((source) => (
            <li key={source.number}>
              <a href={source.path} target="_blank" rel="noreferrer" title={source.excerpt}>
                <span className="cite" aria-hidden="true">
                  {source.number}
                </span>
                <span className="cut" dir="auto">
                  {source.title}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function SourceNumber({
  sources,
  number,
}: {
  readonly sources: readonly AnswerSource[];
  readonly number: number;
}) {
  const source = sources.find((candidate) => candidate.number === number);
  if (source === undefined) return null;
  const { path, title, excerpt } = source;
  return (
    <a
      className="cite"
      href={path}
      target="_blank"
      rel="noreferrer"
      title={excerpt}
      aria-label={t("assist.source", { n: number, title })}
    >
      {number}
    </a>
  );
}
