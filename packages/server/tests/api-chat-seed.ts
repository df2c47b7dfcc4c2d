import type { ChatData, NewMessage } from "../src/core/event.ts";
import type { Db } from "../src/store/database/sql.ts";

export interface ChatSeed {
  readonly id: number;
  readonly visitorId: number;
  readonly channel: number;
  readonly state: ChatData["state"];
  readonly assignee?: { id: number; name: string };
  /** Milliseconds since 1970 of the last activity. */
  readonly at: number;
  readonly texts: readonly (readonly ["visitor" | "operator" | "system", string])[];
}
export async function insertChat(db: Db, account: number, seed: ChatSeed): Promise<void> {
  const at = new Date(seed.at).toISOString();
  const body: ChatData = {
    id: seed.id,
    state: seed.state,
    channel: { id: seed.channel, kind: "api", name: "C" },
    assignee: seed.assignee ?? null,
    participants: seed.assignee ? [seed.assignee] : [],
    department: null,
    page: null,
    session: null,
    custom_data: [],
    crm: { link: null, assign: false, assigned: false },
    bot: null,
    accepted_at: null,
    continues: null,
    created_at: at,
    closed_at: seed.state === "closed" ? at : null,
    close_reason: null,
    rating: null,
    wait: null,
  };
  await db.query(
    "insert into chat (account_id, id, source, visitor_id, state, assignee, created_at, body, closed_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    [
      account,
      seed.id,
      seed.channel,
      seed.visitorId,
      seed.state,
      seed.assignee?.id ?? null,
      at,
      JSON.stringify(body),
      body.closed_at,
    ],
  );
  await db.query(
    "insert into chat_activity (account_id, chat_id, last_at, running) values ($1, $2, $3, $4)",
    [account, seed.id, at, seed.state !== "closed"],
  );
  if (seed.assignee)
    await db.query(
      "insert into participant (account_id, chat_id, operator_id, joined_at) values ($1, $2, $3, $4)",
      [account, seed.id, seed.assignee.id, at],
    );
  for (const [index, [kind, text]] of seed.texts.entries()) {
    const message: NewMessage = {
      id: seed.id * 100 + index,
      chat_id: seed.id,
      author: { kind, id: null, name: "" },
      kind: "text",
      text,
      created_at: at,
    };
    await db.query(
      `insert into journal (account_id, position, at, name, channel_id, chat_id, visitor_id, seq, author_kind, body)
      select $1, coalesce(max(position), 0) + 1, $2, 'message_created', $3, $4, $5, $6, $7, $8 from journal where account_id = $1`,
      [
        account,
        at,
        seed.channel,
        seed.id,
        seed.visitorId,
        index + 1,
        kind,
        JSON.stringify(message),
      ],
    );
  }
}
