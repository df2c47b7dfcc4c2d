import type { FastifyInstance } from "fastify";
import type { TSchema } from "typebox";
import {
  CloseChat,
  IdParams,
  InviteOperatorBody,
  MarkNotice,
  EmptyBody,
  RefuseTransfer,
  TransferChat,
} from "@parlour/protocol/api";
import { Chat } from "@parlour/protocol";
import { acceptChat } from "../../core/chat/accept.ts";
import { requestRating } from "../../core/chat/details/request-rating.ts";
import { assignCrm } from "../../core/chat/details/assign-crm.ts";
import { closeChat } from "../../core/chat/close.ts";
import { continueChat } from "../../core/chat/continue.ts";
import { declineInvitation, inviteOtherOperator } from "../../core/chat/participants/invite.ts";
import { joinChat } from "../../core/chat/join.ts";
import { leaveChat } from "../../core/chat/participants/leave.ts";
import { mailTranscript } from "../../core/chat/details/mail-transcript.ts";
import { markNotice } from "../../core/chat/notices.ts";
import { skipChat } from "../../core/chat/participants/skip.ts";
import {
  acceptTransfer,
  declineTransfer,
  transferChat,
  withdrawTransfer,
} from "../../core/chat/participants/transfer.ts";
import { refuse } from "../../core/failure.ts";
import type { OperatorStatus } from "../../core/operator/eligibility.ts";
import type { CommandHandler } from "../../core/command.ts";
import { loadOperatorStatus } from "./assignment.ts";
import type { ChatDeps } from "./chat-serializer.ts";
import { executeChatCommand } from "./execute-command.ts";
import { typingRoute, type TypingDeps } from "./typing.ts";
import { parseId } from "../kit/ids.ts";
import { declareRoute } from "../kit/declare-route.ts";

/**
 * Registers the commands of an operator on a chat (API-024 to API-026, API-028). Every command runs
 * through the commit gateway.
 */
export function chatCommandRoutes(app: FastifyInstance, deps: ChatDeps & TypingDeps): void {
  for (const item of chatCommands) chatCommandRoute(app, deps, item);
  typingRoute(app, deps);
}

interface ChatCommand {
  readonly name: string;
  readonly summary: string;
  readonly body: TSchema;
  readonly status?: 201;
  readonly verb: (operatorId: number, body: unknown, known: OperatorStatus) => CommandHandler;
}
const chatCommands: readonly ChatCommand[] = [
  {
    name: "accept",
    summary: "Take the chat",
    body: EmptyBody,
    verb: (operatorId, _, known) => acceptChat({ operatorId, status: known }),
  },
  {
    name: "join",
    summary: "Take part in the chat beside its assignee",
    body: EmptyBody,
    verb: (operatorId, _, known) => joinChat({ operatorId, status: known }),
  },
  {
    name: "leave",
    summary: "Leave the chat; the last one returns it to waiting",
    body: EmptyBody,
    verb: (operatorId) => leaveChat({ operatorId, cause: "left" }),
  },
  {
    name: "transfer",
    summary: "Ask a colleague to take the chat, or let it wait in a department",
    body: TransferChat,
    verb: (operatorId, body, { presence }) => {
      const transfer = body as TransferChat;
      return transferChat({
        operatorId,
        to: toTransferTarget(transfer),
        comment: toOptionalText(transfer.comment),
        presence,
      });
    },
  },
  {
    name: "transfer/accept",
    summary: "Take a chat that is being transferred to oneself",
    body: EmptyBody,
    verb: (operatorId) => acceptTransfer({ operatorId }),
  },
  {
    name: "transfer/refuse",
    summary: "Not take a chat that is being transferred to oneself; the sender reads the reason",
    body: RefuseTransfer,
    verb: (operatorId, body) => declineTransfer({ operatorId, reason: getReason(body) }),
  },
  {
    name: "transfer/withdraw",
    summary:
      "Withdraw a transfer that its target has not answered; 409 `already_accepted` if the target was first",
    body: EmptyBody,
    verb: (operatorId) => withdrawTransfer({ operatorId }),
  },
  {
    name: "notice",
    summary: "Mark the notice of the chat as opened, or dismiss it",
    body: MarkNotice,
    verb: (operatorId, body) => markNotice({ operatorId, state: (body as MarkNotice).state }),
  },
  {
    name: "skip",
    summary: "Stop a waiting chat from ringing until it is offered again",
    body: EmptyBody,
    verb: (operatorId) => skipChat({ operatorId }),
  },
  {
    name: "invite",
    summary: "Ask a colleague into the chat, who joins or does not",
    body: InviteOperatorBody,
    verb: (operatorId, body) => {
      const { operator_id: colleagueId, comment } = body as InviteOperatorBody;
      return inviteOtherOperator({
        operatorId,
        otherOperatorId: colleagueId,
        comment: toOptionalText(comment),
      });
    },
  },
  {
    name: "invite/decline",
    summary: "Not come into a chat one was asked into; no line is written",
    body: EmptyBody,
    verb: (operatorId) => declineInvitation({ operatorId }),
  },
  {
    name: "close",
    summary: "Close the chat, finally and at once",
    body: CloseChat,
    verb: (operatorId, body) => closeChat({ operatorId, reason: getReason(body) }),
  },
  {
    name: "assign-crm",
    summary: "Bind the chat to the CRM card that a webhook's reply named, once per link",
    body: EmptyBody,
    verb: (operatorId) => assignCrm({ operatorId }),
  },
  {
    name: "ask-rating",
    summary: "Ask the visitor for a rating; 409 `no_rating` where the channel cannot",
    body: EmptyBody,
    verb: (operatorId) => requestRating({ operatorId }),
  },
  {
    name: "mail-transcript",
    summary:
      "Mail the conversation to the visitor, at most 3 times; 409 `not_available` without mail, 400 at `email` without an address",
    body: EmptyBody,
    verb: (operatorId) => mailTranscript({ operatorId }),
  },
  {
    name: "continue",
    summary: "Go on with a closed chat in a new one",
    body: EmptyBody,
    status: 201,
    verb: (operatorId) => continueChat({ operatorId }),
  },
];

/** Registers a command that responds with the chat. */
function chatCommandRoute(app: FastifyInstance, deps: ChatDeps, definition: ChatCommand): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: `/chats/:id/${definition.name}`,
    action: "chats.answer",
    tag: "chats",
    summary: definition.summary,
    params: IdParams,
    body: definition.body,
    status: definition.status ?? 200,
    answer: Chat,
    handle: async ({ principal, params, body, key }) => {
      const known = await loadOperatorStatus(
        deps,
        principal.accountId,
        await deps.config(principal.accountId),
      );
      return executeChatCommand(
        deps,
        { principal, key },
        parseId(params.id, "chat"),
        definition.verb(principal.operatorId, body, known),
      );
    },
  });
}

const getReason = (body: unknown): string | null =>
  toOptionalText((body as { reason?: string } | null)?.reason);

/** Returns the trimmed text, or null if it is empty. */
function toOptionalText(input: string | null | undefined): string | null {
  const text = input?.trim() ?? "";
  return text === "" ? null : text;
}

function toTransferTarget({
  operator_id: operatorId,
  department_id: departmentId,
}: TransferChat): Parameters<typeof transferChat>[0]["to"] {
  if (operatorId !== undefined && departmentId === undefined) return { operatorId };
  if (departmentId !== undefined && operatorId === undefined) return { departmentId };
  return refuse("invalid_request", "Name either operator_id or department_id.", {
    field: operatorId === undefined ? "operator_id" : "department_id",
  });
}
