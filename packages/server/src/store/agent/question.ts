import { toInteger, toIntegerOrNull, toIsoTime } from "../database/parameters.ts";
import type { Reader } from "../database/reader.ts";
import { fromMilliseconds, type Sql } from "../database/sql.ts";

/** Questions of agents with the expected answer (AGENT-080). */

export interface QuestionArticle {
  readonly id: number;
  readonly title: string;
}
export interface QuestionRecord {
  readonly id: number;
  readonly text: string;
  /** null: a person must take over. */
  readonly article: QuestionArticle | null;
  readonly chatId: number | null;
  readonly createdAt: string;
}
export interface AgentKey {
  readonly account: number;
  readonly agentId: number;
}

/** SQL for the title of an article `a`: the published one of the language with most texts first. */
export const articleTitle = (id: string): string =>
  `(select coalesce(t.published_title, t.title) from article_text t where t.account_id = $1 and t.article_id = ${id}
     order by (t.state = 'published') desc, t.language limit 1)`;

/** Lists the questions of an agent, oldest first. */
export async function listQuestions(
  reader: Reader,
  { account, agentId }: AgentKey,
): Promise<readonly QuestionRecord[]> {
  const rows = await reader.rows<{
    id: string;
    text: string;
    article_id: string | null;
    title: string | null;
    chat_id: string | null;
    created_at: Date;
  }>(
    account,
    `select q.id, q.text, q.article_id, q.chat_id, q.created_at, ${articleTitle("q.article_id")} as title from agent_question q
     where q.account_id = $1 and q.agent_id = $2 order by q.id`,
    [account, agentId],
  );
  return rows.map((row) => ({
    id: toInteger(row.id),
    text: row.text,
    article:
      row.article_id === null ? null : { id: toInteger(row.article_id), title: row.title ?? "" },
    chatId: toIntegerOrNull(row.chat_id),
    createdAt: toIsoTime(row.created_at),
  }));
}

export async function insertQuestion(
  tx: Sql,
  { account, agentId }: AgentKey,
  question: {
    readonly text: string;
    readonly articleId: number | null;
    readonly chatId: number | null;
    readonly now: number;
  },
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into agent_question (account_id, agent_id, text, article_id, chat_id, created_at)
     values ($1, $2, $3, $4, $5, ${fromMilliseconds("$6")}) returning id::float8 as id`,
    [account, agentId, question.text, question.articleId, question.chatId, question.now],
  );
  if (row === undefined) throw new Error("insert into agent_question returned no row");
  return row.id;
}

/** Deletes a question. Returns false if the agent has none with this id. */
export async function deleteQuestion(
  tx: Sql,
  { account, agentId }: AgentKey,
  id: number,
): Promise<boolean> {
  const rows = await tx.query(
    "delete from agent_question where account_id = $1 and agent_id = $2 and id = $3 returning 1",
    [account, agentId, id],
  );
  return rows.length > 0;
}

/** Returns the field of a new question that names no article or chat of the account, or null. */
export async function findUnknownTarget(
  tx: Sql,
  account: number,
  { articleId, chatId }: { readonly articleId: number | null; readonly chatId: number | null },
): Promise<"article_id" | "chat_id" | null> {
  const [row] = await tx.query<{ article: boolean; chat: boolean }>(
    `select $2::bigint is null or exists (select from article where account_id = $1 and id = $2) as article,
       $3::bigint is null or exists (select from chat where account_id = $1 and id = $3 and removed_at is null) as chat`,
    [account, articleId, chatId],
  );
  if (row?.article !== true) return "article_id";
  return row.chat ? null : "chat_id";
}
