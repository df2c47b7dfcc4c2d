import { createServer, type ServerResponse } from "node:http";
import pg from "pg";
import { getChatNumber, type ChannelRequest } from "./naive-sql.ts";

/**
 * Baseline `floor`: what Node and PostgreSQL can do on this machine with the journal's guarantees
 * and nothing else. Messages are numbered in memory, one connection commits all that wait as one
 * statement, and a message is answered after its commit. The table has the unique indexes of the
 * journal, so each message is stored once and in order. Must stay unchanged: a baseline is never
 * made slower.
 */
const connection = new pg.Client({ connectionString: process.env["DATABASE_URL"] });
await connection.connect();
await connection.query(`create table floor_journal (
    account_id bigint not null, position bigint not null, at timestamptz not null, chat_id bigint not null,
    seq int, author_id bigint not null, client_id text, body text not null,
    primary key (account_id, position));
  create unique index floor_seq on floor_journal (account_id, chat_id, seq) where seq is not null;
  create unique index floor_client on floor_journal (account_id, chat_id, author_id, client_id) where client_id is not null`);

/** As many as a batch of the product has. */
const maxBatch = 256;
const lastSeqs = new Map<number, number>();
const waiting: { chat: number; seq: number; body: string; response: ServerResponse }[] = [];
let position = 0;
let isCommitting = false;

async function commitAll(): Promise<void> {
  isCommitting = true;
  while (waiting.length > 0) {
    const batch = waiting.splice(0, maxBatch);
    const status = await commit(batch).then(
      () => 200,
      (error: unknown) => {
        console.error(error);
        return 500;
      },
    );
    for (const { response } of batch)
      response
        .writeHead(status, { "content-type": "application/json", "content-length": 15 })
        .end('{"result":"ok"}');
  }
  isCommitting = false;
}

function commit(batch: readonly { chat: number; seq: number; body: string }[]) {
  const positions = batch.map(() => ++position);
  return connection.query({
    name: "commit",
    text: `insert into floor_journal (account_id, position, at, chat_id, seq, author_id, body)
      select 1, q.position, now(), q.chat, q.seq, q.chat, q.body
      from unnest($1::bigint[], $2::bigint[], $3::int[], $4::text[]) q(position, chat, seq, body)`,
    values: [
      positions,
      batch.map(({ chat }) => chat),
      batch.map(({ seq }) => seq),
      batch.map(({ body }) => body),
    ],
  });
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const body = Buffer.concat(chunks).toString("utf8");
    const chat = getChatNumber(JSON.parse(body) as ChannelRequest);
    const seq = (lastSeqs.get(chat) ?? 0) + 1;
    lastSeqs.set(chat, seq);
    waiting.push({ chat, seq, body, response });
    if (!isCommitting) void commitAll();
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(`ready ${typeof address === "object" ? address?.port : ""}`);
});
