import type { LiveOperator } from "@parlour/protocol/api";
import { Avatar } from "../../../ui/badges.tsx";
import { useCustomStatus } from "../../../ui/presence/use-custom-status.ts";
import { t } from "../text.ts";

/** Number of operators that a wall can show. */
const maxOperators = 8;
/** Number of squares that a row can show. A higher limit is scaled down. */
const maxSlots = 8;

/** Lists the operators with their chats as squares. */
export function BoardOperators({ operators }: { operators: readonly LiveOperator[] }) {
  const getStatus = useCustomStatus();
  const others = operators.slice(maxOperators);
  const online = operators.filter(({ status }) => status === "online").length;
  const othersText = others.some(({ chats }) => chats > 0) ? "board.others" : "board.others.free";
  return (
    <section className="tile">
      <h2>{t("board.people", { online, all: operators.length })}</h2>
      {operators.length === 0 && <p className="soft">{t("board.people.none")}</p>}
      <ul>
        {operators.slice(0, maxOperators).map((person) => (
          <Person key={person.operator.id} person={person} custom={getStatus(person.operator.id)} />
        ))}
      </ul>
      {others.length > 0 && <p className="soft">{t(othersText, { n: others.length })}</p>}
    </section>
  );
}

function Person({ person, custom }: { person: LiveOperator; custom: string | null }) {
  const { operator, status, chats, limit } = person;
  const isFull = limit > 0 && chats >= limit;
  const slots = Math.min(limit || chats, maxSlots);
  const filled = Math.min(limit > maxSlots ? Math.ceil((chats / limit) * maxSlots) : chats, slots);
  return (
    <li>
      <Avatar name={operator.name} visitorId={operator.id} presence={status} />
      <span className="person">
        <bdi className="medium cut">{operator.name}</bdi>
        <small>{custom ?? t(`board.status.${status}`)}</small>
      </span>
      <span className={isFull ? "slots at-limit" : "slots"} aria-hidden="true">
        {Array.from({ length: slots }, (_, n) => (
          <i key={n} className={n < filled ? "filled" : ""} />
        ))}
      </span>
      <span className="vh">
        {limit > 0 ? t("board.slots", { n: chats, limit }) : t("board.chats", { n: chats })}
      </span>
      <span className="num end" aria-hidden="true">
        {limit > 0 ? t("board.limit", { n: chats, limit }) : chats}
      </span>
      {isFull && <span className="vh">{t("board.full.operator")}</span>}
    </li>
  );
}
