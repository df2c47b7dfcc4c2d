import { formatContent } from "../../core/bot/plain-text.ts";
import type { NamedRef } from "../../core/entity.ts";
import type { NewMessage } from "../../core/event.ts";
import { toIsoTime } from "../database/parameters.ts";
import type { Reader } from "../database/reader.ts";
import { fromMilliseconds } from "../database/sql.ts";
import { readSynonyms } from "./search/synonyms.ts";
import { readLexemes } from "./search/vocabulary.ts";
import { listWords } from "@parlour/protocol/article/search";

/** Chats and noted questions that are read, and messages of operators after each. */
const maxChats = 300;
const maxReplies = 10;
/** Words of a question that are compared. */
const maxWords = 12;

/** A question that an agent could not answer or an operator noted, with a person's first reply. */
export interface UnansweredQuestion {
  readonly chatId: number;
  readonly number: number | null;
  readonly seq: number;
  /** Language of the visitor's browser, or null. */
  readonly language: string | null;
  readonly text: string;
  readonly askedAt: string;
  readonly reply: { readonly text: string; readonly name: string } | null;
  /** null: an agent found no source. */
  readonly notedBy: NamedRef | null;
}

/**
 * Returns the latest questions of a period that operators noted, and those of the latest chats in
 * which an agent, also in shadow, found no source at last: it handed over because of that, or asked
 * back and nothing followed (ART-044). Dismissed questions are left out (ART-045).
 */
export async function readUnansweredQuestions(
  reader: Reader,
  account: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly UnansweredQuestion[]> {
  const isInPeriod = `account_id = $1 and at >= ${fromMilliseconds("$2")} and at < ${fromMilliseconds("$3")}`;
  const rows = await reader.rows<QuestionRow>(
    account,
    `with latest as (
       select distinct on (chat_id) chat_id, action, reason, at from agent_turn
       where ${isInPeriod} order by chat_id, at desc),
     missed as (select * from latest where action = 'ask' or reason = 'no_source' order by at desc limit ${maxChats}),
     noted as (select chat_id, seq from article_gap where ${isInPeriod} and state = 'noted' order by at desc limit ${maxChats}),
     asked as (
       select t.chat_id, q.seq from missed t cross join lateral (
         select j.seq from journal j where j.account_id = $1 and j.chat_id = t.chat_id and j.author_kind = 'visitor'
           and j.seq is not null and j.at <= t.at order by j.seq desc limit 1) q
       union select chat_id, seq from noted)
     select c.id::float8 as chat, c.number::float8 as number, lower(split_part(c.body::jsonb -> 'session' ->> 'language', '-', 1)) as language,
       q.seq, q.body as question, q.at, g.operator_id::float8 as noted_by, o.name as noted_name, (
         select array_agg(m.body order by m.seq) from (
           select j.seq, j.body from journal j where j.account_id = $1 and j.chat_id = c.id and j.seq > q.seq
             and j.author_kind = 'operator' order by j.seq limit ${maxReplies}) m) as replies
     from asked s join chat c on c.account_id = $1 and c.id = s.chat_id and c.removed_at is null
     join journal q on q.account_id = $1 and q.chat_id = s.chat_id and q.seq = s.seq
     left join article_gap g on g.account_id = $1 and g.chat_id = s.chat_id and g.seq = s.seq
     left join operator o on o.account_id = $1 and o.id = g.operator_id
     where g.state is distinct from 'dismissed' order by q.at desc`,
    [account, from, to],
  );
  return rows.flatMap(toQuestion);
}

interface QuestionRow {
  readonly chat: number;
  readonly number: number | null;
  readonly language: string | null;
  readonly seq: number;
  readonly question: string;
  readonly at: Date;
  readonly noted_by: number | null;
  readonly noted_name: string | null;
  readonly replies: readonly string[] | null;
}
function toQuestion(row: QuestionRow): readonly UnansweredQuestion[] {
  const text = formatContent(JSON.parse(row.question) as NewMessage).trim();
  // The texts of the chat were erased.
  if (text === "") return [];
  const { chat, number, seq, language, at, noted_by, noted_name } = row;
  const reply = (row.replies ?? [])
    .map((body) => JSON.parse(body) as NewMessage)
    .find((message) => message.kind !== "note" && message.author.id !== null);
  return [
    {
      chatId: chat,
      number,
      seq,
      language: language || null,
      text,
      askedAt: toIsoTime(at),
      reply:
        reply === undefined ? null : { text: formatContent(reply), name: reply.author.name ?? "" },
      notedBy: noted_by === null ? null : { id: noted_by, name: noted_name ?? "" },
    },
  ];
}

/** Returns the lexemes of the words of each text that say something about its subject. */
export async function listSubjects(
  reader: Reader,
  account: number,
  texts: readonly { readonly text: string; readonly language: string }[],
): Promise<readonly ReadonlySet<string>[]> {
  const listed = texts.map(({ text, language }) => ({
    language,
    words: listWords(language, text).slice(0, maxWords),
  }));
  const subjects = new Map<readonly string[], ReadonlySet<string>>();
  // Each language is read once, because a period can have hundreds of texts.
  for (const [language, some] of Map.groupBy(listed, (one) => one.language)) {
    const searched = { account, language };
    const synonyms = await readSynonyms(reader, searched);
    const all = [...new Set(some.flatMap(({ words }) => words))];
    const known = new Map(
      (await readLexemes(reader, searched, all)).map((entry) => [entry.word, entry]),
    );
    for (const { words } of some) {
      const present = words.flatMap((word) => known.get(word) ?? []);
      const specific = present.filter((word) => !synonyms.isIgnored(word));
      const subject = specific.length > 0 ? specific : present;
      subjects.set(words, new Set(subject.flatMap(({ lexemes }) => lexemes)));
    }
  }
  return listed.map(({ words }) => subjects.get(words) ?? new Set());
}
