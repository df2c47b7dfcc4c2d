import type { FastifyInstance } from "fastify";
import { FieldChanges, IdParams, VisitorParams } from "@parlour/protocol/api";
import { Chat, Visitor } from "@parlour/protocol";
import type { Principal } from "../../auth/index.ts";
import { setChatFields, setVisitorFields, type SetFields } from "../../core/field/set-fields.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { parseId } from "../kit/ids.ts";
import { requireVisitor } from "./require-visitor.ts";
import type { ChatDeps } from "../chats/chat-serializer.ts";
import { executeChatCommand } from "../chats/execute-command.ts";

/** Registers the routes that set fields of chats and visitors (FLD-012). */
export function fieldValueRoutes(app: FastifyInstance, deps: ChatDeps): void {
  declareRoute(app, deps.auth, {
    method: "PUT",
    url: "/chats/:id/fields",
    action: "chats.answer",
    tag: "fields",
    summary: "Set fields of a chat",
    params: IdParams,
    body: FieldChanges,
    status: 200,
    answer: Chat,
    handle: ({ principal, params, body, key }) =>
      executeChatCommand(
        deps,
        { principal, key },
        parseId(params.id, "chat"),
        setChatFields(toCommand(principal, body)),
      ),
  });
  declareRoute(app, deps.auth, {
    method: "PUT",
    url: "/visitors/:number/fields",
    action: "visitors.write",
    tag: "fields",
    summary: "Set fields of a visitor",
    params: VisitorParams,
    body: FieldChanges,
    status: 200,
    answer: Visitor,
    handle: async ({ principal, params, body, key }) => {
      const { channelId, customer } = await requireVisitor(deps, principal, params.number);
      const written = await deps.write({
        account: principal.accountId,
        subject: { customer: { channelId, key: customer } },
        handler: setVisitorFields(toCommand(principal, body)),
        idempotency: key ?? undefined,
      });
      return written.answer;
    },
  });
}

const toCommand = ({ operatorId, credential }: Principal, { fields }: FieldChanges): SetFields => ({
  operatorId,
  source: credential.kind === "key" ? "api" : "operator",
  fields,
});
