import pg from "pg";
import { createTestDatabase, type TestDatabase } from "@parlour/testkit";
import {
  searchBlockSize,
  searchIndexReader,
} from "../../packages/server/src/store/chats/search/index-blocks.ts";
import { writeSearchVisitors } from "../../packages/server/src/store/visitors/search-visitors.ts";
import { createDb } from "../../packages/server/src/store/database/sql.ts";

/**
 * A database with many messages, written by SQL. Rows have the shape and size of real ones, in the
 * server's tables with their indexes.
 */
export interface SeededInbox {
  readonly url: string;
  readonly account: number;
  readonly operator: number;
  /** Highest journal position. */
  readonly head: number;
  readonly chats: readonly number[];
  /** A chat with 5 % of all messages. */
  readonly largestChat: { readonly id: number; readonly messages: number };
  /** Search words by frequency in the messages. */
  readonly words: Readonly<Record<"common" | "frequent" | "usual" | "rare" | "absent", string>>;
  /** A typical visitor, who has a chat with an order number. */
  readonly sampleVisitor: {
    readonly name: string;
    readonly email: string;
    readonly phone: string;
    readonly number: number;
    readonly order: string;
  };
  readonly visitors: number;
  /** Size of tables and indexes in MiB. */
  readonly sizes: Readonly<Record<string, number>>;
  readonly seconds: number;
  drop(): Promise<void>;
}

const vocabularySize = 30_000;
const usualMessagesPerChat = 20;
const runningChats = 200;
const channelCount = 5;
const messageWordCount = 12;

/** `messagesPerChat`: of all chats except the largest one. */
export async function seedInbox(
  serverUrl: string,
  messages: number,
  messagesPerChat = usualMessagesPerChat,
): Promise<SeededInbox> {
  const startedAt = performance.now();
  const database: TestDatabase = await createTestDatabase(serverUrl);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query("set maintenance_work_mem = '256MB'; set synchronous_commit = off");
    const insertRow = async (text: string, values: unknown[] = []): Promise<number> =>
      Number((await client.query<{ id: string }>(text, values)).rows[0]?.id);
    const account = await insertRow("insert into account (name) values ('Bench') returning id");
    await client.query("insert into account_head (account_id) values ($1)", [account]);
    const operator = await insertRow(
      "insert into operator (account_id, name, email, role) values ($1, 'Bench', 'bench@example.test', 'owner') returning id",
      [account],
    );
    const endpoint = await insertRow(
      "insert into endpoint (account_id, kind, url, secret, secret_hint) values ($1, 'channel', 'http://127.0.0.1:65000/in', '', 'xxxx') returning id",
      [account],
    );
    const channel = await insertRow(
      `insert into channel (account_id, kind, name, public_id, endpoint_id) select $1, 'api', 'Bench ' || n, 'BenchInbox' || n, $2 from generate_series(1, ${channelCount}) n returning id`,
      [account, endpoint],
    );
    await client.query(
      `create temp table vocabulary as select i, translate(substr(md5(i::text), 1, 4 + i % 6), '0123456789', 'ghijklmnop') || chr(113 + i % 9) as w from generate_series(0, ${vocabularySize - 1}) i;
       create index on vocabulary (i); analyze vocabulary`,
    );
    const largestChatMessages = Math.floor(messages / 20);
    const chats = Math.floor((messages - largestChatMessages) / messagesPerChat);
    const visitorCount = Math.max(chats, Math.floor(messages / 10));
    await seedVisitors(client, { account, channel, people: visitorCount });
    await seedChats(client, { account, operator, channel, chats });
    const rebuild = await dropIndexes(client, ["journal", "search_block"]);
    await seedMessages(client, { account, operator, channel, chats, messages, messagesPerChat });
    await rebuild();
    await client.query(
      `update chat c set created_at = q.first, closed_at = case when c.state = 'closed' then q.last end
         from (select chat_id, min(at) as first, max(at) as last from journal where account_id = $1 group by chat_id) q where c.account_id = $1 and c.id = q.chat_id`,
      [account],
    );
    await client.query(
      `insert into chat_activity (account_id, chat_id, last_at, running) select $1, chat_id, max(at), chat_id > $2 from journal where account_id = $1 group by chat_id
         on conflict (account_id, chat_id) do update set last_at = excluded.last_at, running = excluded.running`,
      [account, chats - runningChats],
    );
    // As the projection of the messages maintains it.
    await client.query(
      `update chat_activity a set counted_seq = q.last, shown_seq = q.last, visitor_messages = q.visitors, visitor_seq = q.visitor,
           shown_body = (select '{"seq":' || j.seq || ',' || substr(j.body, 2) from journal j where j.account_id = $1 and j.chat_id = q.chat_id and j.seq = q.last)
         from (select chat_id, max(seq) as last, count(*) filter (where author_kind = 'visitor') as visitors, coalesce(max(seq) filter (where author_kind = 'visitor'), 0) as visitor
           from journal where account_id = $1 group by chat_id) q
         where a.account_id = $1 and a.chat_id = q.chat_id`,
      [account],
    );
    await client.query(
      `insert into cursor (reader, account_id, position) select r.name, j.account_id, r.last from (select account_id, max(position) as head from journal group by account_id) j
         cross join lateral (values ('activity', j.head), ($1, (j.head + 1) / ${searchBlockSize} * ${searchBlockSize} - 1)) r (name, last)`,
      [searchIndexReader],
    );
    // Typical read marks: all except the last two messages are read.
    await client.query(
      `insert into read_mark (account_id, chat_id, operator_id, seq, visitor_messages) select $1, a.chat_id, $2, a.counted_seq - 2,
         a.visitor_messages - (select count(*) from journal j where j.account_id = $1 and j.chat_id = a.chat_id and j.seq > a.counted_seq - 2 and j.author_kind = 'visitor')
         from chat_activity a where a.account_id = $1 and a.counted_seq > 2`,
      [account, operator],
    );
    // Messages of operators were delivered. Queries of a page read these rows.
    await client.query(
      `insert into delivery (account_id, position, endpoint_id, id, order_key, lane_place, event, chat_id, seq, state, attempts, tries, created_at, updated_at)
         select $1, j.position, $2, j.position, c.chat_id, j.position, 'text', c.chat_id, j.seq, 'delivered', 1, 1, j.at, j.at
         from chat_activity c join journal j on j.account_id = $1 and j.chat_id = c.chat_id and j.seq = c.counted_seq where j.author_kind = 'operator'`,
      [account, endpoint],
    );
    await indexVisitors(database.url, account, visitorCount);
    await client.query("vacuum analyze");
    const word = async (i: number): Promise<string> =>
      (await client.query<{ w: string }>("select w from vocabulary where i = $1", [i])).rows[0]
        ?.w ?? "";
    return {
      url: database.url,
      account,
      operator,
      head: await insertRow("select max(position) as id from journal"),
      chats: (
        await client.query<{ id: string }>(
          "select id from chat where id % greatest(1, $1 / 500) = 0 limit 500",
          [chats],
        )
      ).rows.map(({ id }) => Number(id)),
      largestChat: { id: chats, messages: largestChatMessages },
      words: {
        common: await word(1),
        frequent: await word(10),
        usual: await word(300),
        rare: await word(vocabularySize - 7),
        absent: "zzzzz",
      },
      sampleVisitor: await readSampleVisitor(client, Math.floor(chats / 4) * 2),
      visitors: visitorCount,
      sizes: await readSizes(client),
      seconds: (performance.now() - startedAt) / 1000,
      drop: () => database.drop(),
    };
  } catch (error) {
    await database.drop();
    throw error;
  } finally {
    await client.end();
  }
}

/**
 * Inserts visitors with one of 500 first names, one of 20,000 last names, a phone number and an
 * email address.
 */
async function seedVisitors(
  client: pg.Client,
  {
    account,
    channel,
    people,
  }: { readonly account: number; readonly channel: number; readonly people: number },
): Promise<void> {
  const contact = (value: string): string =>
    `'{"value":' || to_json(${value}) || ',"source":"channel","at":"2026-01-05T08:00:00.000Z"}'`;
  await client.query(
    `insert into visitor (account_id, number, id, source, customer, recipient, body) select $1, n, n, $2::bigint + n % ${channelCount}, 'c' || n, '"c' || n || '"',
       '{"id":' || n || ',"name":' || ${contact("p.name")} || ',"phone":' || ${contact("'+49 30 ' || (10000000 + n)")} || ',"email":' || ${contact("p.email")}
         || ',"description":null,"photo":null,"customer":"c' || n || '","created_at":"2026-01-05T08:00:00.000Z"}'
       from generate_series(1, $3::int) n cross join lateral (
         select initcap(f.w) || ' ' || initcap(l.w) as name, f.w || '.' || l.w || n || '@mail' || n % 20 || '.example.test' as email
         from vocabulary f, vocabulary l where f.i = n % 500 and l.i = 500 + n * 7 % 20000) p`,
    [account, channel, people],
  );
}

/** Inserts rows as the projection of the search writes them. */
async function indexVisitors(url: string, account: number, people: number): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1, options: "-c synchronous_commit=off" });
  try {
    const batch = 500;
    for (let from = 1; from <= people; from += batch)
      await writeSearchVisitors(
        createDb(pool),
        Array.from({ length: Math.min(batch, people - from + 1) }, (_, n) => ({
          account,
          visitor: from + n,
        })),
      );
  } finally {
    await pool.end();
  }
}

interface ChatsDeps {
  readonly account: number;
  readonly operator: number;
  readonly channel: number;
  readonly chats: number;
}
async function seedChats(
  client: pg.Client,
  { account, operator, channel, chats }: ChatsDeps,
): Promise<void> {
  await client.query(
    `insert into chat (account_id, id, source, visitor_id, state, assignee, created_at, body) select $1::bigint, n, $2::bigint + n % ${channelCount}, n, s.state, case when s.state = 'open' or s.state = 'closed' and n % 20 <> 0 then $4::bigint end, now(),
       '{"id":' || n || ',"state":"' || s.state || '","channel":{"id":' || ($2::bigint + n % ${channelCount}) || ',"kind":"api","name":"Bench"},"assignee":null,"participants":[],"department":null,"page":null,"session":null,"custom_data":' || case when n % 2 = 0 then '[{"title":"Order","content":"ORD-' || n || ', delivered","link":null,"key":null,"source":"webhook","endpoint":null}]' else '[]' end || ',"crm":{"link":null,"assign":false,"assigned":false},"bot":null,"continues":null,"created_at":"2026-01-05T08:00:00.000Z","accepted_at":null,"closed_at":null,"close_reason":null,"rating":' || case when n % 10 = 0 then '"negative"' else 'null' end || ',"wait":null}'
       from generate_series(1, $3::int) n cross join lateral (select case when n <= $3::int - ${runningChats} then 'closed' when n % 2 = 0 then 'open' else 'waiting' end as state) s`,
    [account, channel, chats, operator],
  );
  await client.query(
    "insert into participant (account_id, chat_id, operator_id, joined_at, left_at) select account_id, id, assignee, now(), case when state = 'closed' then now() end from chat where assignee is not null",
  );
}

interface MessagesDeps extends ChatsDeps {
  readonly messages: number;
  readonly messagesPerChat: number;
}
/**
 * Every third position is a message. The other positions belong to chats and deliveries, which no
 * benchmark reads. Words approximately follow Zipf's law.
 */
async function seedMessages(
  client: pg.Client,
  { account, operator, channel, chats, messages, messagesPerChat }: MessagesDeps,
): Promise<void> {
  const chunk = 50_000;
  for (let from = 0; from < messages; from += chunk) {
    await client.query(
      `with said as materialized (
         select m, case when m % 20 = 19 then $3::int else 1 + (m - m / 20) / ${messagesPerChat} % $3::int end as chat, r.text, r.words
         from generate_series($5::int, $6::int) m cross join lateral (
           select string_agg(v.w, ' ' order by k) as text, string_agg(v.w, ' ') as words
           from (select k, least(${vocabularySize - 1}, (${vocabularySize} * power(random() + m * 0, 6)))::int as i from generate_series(1, ${messageWordCount}) k offset 0) d join vocabulary v using (i)) r),
       numbered as (select s.*, (s.m + 1) * 3 as place, now() - make_interval(secs => ($7::int - s.m) * 10) as at,
           coalesce((select max(j.n) from last_seq j where j.chat = s.chat), 0) + row_number() over (partition by s.chat order by s.m) as seq from said s),
       kept as (insert into last_seq select chat, max(seq) from numbered group by chat on conflict (chat) do update set n = excluded.n),
       journal_rows as (insert into journal (account_id, position, at, name, channel_id, chat_id, visitor_id, seq, author_kind, author_id, body)
         select $1::bigint, place, at, 'message_created', $2::bigint + chat % ${channelCount}, chat, chat, seq, case when m % 2 = 0 then 'visitor' else 'operator' end, case when m % 2 = 0 then chat else $4::bigint end,
           '{"id":' || (4000000000000 + m) || ',"chat_id":' || chat || ',"author":{"kind":"' || case when m % 2 = 0 then 'visitor","id":' || chat || ',"name":"Customer ' || chat else 'operator","id":' || $4::bigint || ',"name":"Bench' end
             || '"},"kind":"text","text":' || to_json(text) || ',"created_at":"2026-01-05T08:00:00.000Z"}'
         from numbered)
       insert into search_block as s (account_id, block, words)
         select $1::bigint, n.block, ' ' || string_agg(distinct l.lexeme, ' ')
         from (select *, place / ${searchBlockSize} as block from numbered) n
           cross join lateral unnest(string_to_array(n.words || ' @ @' || case when m % 2 = 0 then 'v' else 'o @o' || $4::bigint end, ' ')) l(lexeme)
         group by n.block
         on conflict (account_id, block) do update set words = s.words || excluded.words`,
      [account, channel, chats, operator, from, Math.min(messages, from + chunk) - 1, messages],
    );
  }
}

/**
 * Drops the secondary indexes of tables. Returns a function that builds them again, which is faster
 * than a million index insertions.
 */
async function dropIndexes(
  client: pg.Client,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  await client.query("create temp table last_seq (chat int primary key, n int not null)");
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `select i.indexname, i.indexdef from pg_indexes i where i.schemaname = 'public' and i.tablename = any($1)
       and not exists (select 1 from pg_constraint c where c.conname = i.indexname)`,
    [tables],
  );
  for (const { indexname } of rows) await client.query(`drop index ${indexname}`);
  return async () => {
    for (const { indexdef } of rows) await client.query(indexdef);
  };
}

async function readSampleVisitor(
  client: pg.Client,
  number: number,
): Promise<SeededInbox["sampleVisitor"]> {
  const { rows } = await client.query<{ body: string }>(
    "select body from visitor where number = $1",
    [number],
  );
  const { name, email } = JSON.parse(rows[0]?.body ?? "{}") as Record<
    "name" | "email",
    { value: string }
  >;
  return {
    name: name.value,
    email: email.value,
    phone: `030 ${10_000_000 + number}`,
    number,
    order: `ORD-${number}`,
  };
}

async function readSizes(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; mib: number }>(
    `select c.relname as name, round(pg_relation_size(c.oid) / 1048576.0, 1)::float8 as mib from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'i') and (c.relname like 'search_%' or c.relname like 'journal%' or c.relname like 'chat_activity%') order by 2 desc`,
  );
  return Object.fromEntries(rows.map(({ name, mib }) => [name, mib]));
}
