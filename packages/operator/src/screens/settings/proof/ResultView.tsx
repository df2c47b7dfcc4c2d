import type { AgentReplayResult } from "@parlour/protocol/api";
import { wrongReasons } from "@parlour/protocol/automation/agent-replay";
import { IconBook2, IconRobot, IconThumbDown, IconThumbUp, IconUser } from "@tabler/icons-react";
import { ChatLink } from "../../../ui/open-chat/parts.tsx";
import { i18n } from "../../../text/index.ts";
import { Tag } from "../../../ui/badges.tsx";
import { Button } from "../../../ui/Button.tsx";
import { noteGap } from "../../../ui/gaps/note-gap.ts";
import { t as gapText } from "../../../ui/gaps/text.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { describeHandOver } from "../../../ui/message/hand-over-text.ts";
import { runOrToast } from "../../../ui/mutation.ts";
import { formatDuration } from "../../../ui/time.ts";
import { t } from "./text.ts";
import { markResult } from "./use-replays.ts";

type Turn = AgentReplayResult["turns"][number];

/** Shows what people and the agent said in a chat side by side, and takes a mark. */
export function ResultView({
  agent,
  replay,
  result,
  onNext,
}: {
  readonly agent: number;
  readonly replay: number;
  readonly result: AgentReplayResult;
  /** Opens the next result. */
  readonly onNext: () => void;
}) {
  const { n, chat, question, turns } = result;
  const save: SaveMark = (change, isLast) =>
    void runOrToast(() => markResult(agent, { replay, n }, change)).then(() => isLast && onNext());
  return (
    <article className="proofresult" aria-label={t("proof.result.n", { n })}>
      <div className="line">
        {chat !== null && (
          <>
            <h3 className="grow">
              <bdi>{chat.visitor_name ?? t("proof.visitor")}</bdi> #{chat.number ?? chat.id}
            </h3>
            <ChatLink chatId={chat.id} view="closed">
              {t("proof.open")}
            </ChatLink>
          </>
        )}
        {chat === null && (
          <p className="grow">
            {question?.article === null || question === null
              ? t("proof.expected.person")
              : t("proof.expected.article", { title: question.article.title })}
          </p>
        )}
      </div>
      {turns.length === 0 && <p className="faint">{t("proof.erased.text")}</p>}
      {turns.map((turn, index) => (
        <TurnView key={index} turn={turn} chatId={chat?.id ?? null} />
      ))}
      {turns.length > 0 && <MarkButtons result={result} onSave={save} onSkip={onNext} />}
    </article>
  );
}

type SaveMark = (change: Parameters<typeof markResult>[2], isLast: boolean) => void;

function MarkButtons({
  result: { mark, wrong_reason, marked_by },
  onSave,
  onSkip,
}: {
  readonly result: AgentReplayResult;
  /** `isLast`: nothing more is asked about this result. */
  readonly onSave: SaveMark;
  readonly onSkip: () => void;
}) {
  return (
    <fieldset className="proofmark">
      <legend>{t("proof.mark")}</legend>
      <div className="line">
        <Button
          icon={IconThumbUp}
          aria-pressed={mark === "good"}
          aria-keyshortcuts="G"
          onClick={() => onSave({ mark: mark === "good" ? null : "good" }, true)}
        >
          {t("proof.mark.good")} <kbd aria-hidden>G</kbd>
        </Button>
        <Button
          icon={IconThumbDown}
          aria-pressed={mark === "wrong"}
          aria-keyshortcuts="W"
          onClick={() => onSave({ mark: mark === "wrong" ? null : "wrong" }, false)}
        >
          {t("proof.mark.wrong")} <kbd aria-hidden>W</kbd>
        </Button>
        <Button variant="quiet" aria-keyshortcuts="S" onClick={onSkip}>
          {t("proof.mark.skip")} <kbd aria-hidden>S</kbd>
        </Button>
        {marked_by !== null && (
          <span className="t12 faint">{t("proof.mark.by", { name: marked_by.name })}</span>
        )}
      </div>
      {mark === "wrong" && (
        <fieldset className="line">
          <legend className="t13 soft">{t("proof.why")}</legend>
          {wrongReasons.map((reason) => (
            <Button
              key={reason}
              small
              aria-pressed={wrong_reason === reason}
              onClick={() => onSave({ mark: "wrong", wrong_reason: reason }, true)}
            >
              {t(`proof.why.${reason}`)}
            </Button>
          ))}
        </fieldset>
      )}
    </fieldset>
  );
}

function TurnView({ turn, chatId }: { readonly turn: Turn; readonly chatId: number | null }) {
  const { question, seq, reply, action, text, sources, reason, facts_differ, ms } = turn;
  const isChat = chatId !== null;
  return (
    <div className="proofturn">
      <p className="question" dir="auto">
        {question}
      </p>
      {facts_differ && <Tag tone="warn">{t("proof.differs")}</Tag>}
      <div className={isChat ? "sides" : "sides one"}>
        {isChat && (
          <div className="side person">
            <p className="author t12 medium">
              <Icon of={IconUser} small />
              {reply === null
                ? t("proof.person.none")
                : t("proof.person", { name: reply.name, time: formatDuration(reply.after_ms) })}
            </p>
            {reply !== null && <p dir="auto">{reply.text}</p>}
          </div>
        )}
        <div className="side bot">
          <p className="author t12 medium">
            <Icon of={IconRobot} small />
            {t("proof.agent.said", { n: i18n.number(ms / 1_000, { maximumFractionDigits: 1 }) })}
          </p>
          {action === "hand_over" ? (
            <p>
              <strong>{t("proof.hands_over")}</strong>{" "}
              {t("proof.reason", { reason: describeHandOver(reason ?? "decision") })}
            </p>
          ) : (
            <p dir="auto">{text}</p>
          )}
          {sources.length > 0 && (
            <ul className="sources" aria-label={t("proof.sources")}>
              {sources.map((source) => (
                <li key={`${source.article_id} ${source.title}`} dir="auto">
                  {source.title}
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
      {chatId !== null && seq !== undefined && (
        <Button
          variant="quiet"
          small
          icon={IconBook2}
          onClick={() => void noteGap({ chatId, seq })}
        >
          {gapText("gap.note")}
        </Button>
      )}
    </div>
  );
}
