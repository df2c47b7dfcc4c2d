import type { FastifyInstance } from "fastify";
import type { TSchema } from "typebox";
import {
  CallNote,
  CallWithVisitor,
  FailCall,
  IdParams,
  EmptyBody,
  PostponedCall,
  type CallNote as CallNoteBody,
  type PostponedCall as PostponedBody,
} from "@parlour/protocol/api";
import { type CallResult, advanceCall, takeCall } from "../../core/call/advance.ts";
import { postponeCall } from "../../core/call/postpone.ts";
import { setCallNote } from "../../core/call/note.ts";
import type { Call, CallStatus } from "../../core/entity.ts";
import { refuse } from "../../core/failure.ts";
import type { OperatorStatus } from "../../core/operator/eligibility.ts";
import type { CommandHandler } from "../../core/command.ts";
import { loadOperatorStatus } from "../chats/assignment.ts";
import { type ChatDeps } from "../chats/chat-serializer.ts";
import { parseId } from "../kit/ids.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { requireVisibleCall, serializeCall } from "./call-access.ts";

interface CallCommand {
  readonly name: string;
  readonly summary: string;
  readonly body: TSchema;
  /** Status of the call after the command. Absent: every status before the end. */
  readonly leadsTo?: CallStatus;
  readonly createHandler: (
    stored: Call,
    operatorId: number,
    body: unknown,
    known: OperatorStatus,
  ) => CommandHandler<CallResult>;
}

export const callCommands: readonly CallCommand[] = [
  {
    name: "take",
    summary: "Take a call",
    body: EmptyBody,
    createHandler: (call, operatorId, _, known) =>
      takeCall({ callId: call.id, operatorId, status: known }),
  },
  {
    name: "connected",
    summary: "Record that the visitor answered a call",
    body: EmptyBody,
    leadsTo: "client_connected",
    createHandler: (call, operatorId) =>
      advanceCall({ callId: call.id, operatorId, to: "client_connected" }),
  },
  {
    name: "end",
    summary: "End a call",
    body: EmptyBody,
    leadsTo: "end",
    createHandler: (call, operatorId) => advanceCall({ callId: call.id, operatorId, to: "end" }),
  },
  {
    name: "fail",
    summary: "Mark a call as failed",
    body: FailCall,
    leadsTo: "error",
    createHandler: (call, operatorId, body) =>
      advanceCall({
        callId: call.id,
        operatorId,
        to: "error",
        reason: (body as FailBody).reason,
      }),
  },
  {
    name: "later",
    summary: "Postpone a call",
    body: PostponedCall,
    createHandler: (call, operatorId, body) => {
      const { due_at, reason } = body as PostponedBody;
      return postponeCall({ callId: call.id, operatorId, dueAt: parseDueTime(due_at), reason });
    },
  },
  {
    name: "note",
    summary: "Set the note of a call",
    body: CallNote,
    createHandler: (stored, operatorId, body) =>
      setCallNote({ stored, operatorId, text: (body as CallNoteBody).text }),
  },
];

type FailBody = { readonly reason: "no_answer_client" | "busy" | "wrong_number" | "cancelled" };

/** Registers a command. Responds with 409 `not_available` if the status does not allow it. */
export function callCommandRoute(
  app: FastifyInstance,
  deps: ChatDeps,
  definition: CallCommand,
): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: `/calls/:id/${definition.name}`,
    action: "chats.answer",
    tag: "calls",
    summary: definition.summary,
    params: IdParams,
    body: definition.body,
    status: 200,
    answer: CallWithVisitor,
    handle: async ({ principal, params, body, key }) => {
      const { accountId, operatorId } = principal;
      const id = parseId(params.id, "call");
      const record = await requireVisibleCall(deps, principal, id);
      const known = await loadOperatorStatus(deps, accountId, await deps.config(accountId));
      const written = await deps.write({
        account: accountId,
        subject: { chat: record.call.chat_id, operator: operatorId },
        handler: definition.createHandler(record.call, operatorId, body, known),
        idempotency: key ?? undefined,
      });
      const { ignored, call } = written.answer;
      const now = call ?? (await requireVisibleCall(deps, principal, id)).call;
      if (ignored && now.status !== definition.leadsTo)
        refuse("not_available", "The call was already changed or has ended.");
      return serializeCall(principal, { ...record, call: now });
    },
  });
}

/** Parses an RFC 3339 time with a zone. Returns ms since 1970. */
function parseDueTime(text: string): number {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(text)
    ? Date.parse(text)
    : NaN;
  return Number.isNaN(at)
    ? refuse("invalid_request", "due_at is not an RFC 3339 time.", { field: "due_at" })
    : at;
}
