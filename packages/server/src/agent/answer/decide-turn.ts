import { conditionHolds } from "@parlour/protocol/conditions/condition";
import type { ConditionSubject } from "@parlour/protocol/conditions/facts";
import type { ModelFailureReason } from "@parlour/protocol/settings/kinds/account/model";
import { isOpen } from "@parlour/protocol/hours/open-hours";
import { listUnanswered, type AnswerSource, type ChatLine } from "../../core/bot/agent-turn.ts";
import { getAccountFacts } from "../../core/field/account-facts.ts";
import type {
  AgentDecision,
  AgentTurn,
  AskModel,
  FindPassages,
  HandOverDecision,
  Passage,
} from "../ports.ts";
import { findChatLanguage } from "../words/chat-language.ts";
import { isClosing } from "../words/closing-words.ts";
import { isLikeLanguage, type DetectLanguage } from "../words/language.ts";
import { isPersonRequested } from "../words/person-request.ts";
import { getSentences } from "../words/sentences.ts";
import { checkReply } from "./check-reply.ts";
import { buildRequest, createReplySchema, type AgentReply } from "./prompt.ts";

export interface DecideTurnDeps {
  readonly ask: AskModel;
  readonly findPassages: FindPassages;
  readonly detectLanguage: DetectLanguage;
}
/** The model failed, so that the message is not answered. `message` is for the delivery log. */
export interface FailedTurn {
  readonly failed: ModelFailureReason;
  readonly message: string;
}

const maxPassages = 5;
/** Characters of the visitor's message that the search gets. */
const maxQuestionLength = 1_000;

/**
 * Decides what an agent does with the messages of a visitor since the last answer (AGENT-020,
 * AGENT-114). What needs no model is decided first, so that a wish for a person works while the
 * model is off.
 */
export async function decideTurn(
  deps: DecideTurnDeps,
  turn: AgentTurn,
): Promise<AgentDecision | FailedTurn> {
  const asked = listUnanswered(turn.lines);
  const question = joinTexts(asked);
  const session = turn.about?.chat.session ?? null;
  const found = await findChatLanguage(deps.detectLanguage, turn.lines, session);
  const language = found?.language ?? null;
  const end = (reason: string, more: Partial<HandOverNote> = {}): HandOverDecision =>
    createHandOver(turn, language, { reason, question, ...more });
  const isAnswer = turn.lastAction === "ask";
  if (asked.length > 0 && asked.every((line) => needsNothing(line, isAnswer)))
    return { action: "nothing" };
  const rule = findHandOverReason(turn, asked);
  if (rule !== null) return end(rule);
  const given = await deps.findPassages({
    account: turn.account,
    chatId: turn.about?.chat.id ?? null,
    names: listNames(turn),
    purpose: "embed",
    language,
    text: question.slice(0, maxQuestionLength),
    limit: maxPassages,
    signal: turn.signal,
    sections: turn.agent.sections,
    quickReplies: turn.agent.quick_replies,
  });
  const passages = given.filter(({ score }) => score * 100 >= turn.agent.threshold);
  // It has asked once, and the answer did not help.
  if (passages.length === 0 && isAnswer) return end("no_source");
  const reply = await askInLanguage(deps, turn, passages, language);
  if ("failed" in reply) return reply;
  if ("problem" in reply) return end(reply.problem, { passages });
  if (reply.action === "nothing" && mayBeNothing(asked)) return { action: "nothing" };
  if (reply.action === "hand_over" || reply.action === "nothing")
    return end("decision", {
      passages,
      why: reply.reason,
      question: reply.open_question || question,
    });
  const sources =
    reply.action === "ask" ? [] : reply.sources.flatMap((source) => passages[source - 1] ?? []);
  return {
    action: reply.action,
    text: formatReply(turn, language, reply, sources),
    reply: reply.text,
    sources: listArticles(sources),
  };
}

const joinTexts = (lines: readonly ChatLine[]): string =>
  lines
    .map(({ text }) => text)
    .filter((text) => text !== "")
    .join("\n");

/** A sticker says nothing that could be answered. Other files are for people or for the model. */
const needsNothing = ({ text, file }: ChatLine, isAnswer: boolean): boolean =>
  file === undefined ? isClosing(text, { isAnswer }) : file.type === "sticker" && !isAnswer;

/** Length up to which the model may decide that a message needs no answer. */
const maxNothingLength = 200;
/** A question needs an answer, whatever the model decides. */
const mayBeNothing = (lines: readonly ChatLine[]): boolean =>
  lines.every(
    ({ text, file }) =>
      file === undefined && text.length <= maxNothingLength && !/[?\uFF1F\u061F]/u.test(text),
  );

/** Several passages of one article are one source. Each quick reply is one. */
const listArticles = (passages: readonly Passage[]): readonly AnswerSource[] => [
  ...new Map(
    passages.map(({ articleId, title, url }) => [articleId ?? title, { articleId, title, url }]),
  ).values(),
];

/** Returns why people take over before the model is asked, or null. */
function findHandOverReason(
  { agent, hours, config, about, lines, now }: AgentTurn,
  asked: readonly ChatLine[],
): string | null {
  if (asked.some(({ text }) => isPersonRequested(text))) return "asked_for_person";
  if (!isOpen(hours, now)) return "outside_hours";
  if (lines.filter(({ author }) => author === "agent").length >= agent.max_turns)
    return "last_turn";
  const lowerCase = joinTexts(asked).toLowerCase();
  if (agent.topics.some((topic) => lowerCase.includes(topic.toLowerCase()))) return "topic";
  if (about === null) return null;
  const subject = {
    ...about.chat,
    visitor: about.visitor,
    channel: config.channels.get(about.chat.channel.id),
  } as unknown as ConditionSubject;
  const isExcluded = conditionHolds(
    { condition: agent.hand_over_when, facts: getAccountFacts(config), now },
    subject,
  );
  return isExcluded ? "condition" : null;
}

/** Returns the names in the messages of a turn, for the mask. */
function listNames({ about }: AgentTurn): readonly string[] {
  const name = about?.visitor.name?.value;
  return name === undefined ? [] : [name];
}

type CheckedReply = AgentReply | FailedTurn | { readonly problem: string };
/** Asks the model. A reply in another language than the visitor's is asked for once more. */
async function askInLanguage(
  deps: DecideTurnDeps,
  turn: AgentTurn,
  passages: readonly Passage[],
  language: string | null,
): Promise<CheckedReply> {
  const { messages, instructions } = buildRequest(turn, passages, language);
  const schema = createReplySchema(passages.length > 0);
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const reminder = {
      role: "system",
      content: `Your reply was in another language. Write text in the language "${language}".`,
    } as const;
    const answer = await deps.ask({
      account: turn.account,
      purpose: "agent",
      chatId: turn.about?.chat.id ?? null,
      names: listNames(turn),
      messages: attempt === 0 ? messages : [...messages, reminder],
      schema,
      signal: turn.signal,
    });
    if ("failed" in answer) return answer;
    const reply = checkReply(answer.json, { passages, instructions });
    if ("problem" in reply || reply.text === "") return reply;
    if (isLikeLanguage(language, await deps.detectLanguage(reply.text))) return reply;
  }
  return { problem: "wrong_language" };
}

/** Returns the text of a reply as Markdown of bots, with its sources as links. */
function formatReply(
  { agent, lines }: AgentTurn,
  language: string | null,
  { text }: AgentReply,
  sources: readonly Passage[],
): string {
  const sentences = getSentences(language);
  // A note in shadow can become the reply of an operator.
  const isFirst = agent.state !== "shadow" && !lines.some(({ author }) => author === "agent");
  const links = listLinks(sources);
  return [
    ...(isFirst && agent.says_it_is_a_machine ? [`*${sentences.machine}*`] : []),
    text,
    ...(links.length === 0 ? [] : [`${sentences.sources}: ${links.join(", ")}`]),
  ].join("\n\n");
}
/** Several passages of one article have one link. */
const listLinks = (sources: readonly Passage[]): readonly string[] => [
  ...new Set(
    sources.map(({ title, url }) => {
      const text = title.replace(/[\\[\]*_]/gu, "\\$&");
      return url === null ? text : `[${text}](${url})`;
    }),
  ),
];

interface HandOverNote {
  readonly reason: string;
  readonly question: string;
  /** The reason in words of the model. */
  readonly why?: string;
  readonly passages?: readonly Passage[];
}
/** Creates a hand-over with the note for operators (AGENT-042). */
export function createHandOver(
  { lines }: { readonly lines: readonly ChatLine[] },
  language: string | null,
  { reason, question, why = "", passages = [] }: HandOverNote,
): HandOverDecision {
  const titles = [...new Set(passages.map(({ title }) => title))];
  const replies = lines.filter(({ author }) => author === "agent").length;
  const note = [
    `Reason: ${reasonTexts[reason] ?? reason.replaceAll("_", " ")}${why === "" ? "" : `. ${why}`}`,
    `Open question: ${question.slice(0, 500) || "–"}`,
    `Tried: ${replies} ${replies === 1 ? "reply" : "replies"}${titles.length === 0 ? "" : `; found: ${titles.join(", ")}`}`,
  ].join("\n");
  return { action: "hand_over", reason, text: getSentences(language).handOver, note };
}

/** Reasons of hand-overs that their code does not say well enough. */
const reasonTexts: Readonly<Record<string, string>> = {
  asked_for_person: "the visitor asked for a person",
  condition: "the chat fits the condition for people",
  outside_hours: "it is outside the hours of the agent",
  decision: "the model decided so",
  not_set_up: "no model is connected",
  no_source: "none of its published articles and quick replies answers the question",
  no_question: "the model asked more than one short question",
  repeats_instructions: "the reply of the model repeated its instructions",
  topic: "the message has a topic for people",
  last_turn: "the agent has given its last reply",
  unknown_address: "the model wrote an address or a number that is in no source",
  unknown_source: "the model named a source that it did not get",
  wrong_form: "the reply of the model had a wrong form",
  wrong_language: "the reply of the model was in another language",
};
