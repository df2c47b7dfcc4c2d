import type { FastifyInstance } from "fastify";
import {
  AgentQuestion,
  AgentQuestionParams,
  AgentQuestions,
  IdParams,
  NewAgentQuestion,
  NoContent,
} from "@parlour/protocol/api";
import { replayLimits } from "@parlour/protocol/automation/agent-replay";
import { refuse } from "../../../core/failure.ts";
import { cleanText, isBlank } from "../../../core/text.ts";
import {
  deleteQuestion,
  findUnknownTarget,
  insertQuestion,
  listQuestions,
  type QuestionRecord,
} from "../../../store/agent/question.ts";
import { createTransactionReader } from "../../../store/database/transaction-reader.ts";
import { changeSettings } from "../../kit/change-settings.ts";
import { declareRoute } from "../../kit/declare-route.ts";
import { parseId, rejectNotFound, requireFound } from "../../kit/ids.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";
import { requireAgent } from "./require-agent.ts";

/** Registers the routes of the questions of an agent (AGENT-080). */
export function agentQuestionRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { auth, reader } = deps;
  const shared = { url: "/agents/:id/questions", tag: "agents" } as const;
  declareRoute(app, auth, {
    ...shared,
    method: "GET",
    action: "bots.read",
    summary: "List the questions of an agent",
    params: IdParams,
    status: 200,
    answer: AgentQuestions,
    async handle({ principal, params }) {
      const agent = await requireAgent(deps, principal, params.id);
      const key = { account: principal.accountId, agentId: agent.id };
      const questions = await listQuestions(reader, key);
      return { items: questions.map(serializeQuestion) };
    },
  });
  declareRoute(app, auth, {
    ...shared,
    method: "POST",
    action: "bots.manage",
    summary: "Add a question to an agent",
    params: IdParams,
    body: NewAgentQuestion,
    status: 201,
    answer: AgentQuestion,
    async handle(context) {
      const { principal, params, body } = context;
      const agent = await requireAgent(deps, principal, params.id);
      const key = { account: principal.accountId, agentId: agent.id };
      const text = cleanText(body.text);
      if (isBlank(text)) refuse("invalid_request", "text must not be empty.", { field: "text" });
      return changeSettings(deps, context, "agent.question", async (tx, now) => {
        const transaction = createTransactionReader(tx);
        const before = await listQuestions(transaction, key);
        if (before.length >= replayLimits.questions)
          refuse("at_limit", `The agent has ${replayLimits.questions} questions.`, {
            limit: "questions",
          });
        const target = { articleId: body.article_id, chatId: body.chat_id ?? null };
        const field = await findUnknownTarget(tx, key.account, target);
        if (field !== null) refuse("invalid_request", `${field} must exist.`, { field });
        const id = await insertQuestion(tx, key, { text, ...target, now });
        const added = (await listQuestions(transaction, key)).find((one) => one.id === id) ?? null;
        const result = serializeQuestion(requireFound(added, "question"));
        return { result, changed: [], target: `${agent.values.name}: add` };
      });
    },
  });
  declareRoute(app, auth, {
    ...shared,
    method: "DELETE",
    url: "/agents/:id/questions/:question",
    action: "bots.manage",
    summary: "Delete a question of an agent",
    params: AgentQuestionParams,
    status: 204,
    answer: NoContent,
    async handle(context) {
      const { principal, params } = context;
      const agent = await requireAgent(deps, principal, params.id);
      const key = { account: principal.accountId, agentId: agent.id };
      const id = parseId(params.question, "question");
      return changeSettings(deps, context, "agent.question", async (tx) => {
        if (!(await deleteQuestion(tx, key, id))) rejectNotFound("question");
        return { result: null, changed: [], target: `${agent.values.name}: delete` };
      });
    },
  });
}

const serializeQuestion = ({ id, text, article, chatId, createdAt }: QuestionRecord) => ({
  id,
  text,
  article,
  chat_id: chatId,
  created_at: createdAt,
});
