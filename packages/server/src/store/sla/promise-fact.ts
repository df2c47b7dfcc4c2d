/** A promise to a visitor and how it ended (PROM-014). Times are ISO 8601. */
export interface PromiseFact {
  /** Identifies the promise in its chat. */
  readonly madeAt: string;
  readonly until: string;
  /**
   * `closed`: the chat was closed before the promised time, without an answer. `withdrawn`: the
   * promise was replaced or taken back.
   */
  readonly state: "running" | "kept" | "broken" | "closed" | "withdrawn";
  readonly answeredAt: string | null;
  /** Position of the journal entry that set the state. */
  readonly position: number;
}
/** The promises of a chat after some of its journal entries. */
export interface ChatPromiseChange {
  readonly account: number;
  readonly chat: number;
  /** Position of the first entry. It ended a running promise that is stored and not in `facts`. */
  readonly position: number;
  readonly endState: "closed" | "withdrawn";
  readonly facts: readonly PromiseFact[];
}

/**
 * Returns the statement that stores the promises. An earlier entry never replaces the state of a
 * later one. Its text follows the CTE that saves the cursors of the consumer, and its parameters
 * begin at `$4`.
 */
export function buildPromiseFactStatement(changes: readonly ChatPromiseChange[]) {
  const facts = changes.flatMap((change) => change.facts.map((fact) => ({ ...change, ...fact })));
  return {
    text: `, change as (select * from unnest($4::bigint[], $5::bigint[], $6::bigint[], $7::text[]) c(account, chat, position, state)),
      fact as (select * from unnest($8::bigint[], $9::bigint[], $10::timestamptz[], $11::timestamptz[], $12::text[], $13::timestamptz[], $14::bigint[])
        f(account, chat, made, until, state, answered, position)),
      ended as (update promise_fact p set state = c.state, position = c.position from change c
        where p.account_id = c.account and p.chat_id = c.chat and p.state = 'running' and p.position < c.position
          and not exists (select from fact f where f.account = c.account and f.chat = c.chat and f.made = p.made_at))
      insert into promise_fact as p (account_id, chat_id, made_at, until, state, answered_at, position)
      select account, chat, made, until, state, answered, position from fact order by account, chat, made
      on conflict (account_id, chat_id, made_at) do update
        set until = excluded.until, state = excluded.state, answered_at = excluded.answered_at, position = excluded.position
        where p.position < excluded.position`,
    values: [
      changes.map(({ account }) => account),
      changes.map(({ chat }) => chat),
      changes.map(({ position }) => position),
      changes.map(({ endState }) => endState),
      facts.map(({ account }) => account),
      facts.map(({ chat }) => chat),
      facts.map(({ madeAt }) => madeAt),
      facts.map(({ until }) => until),
      facts.map(({ state }) => state),
      facts.map(({ answeredAt }) => answeredAt),
      facts.map(({ position }) => position),
    ],
  };
}
