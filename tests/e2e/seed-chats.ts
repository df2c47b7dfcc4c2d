import type { TestChannel, TestOperator, TestParlour } from "@parlour/testkit";

/** Higher than all ids that the server assigns in a test. */
const firstId = 1_900_000_000;

/**
 * Inserts open chats of an operator with one message each directly into the database; through the
 * channel this would take minutes. Customers are `many-1`, `many-2` …, named "Customer 1",
 * "Customer 2" …. A higher number is a newer chat.
 */
export async function seedChats(
  parlour: TestParlour,
  channel: TestChannel,
  count: number,
  { id }: Pick<TestOperator, "id"> = parlour.owner,
): Promise<void> {
  const operator = { id, name: "Ann" };
  const [head] = await parlour.sql<{ account: string; position: string; visitors: string }>(
    `update account_head h set visitors = visitors + $1
    where account_id = (select account_id from operator where id = $2)
    returning account_id as account, visitors - $1 as visitors,
      (select max(position) from journal j where j.account_id = h.account_id) as position`,
    [count, id],
  );
  if (!head) throw new Error("there is no such operator");
  const start = Date.now() - 3_600_000;
  const rows = Array.from({ length: count }, (_, index) => {
    const n = index + 1;
    const at = new Date(start + n * 10).toISOString();
    const contact = { value: `Customer ${n}`, source: "channel", at };
    const visitor = {
      id: firstId + n,
      name: contact,
      phone: null,
      email: null,
      description: null,
      photo: null,
      customer: `many-${n}`,
      created_at: at,
    };
    const chat = {
      id: firstId + n,
      state: "open",
      channel: { id: channel.id, kind: "api", name: "Shop" },
      assignee: operator,
      participants: [operator],
      department: null,
      page: null,
      session: null,
      custom_data: [],
      crm: { link: null, assign: false, assigned: false },
      bot: null,
      continues: null,
      created_at: at,
      accepted_at: at,
      closed_at: null,
      close_reason: null,
      rating: null,
      wait: null,
    };
    const message = {
      id: firstId + n,
      chat_id: firstId + n,
      author: { kind: "visitor", id: firstId + n, name: contact.value },
      kind: "text",
      text: `Question ${n}`,
      created_at: at,
    };
    return {
      n,
      at,
      visitor: JSON.stringify(visitor),
      chat: JSON.stringify(chat),
      message: JSON.stringify(message),
    };
  });
  await parlour.sql(
    `with given as (
      select * from unnest($1::int[], $2::timestamptz[], $3::text[], $4::text[], $5::text[]) g(n, at, visitor, chat, message)
    ), visitors as (
      insert into visitor (account_id, number, id, source, customer, recipient, body)
      select $6, $7::bigint + n, $8::bigint + n, $9, 'many-' || n, to_json('many-' || n)::text, visitor from given
    ), chats as (
      insert into chat (account_id, id, source, visitor_id, state, assignee, created_at, body)
      select $6, $8::bigint + n, $9, $8::bigint + n, 'open', $10, at, chat from given
    ), activity as (
      insert into chat_activity (account_id, chat_id, last_at, running) select $6, $8::bigint + n, at, true from given
    ), people as (
      insert into participant (account_id, chat_id, operator_id, joined_at) select $6, $8::bigint + n, $10, at from given
    )
    insert into journal (account_id, position, at, name, channel_id, chat_id, visitor_id, seq, author_kind, body)
    select $6, $11::bigint + n, at, 'message_created', $9, $8::bigint + n, $8::bigint + n, 1, 'visitor', message from given`,
    [
      rows.map((row) => row.n),
      rows.map((row) => row.at),
      rows.map((row) => row.visitor),
      rows.map((row) => row.chat),
      rows.map((row) => row.message),
      head.account,
      head.visitors,
      firstId,
      channel.id,
      id,
      head.position,
    ],
  );
}
