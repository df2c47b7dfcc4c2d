import type { VisitorHit } from "@parlour/protocol/api";
import { getKnownVisitorName } from "../../state/live-state.ts";
import { Button } from "../../ui/Button.tsx";
import { Avatar } from "../../ui/badges.tsx";
import { formatAge, useNow } from "../../ui/time.ts";
import { listVisitorContacts, getVisitorName } from "../../ui/chat/visitor-name.ts";
import { t } from "./text.ts";

interface Props {
  visitors: readonly VisitorHit[];
  /** Number of visitors found by the search, at most 100. */
  count: number;
  /** Numbers of the visitors that the query filters by. */
  chosen: ReadonlySet<number>;
  onChoose: (number: number) => void;
  /** Whether the cards are stacked. Otherwise they form one scrolling line. */
  isOpen: boolean;
  onOpen: (open: boolean) => void;
}

/** Number of cards that fit into one line. If there are more, a button shows all of them. */
const maxInLine = 2;

/**
 * Shows the visitors found, above their chats. Pressing a card limits the search to that visitor.
 * Pressing the card again removes the limit.
 */
export function FoundVisitors({ visitors, count, chosen, onChoose, isOpen, onOpen }: Props) {
  const now = useNow(60_000);
  if (visitors.length === 0) return null;
  return (
    <section className={isOpen ? "strip all" : "strip"} aria-labelledby="people-h">
      <div className="sumline">
        <h3 id="people-h">
          {t("people.title")}{" "}
          <span className="n">
            {count > visitors.length
              ? t("people.some", { n: visitors.length, total: count })
              : count}
          </span>
        </h3>
        {visitors.length > maxInLine && (
          <Button
            variant="text"
            small
            aria-expanded={isOpen}
            aria-controls="people-l"
            onClick={() => onOpen(!isOpen)}
          >
            {t(isOpen ? "people.fewer" : "people.all")}
          </Button>
        )}
      </div>
      <ul id="people-l">
        {visitors.map((person) => (
          <li key={person.visitor.id}>
            <VisitorCard
              person={person}
              now={now}
              isChosen={chosen.has(person.visitor.number)}
              onChoose={onChoose}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface VisitorCardProps {
  person: VisitorHit;
  now: number;
  isChosen: boolean;
  onChoose: (number: number) => void;
}

function VisitorCard({
  person: { visitor, channel, data },
  now,
  isChosen,
  onChoose,
}: VisitorCardProps) {
  const name = getVisitorName({ visitor });
  const [contact] = listVisitorContacts(visitor);
  const facts = [
    t("people.chats", { n: visitor.chats }),
    channel.name,
    ...(visitor.last_seen_at === null ? [] : [formatAge(visitor.last_seen_at, now)]),
  ];
  return (
    <button
      type="button"
      className={isChosen ? "personcard on" : "personcard"}
      aria-pressed={isChosen}
      title={t(isChosen ? "people.widen" : "people.narrow")}
      onClick={() => onChoose(visitor.number)}
    >
      <Avatar
        visitorId={visitor.id}
        name={getKnownVisitorName(visitor)}
        photo={visitor.photo ?? ""}
        size={28}
      />
      <span className="names">
        <span className="cut" dir="auto">
          {name}
        </span>
        <small className="cut">
          {visitor.customer !== null && t("people.customer", { id: visitor.customer })}
        </small>
      </span>
      <span className="more">
        <bdi className="cut">{data === null ? (contact ?? "–") : data.content}</bdi>
        <span className="cut">{facts.join(" · ")}</span>
      </span>
    </button>
  );
}
