import type { ForwardedChat, Forwarding } from "@parlour/protocol/api";
import {
  IconAlertTriangle,
  IconClock,
  IconEqual,
  IconExclamationCircle,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { i18n } from "../../../text/index.ts";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { QueryList } from "../../../ui/loading/QueryList.tsx";
import { formatDuration, formatFullTime } from "../../../ui/time.ts";
import { ResourceTable } from "../kit/resource/ResourceTable.tsx";
import { ForwardingCards, StartForwardingCard } from "./ForwardingCards.tsx";
import { t } from "./forwarding-text.ts";
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
        label={t("forwarding.both")}
        value={i18n.number(in_both)}
        note={t("forwarding.both.of", {
          n: i18n.number(chats),
          messages,
        })}
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
      <Figure
        label={t("forwarding.delay")}
        value={showSeconds(figures.delay_ms)}
        note={
          delay_p95_ms === null
            ? ""
            : t("forwarding.delay.p95", { time: showSeconds(delay_p95_ms) })
        }
      />
    </dl>
  );
}

function Figure({
  label,
  value,
  note,
  isBad = false,
}: {
  readonly label: string;
  readonly value: string;
  readonly note: string;
  readonly isBad?: boolean;
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span className={isBad ? "big num bad" : "big num"}>{value}</span>
        {note !== "" && <small>{note}</small>}
      </dd>
    </div>
  );
}
const showSeconds = (ms: number | null): string =>
  ms === null ? "–" : t("forwarding.seconds", { n: i18n.number(Math.round(ms / 100) / 10) });
const showDuration = (ms: number | null): string => (ms === null ? "–" : formatDuration(ms));

const icons = {
  none: IconEqual,
  waiting: IconClock,
  missing: IconExclamationCircle,
  answered_in_both: IconAlertTriangle,
} as const;

/** Lists the forwarded chats, newest first. */
function ForwardedChats() {
  const query = useForwardedChats();
  const chats = query.data?.pages.flatMap(({ items }) => items);
  return (
    <section className="card" aria-labelledby="forwarding-list">
      <div className="parallelhead">
        <h2 id="forwarding-list">{t("forwarding.list")}</h2>
      </div>
      <div className="parallellist">
        <QueryList
          query={query}
          items={chats}
          errorText={t("forwarding.failed")}
          emptyText={t("forwarding.none")}
        >
          {(shown) => (
            <ResourceTable
              resources={shown.map((chat) => ({ ...chat, id: chat.chat_id }))}
              name={{ head: t("forwarding.chat"), cell: (chat) => <ChatName chat={chat} /> }}
              columns={[
                {
                  head: t("forwarding.there"),
                  cell: (chat) => showSide(chat.forwarded, chat.old_system_answers),
                },
                {
                  head: t("forwarding.in"),
                  cell: (chat) => showSide(chat.messages, chat.operator_answers),
                },
                {
                  head: t("forwarding.difference"),
                  cell: ({ difference }) => (
                    <span className={`paralleldifference ${difference}`}>
                      <Icon of={icons[difference]} small /> {t(`forwarding.is.${difference}`)}
                    </span>
                  ),
                },
              ]}
            />
          )}
        </QueryList>
      </div>
      {query.hasNextPage && (
        <p className="parallelmore">
          <Button small onClick={() => void query.fetchNextPage()}>
            {t("forwarding.more")}
          </Button>
        </p>
      )}
    </section>
  );
}

function ChatName({ chat: { chat_id, visitor, at } }: { readonly chat: ForwardedChat }) {
  return (
    <>
      <Link to="/archive/{-$chat}" params={{ chat: String(chat_id) }}>
        <bdi>{visitor || t("forwarding.number", { chat: chat_id })}</bdi>
      </Link>
      <small className="faint">{formatFullTime(at)}</small>
    </>
  );
}

function showSide(messages: number, answers: number): string {
  const text = t("forwarding.messages", { n: messages });
  return answers === 0 ? text : t("forwarding.messages.answers", { messages: text, n: answers });
}
