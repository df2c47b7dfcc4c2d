import type { FastifyInstance } from "fastify";
import { ArticleGaps, ArticleReportQuery } from "@parlour/protocol/api";
import { canSeeAllChats, mustMaskText } from "../../auth/index.ts";
import {
  listSubjects,
  readUnansweredQuestions,
  type UnansweredQuestion,
} from "../../store/articles/gaps.ts";
import { listPublishedLanguages } from "../../store/articles/published.ts";
import { readSearches, type MissedSearch } from "../../store/articles/report.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { withReplica } from "../kit/route-deps.ts";
import { getReportTimeZone, parsePeriod, resolvePeriod } from "../reports/report-query.ts";
import { createContext, type ArticleDeps } from "./articles.ts";

type Gap = ArticleGaps["gaps"][number];

const maxGaps = 100;
const maxQuestions = 10;
const maxTitleLength = 120;
const maxTextLength = 2_000;
/** Part of the words of the shorter text that both must have. */
const minShare = 0.6;

/** A question or a search with the words of its subject. */
interface Missed {
  readonly text: string;
  readonly language: string;
  readonly times: number;
  readonly question: UnansweredQuestion | null;
  readonly subject: ReadonlySet<string>;
}

/** Registers the route of what no article answers (ART-044). */
export function articleGapsRoute(app: FastifyInstance, deps: ArticleDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/reports/articles/gaps",
    action: "reports.read",
    tag: "reports",
    summary: "Get what no article answers",
    query: ArticleReportQuery,
    status: 200,
    answer: ArticleGaps,
    async handle({ principal, query, request }) {
      const { reader, ...read } = withReplica(deps, request);
      const { accountId } = principal;
      const { config, now } = await createContext({ ...read, reader }, principal);
      const { period, scope } = resolvePeriod(config, parsePeriod(config, query, now), query, now);
      // Searches have nothing about a visitor, questions have.
      const readsChats = canSeeAllChats(principal) && !mustMaskText(principal);
      const [[language], questions, searches] = await Promise.all([
        listPublishedLanguages(reader, accountId),
        readsChats ? readUnansweredQuestions(reader, accountId, scope) : [],
        readSearches(reader, accountId, period),
      ]);
      const missed = listMissed(questions, searches.missed, language ?? "en");
      const subjects = await listSubjects(reader, accountId, missed);
      const items = missed.map((one, n) => ({ ...one, subject: subjects[n] ?? new Set<string>() }));
      return { timezone: getReportTimeZone(config), ...period, gaps: groupMissed(items) };
    },
  });
}

const listMissed = (
  questions: readonly UnansweredQuestion[],
  searches: readonly MissedSearch[],
  otherLanguage: string,
): readonly Omit<Missed, "subject">[] => [
  ...searches.map(({ query, language, times }) => ({
    text: query,
    language,
    times,
    question: null,
  })),
  ...questions.map((question) => ({
    text: question.text,
    language: question.language ?? otherLanguage,
    times: 1,
    question,
  })),
];

/** Groups what has common words. Searches come first, because they are short. */
function groupMissed(items: readonly Missed[]): Gap[] {
  const groups: { readonly first: Missed; readonly items: Missed[] }[] = [];
  for (const item of items) {
    const group = groups.find(({ first }) => isSimilar(first, item));
    if (group === undefined) groups.push({ first: item, items: [item] });
    else group.items.push(item);
  }
  return groups
    .map((group) => toGap(group.first, group.items))
    .toSorted((a, b) => b.asked + b.searched - a.asked - a.searched)
    .slice(0, maxGaps);
}

function isSimilar(one: Missed, other: Missed): boolean {
  if (one.language !== other.language) return false;
  const shared = [...one.subject].filter((lexeme) => other.subject.has(lexeme)).length;
  const least = Math.min(one.subject.size, other.subject.size);
  return least === 0 ? one.text === other.text : shared / least >= minShare;
}

function toGap(first: Missed, items: readonly Missed[]): Gap {
  const questions = items.flatMap(({ question }) => question ?? []);
  const searches = items.filter(({ question }) => question === null);
  return {
    title: first.text.replace(/\s+/gu, " ").slice(0, maxTitleLength),
    language: first.language,
    asked: questions.length,
    searched: searches.reduce((sum, { times }) => sum + times, 0),
    questions: questions
      .slice(0, maxQuestions)
      .map(({ chatId, number, seq, text, askedAt, ...asked }) => ({
        chat: { id: chatId, number },
        seq,
        text: text.slice(0, maxTextLength),
        asked_at: askedAt,
        reply: asked.reply && {
          text: asked.reply.text.slice(0, maxTextLength),
          name: asked.reply.name,
        },
        noted_by: asked.notedBy,
      })),
    searches: searches.map(({ text }) => text),
  };
}
