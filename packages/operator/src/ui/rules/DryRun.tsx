import type { Chat } from "@parlour/protocol";
import type { RuleDryRun } from "@parlour/protocol/api";
import type { Action } from "@parlour/protocol/actions/actions";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ChatLink } from "../open-chat/parts.tsx";
import { toChatAddress } from "../address/chat-routes.ts";
import { api } from "../../state/api/api.ts";
import { EffectList } from "../actions/effects/EffectList.tsx";
import { Button } from "../Button.tsx";
import { getVisitorName } from "../chat/visitor-name.ts";
import { SegmentedControl } from "../choice/SegmentedControl.tsx";
import { ErrorMessage } from "../loading/ErrorMessage.tsx";
import { LineSkeleton } from "../loading/Skeleton.tsx";
import "./dry-run.css";
import { t } from "./text.ts";
import { dryRunDays, useDryRun, type DryRun, type DryRunRule } from "./use-dry-run.ts";

interface DryRunPanelProps {
  readonly rule: DryRunRule;
  /** The saved rule that the form changes. null: a new rule. */
  readonly storedId: number | null;
  /** Why the rule cannot be tried, or null. */
  readonly unavailable: string | null;
}

/** Tries a rule on the past, and shows what it would have done (RULE-053). */
export function DryRunPanel({ rule, storedId, unavailable }: DryRunPanelProps) {
  const dryRun = useDryRun(rule, unavailable === null, storedId);
  const { days, result, isStale, failure, start, cancel } = dryRun;
  const isRunning = result?.state === "running";
  return (
    <section className="card ruledry" aria-labelledby="s-dry">
      <div className="line">
        <h2 id="s-dry" className="grow">
          {t("dryrun.title")}
        </h2>
        {isRunning && !isStale ? (
          <Button small onClick={() => void cancel()}>
            {t("dryrun.cancel")}
          </Button>
        ) : (
          <Button small unavailable={unavailable ?? false} onClick={() => void start(days)}>
            {t(result === undefined ? "dryrun.run" : "dryrun.again")}
          </Button>
        )}
      </div>
      <SegmentedControl
        label={t("dryrun.days")}
        value={String(days)}
        options={dryRunDays.map((value) => ({
          value: String(value),
          label: t("dryrun.last", { n: value }),
        }))}
        onChange={(value) => void start(dryRunDays.find((n) => String(n) === value) ?? days)}
      />
      {failure !== null && <ErrorMessage error={failure} />}
      {result === undefined ? (
        <p className="t13 soft">{unavailable ?? t("dryrun.about")}</p>
      ) : (
        <Result result={result} dryRun={dryRun} actions={rule.do} />
      )}
    </section>
  );
}

interface ResultProps {
  readonly result: RuleDryRun;
  readonly dryRun: DryRun;
  readonly actions: readonly Action[];
}

function Result({ result, dryRun: { resultDays, isStale }, actions }: ResultProps) {
  const { state, total, processed, matched, chats, added, removed } = result;
  if (state === "failed") return <p className="err">{t("dryrun.failed")}</p>;
  const progress = t("dryrun.progress", { processed, total, matched });
  return (
    <>
      <div className={isStale ? "faint" : undefined} aria-live="polite">
        {state === "running" ? (
          <>
            <progress className="bar" aria-label={progress} max={total || 1} value={processed} />
            <p className="t13 soft num">{progress}</p>
          </>
        ) : (
          <>
            <p>
              <span className="t20 bold num">{matched}</span>{" "}
              {t(isStale ? "dryrun.before" : "dryrun.times", { n: matched })}
            </p>
            <p className="t13 soft">
              {state === "cancelled" && `${t("dryrun.cancelled")} `}
              {t("dryrun.span", { n: resultDays })}
            </p>
            {added !== null && removed !== null && (
              <p>
                {t("dryrun.difference", { added: countText(added), removed: countText(removed) })}
              </p>
            )}
          </>
        )}
      </div>
      {state === "done" && !isStale && (
        <>
          <ChatEffects title={t("dryrun.added")} chats={added ?? []} actions={actions} />
          <ChatEffects title={t("dryrun.removed")} chats={removed ?? []} actions={[]} />
          <ChatEffects title={t("dryrun.effects")} chats={chats} actions={actions} />
        </>
      )}
    </>
  );
}

/** The server lists at most this many chats. */
const maxListed = 100;
const countText = ({ length }: readonly number[]): string =>
  length < maxListed ? String(length) : `${maxListed}+`;

/** Chats that are loaded at once. */
const chatsPerPage = 5;

function ChatEffects({
  title,
  chats,
  actions,
}: {
  readonly title: string;
  readonly chats: readonly number[];
  readonly actions: readonly Action[];
}) {
  const [count, setCount] = useState(chatsPerPage);
  if (chats.length === 0) return null;
  return (
    <>
      <h3 className="cap">{title}</h3>
      <ol className="drychats">
        {chats.slice(0, count).map((id) => (
          <ChatEffect key={id} id={id} actions={actions} />
        ))}
      </ol>
      {count < chats.length && (
        <Button small variant="quiet" onClick={() => setCount(count + chatsPerPage)}>
          {t("dryrun.more")}
        </Button>
      )}
    </>
  );
}

/** Shows what the rule would do now in a chat. Nothing if the chat was erased. */
function ChatEffect({ id, actions }: { readonly id: number; readonly actions: readonly Action[] }) {
  const query = useQuery({
    queryKey: ["chats", id],
    queryFn: () => api.get<Chat>(`/chats/${id}`),
  });
  const chat = query.data;
  if (query.error !== null) return null;
  return (
    <li>
      {chat === undefined ? (
        <LineSkeleton lines={2} />
      ) : (
        <>
          <ChatLink {...toChatAddress(chat)}>
            <bdi>{getVisitorName(chat)}</bdi> {chat.number}
          </ChatLink>
          <EffectList actions={actions} chat={chat} me={null} />
        </>
      )}
    </li>
  );
}
