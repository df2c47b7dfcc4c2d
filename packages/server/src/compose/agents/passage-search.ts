import { getArticlePath, maxArticleBody } from "@parlour/protocol/article/facts";
import { replyVariables } from "@parlour/protocol/api/writing-limits";
import { filledText, fillVariables, type ReplyValues } from "@parlour/protocol/reply-text";
import type { FindPassages, Passage } from "../../agent/ports.ts";
import type { ArticlePassage, FindArticles } from "../../assist/ports.ts";
import type { FindSimilar, SimilarText } from "../../passages/find-similar.ts";
import { listHashes, selectPassage } from "../../passages/split-text.ts";
import { getHelpOrigin } from "../../settings/account/help-center.ts";
import { findPublishedTexts } from "../../store/agent/passages.ts";
import { findAgentReplies, readAgentReplies } from "../../store/agent/replies.ts";
import { findHelpAddress } from "../../store/articles/help-center.ts";
import { listPublishedLanguages } from "../../store/articles/published.ts";
import { readTexts } from "../../store/articles/published-search.ts";
import { listArticlesOfSections } from "../../store/passages/passage.ts";
import type { BaseServices } from "../base.ts";

type Question = Parameters<FindPassages>[0];
/** A text that can answer a question. `score`: its relevance, 0 to 1. */
interface Candidate {
  readonly kind: "article" | "reply";
  readonly id: number;
  readonly language: string;
  readonly title: string;
  readonly body: string;
  /** Empty for a quick reply. */
  readonly slug: string;
  readonly score: number;
  /** What the words of the question say for it, 0 to 1: 0 if it was found by vectors only. */
  readonly wordPoints: number;
  /** Relevance of its passages by vectors, by their hashes. Empty: found by words only. */
  readonly similarities: ReadonlyMap<string, number>;
}
const toKey = ({ kind, id, language }: Candidate | SimilarText): string =>
  `${kind} ${id} ${language}`;

/** Texts of each way of searching that are joined, per result. */
const textsPerResult = 3;

/**
 * Finds passages of articles, and quick replies that are marked for agents (AGENT-027), by words
 * and by vectors (AGENT-102).
 */
export const createPassageSearch =
  (base: BaseServices, findSimilar: FindSimilar): FindPassages =>
  async (question) => {
    const { pools, db, addresses } = base;
    const [similar, address] = await Promise.all([
      findSimilar(question),
      findHelpAddress(db, question.account),
    ]);
    const found = similar === null ? question.limit : question.limit * textsPerResult;
    const byWords = await findByWords(base, { ...question, limit: found });
    const candidates =
      similar === null
        ? byWords
        : await joinSimilar(
            base,
            question,
            byWords,
            await filterTexts(pools.reader, question, similar),
          );
    const origin = getHelpOrigin(address, addresses().helpUrl)?.replace(/\/+$/, "");
    return candidates
      .slice(0, question.limit)
      .map((candidate) => toPassage(candidate, question.text, origin));
  };

/** Finds passages of articles, for the drafts of operators. */
export const createArticleSearch =
  (findPassages: FindPassages): FindArticles =>
  async (question) => {
    const passages = await findPassages({ ...question, purpose: "embed", quickReplies: false });
    return passages.filter((passage): passage is ArticlePassage => passage.path !== null);
  };

async function findByWords(
  { pools }: BaseServices,
  question: Question,
): Promise<readonly Candidate[]> {
  const { account, quickReplies, limit } = question;
  const { reader } = pools;
  const languages = await listPublishedLanguages(reader, account);
  const found = await findPublishedTexts(reader, account, { ...question, languages });
  const best = found[0]?.points ?? 0;
  const articles = found.map(({ article, points, score, ...text }): Candidate => {
    const wordPoints = (points / best) * score;
    return { kind: "article", id: article, ...text, score, wordPoints, similarities: new Map() };
  });
  const replies = quickReplies ? await findAgentReplies(reader, account, question) : [];
  if (replies.length === 0) return articles;
  return [...articles, ...replies.map((reply) => toReply(reply, reply.score))]
    .sort((one, other) => other.score - one.score)
    .slice(0, limit);
}
const toReply = (
  {
    id,
    language,
    shortcut,
    text,
  }: { id: number; language: string; shortcut: string; text: string },
  score: number,
): Candidate => ({
  kind: "reply",
  id,
  language,
  title: shortcut,
  body: text,
  slug: "",
  score,
  wordPoints: score,
  similarities: new Map(),
});

/** Leaves out what the question does not allow: other sections, and quick replies. */
async function filterTexts(
  reader: BaseServices["pools"]["reader"],
  { account, sections, quickReplies, limit }: Question,
  similar: readonly SimilarText[],
): Promise<readonly SimilarText[]> {
  const articles = sections && (await listArticlesOfSections(reader, account, sections));
  return similar
    .filter(({ kind, id }) => (kind === "reply" ? quickReplies : (articles?.has(id) ?? true)))
    .slice(0, limit * textsPerResult);
}

/** Joins texts that were found by words with those that are similar. */
async function joinSimilar(
  { pools }: BaseServices,
  { account }: Question,
  byWords: readonly Candidate[],
  similar: readonly SimilarText[],
): Promise<readonly Candidate[]> {
  const candidates = new Map(byWords.map((candidate) => [toKey(candidate), candidate]));
  const missing = similar.filter((text) => !candidates.has(toKey(text)));
  for (const candidate of await readCandidates(pools.reader, account, missing))
    candidates.set(toKey(candidate), candidate);
  for (const text of similar) {
    const candidate = candidates.get(toKey(text));
    // It is no longer public.
    if (candidate === undefined) continue;
    // Of a text that has changed, what has not changed counts.
    const hashes = new Set(listHashes(candidate));
    const similarities = new Map([...text.passages].filter(([hash]) => hashes.has(hash)));
    const score = Math.max(candidate.score, ...similarities.values());
    candidates.set(toKey(text), { ...candidate, score, similarities });
  }
  return [...candidates.values()]
    .filter(({ score }) => score > 0)
    .sort((one, other) => addPoints(other) - addPoints(one));
}

/** Reads texts that were found by vectors only, as they are now. */
async function readCandidates(
  reader: BaseServices["pools"]["reader"],
  account: number,
  texts: readonly SimilarText[],
): Promise<readonly Candidate[]> {
  const candidates: Candidate[] = [];
  const found = { score: 0, wordPoints: 0, similarities: new Map<string, number>() };
  const byLanguage = Map.groupBy(
    texts.filter(({ kind }) => kind === "article"),
    ({ language }) => language,
  );
  for (const [language, some] of byLanguage) {
    const articles = some.map(({ id }) => ({ article: id }));
    const searched = { account, language, length: maxArticleBody };
    for (const { article, ...text } of await readTexts(reader, searched, articles))
      candidates.push({ kind: "article", id: article, language, ...text, ...found });
  }
  const replies = texts.filter(({ kind }) => kind === "reply").map(({ id }) => id);
  if (replies.length === 0) return candidates;
  const read = await readAgentReplies(reader, account, replies);
  return [...candidates, ...read.map((reply) => toReply(reply, 0))];
}

const addPoints = ({ wordPoints, similarities }: Candidate): number =>
  wordPoints + Math.max(0, ...similarities.values());

function toPassage(
  { kind, id, title, body, language, slug, score, similarities }: Candidate,
  question: string,
  origin: string | undefined,
): Passage {
  if (kind === "reply") {
    const text = filledText(fillVariables(body, noValues));
    return { articleId: null, title, url: null, path: null, text, score };
  }
  const path = getArticlePath(language, slug);
  return {
    articleId: id,
    title,
    url: origin === undefined ? null : `${origin}${path}`,
    path,
    text: selectPassage({ title, body, language }, question, similarities),
    score,
  };
}

/** No variable has a value, so that the texts after `|` appear. */
const noValues = Object.fromEntries(replyVariables.map((name) => [name, ""])) as ReplyValues;
