import type { ForwardedChat, Forwarding } from "@parlour/protocol/api";
import { i18n } from "../../../text/index.ts";
import { ComparedChats, type ComparedChat } from "./ComparedChats.tsx";
import { DelayFigure, Figure, showDuration } from "./Figure.tsx";
import { ForwardingCards, StartForwardingCard } from "./ForwardingCards.tsx";
import { t } from "./forwarding-text.ts";
import { t as shared } from "./text.ts";
import { useForwardedChats, useForwarding } from "./use-forwarding.ts";

/** Compares the chats of a channel that both systems have live, or starts it (MV-080). */
export function LiveComparison() {
  const forwarding = useForwarding().data?.forwarding;
  if (forwarding === undefined) return null;
  if (forwarding === null) return <StartForwardingCard />;
  return (
    <div className="parallel">
      <div className="parallelmain">
        <ForwardingFigures forwarding={forwarding} />
        <ForwardedChats />
      </div>
      <div className="side">
        <ForwardingCards forwarding={forwarding} />
      </div>
    </div>
  );
}

/** Compares the chats that both systems have live, of 7 days (MV-087). */
function ForwardingFigures({ forwarding: { figures } }: { forwarding: Forwarding }) {
  const { chats, in_both, missing, messages, answered_in_both, delay_p95_ms } = figures;
  const there = figures.old_system_first_answer_ms;
  return (
    <dl className="card parallelfigures">
      <Figure
        label={shared("parallel.both")}
        value={i18n.number(in_both)}
        note={t("forwarding.both.of", { n: i18n.number(chats), messages })}
      />
      <Figure
        label={t("forwarding.missing")}
        value={i18n.number(missing)}
        isBad={missing > 0}
        note={t(missing > 0 ? "forwarding.missing.some" : "forwarding.missing.none")}
      />
      <Figure
        label={t("forwarding.first")}
        value={showDuration(figures.operator_first_answer_ms)}
        note={t("forwarding.first.there", { time: showDuration(there) })}
      />
      <Figure
        label={t("forwarding.twice")}
        value={i18n.number(answered_in_both)}
        note={t("forwarding.twice.about")}
      />
      <DelayFigure ms={figures.delay_ms} p95Ms={delay_p95_ms} />
    </dl>
  );
}

/** Lists the forwarded chats, newest first. */
function ForwardedChats() {
  const query = useForwardedChats();
  return (
    <ComparedChats
      id="forwarding-list"
      title={t("forwarding.list")}
      query={query}
      chats={query.data?.pages.flatMap(({ items }) => items.map(describeChat))}
      emptyText={t("forwarding.none")}
    />
  );
}

const describeChat = (chat: ForwardedChat): ComparedChat => ({
  id: chat.chat_id,
  chatId: chat.chat_id,
  visitor: chat.visitor,
  at: chat.at,
  oldSystem: showSide(chat.forwarded, chat.old_system_answers),
  parlour: showSide(chat.messages, chat.operator_answers),
  difference: chat.difference,
  differenceText: t(`forwarding.is.${chat.difference}`),
});

function showSide(messages: number, answers: number): string {
  const text = shared("parallel.messages", { n: messages });
  return answers === 0 ? text : t("forwarding.messages.answers", { messages: text, n: answers });
}
