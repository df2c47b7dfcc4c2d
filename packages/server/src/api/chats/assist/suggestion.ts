import type { FastifyInstance } from "fastify";
import { IdParams, NewSuggestion, Suggestion } from "@parlour/protocol/api";
import type { Assist, SuggestionListener } from "../../../assist/index.ts";
import { declareRoute } from "../../kit/declare-route.ts";
import { parseId } from "../../kit/ids.ts";
import { createClientSignal } from "../../kit/open-stream.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";
import { answerInParts } from "./answer-in-parts.ts";
import { loadAssistChat } from "./load-assist-chat.ts";
import { requireAnswer } from "./require-answer.ts";

export interface AssistRouteDeps extends RouteDeps {
  readonly assist: Assist;
}

/** Registers the route of suggested replies (ASSIST-010). */
export function suggestionRoute(app: FastifyInstance, deps: AssistRouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/chats/:id/suggestions",
    action: "chats.read",
    tag: "assist",
    summary: "Suggest a reply",
    params: IdParams,
    body: NewSuggestion,
    status: 200,
    answer: Suggestion,
    isStreamed: true,
    once: { because: "It changes nothing." },
    async handle({ principal, params, body, request, reply }) {
      const loaded = await loadAssistChat(deps, principal, parseId(params.id, "chat"));
      const { chat, model } = loaded;
      const { instruction = "" } = body;
      const suggest = async (listener: SuggestionListener): Promise<Suggestion> => {
        const suggested = await deps.assist.suggest({
          chat,
          instruction: instruction.trim(),
          signal: createClientSignal(reply),
          ...listener,
        });
        const { text, sources, requestId } = requireAnswer(suggested);
        return { text, sources: [...sources], model: model.name, request_id: requestId };
      };
      return answerInParts(request, reply, (send) =>
        suggest(
          send === null
            ? {}
            : {
                onSources: (sources) => send("sources", { sources }),
                onText: (text) => send("text", { text }),
              },
        ),
      );
    },
  });
}
