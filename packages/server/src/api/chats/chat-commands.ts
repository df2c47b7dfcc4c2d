import type { FastifyInstance } from "fastify";
import type { TSchema } from "typebox";
import {
  AssignChat,
  CloseChat,
  IdParams,
  InviteOperatorBody,
  MarkNotice,
  EmptyBody,
  RefuseTransfer,
  SnoozeChat,
  TransferChat,
} from "@parlour/protocol/api";
import { Chat } from "@parlour/protocol";
import { acceptChat } from "../../core/chat/accept.ts";
import { requestRating } from "../../core/chat/details/request-rating.ts";
import { assignCrm } from "../../core/chat/details/assign-crm.ts";
import { handToBot } from "../../core/bot/hand-to-bot.ts";
import { closeChat } from "../../core/chat/close.ts";
import { continueChat } from "../../core/chat/continue.ts";
import { declineInvitation, inviteOtherOperator } from "../../core/chat/participants/invite.ts";
import { joinChat } from "../../core/chat/join.ts";
import { assignChat } from "../../core/chat/participants/assign.ts";
import { leaveChat } from "../../core/chat/participants/leave.ts";
import { mailTranscript } from "../../core/chat/details/mail-transcript.ts";
import { markNotice } from "../../core/chat/notices.ts";
import { skipChat } from "../../core/chat/participants/skip.ts";
import { snoozeChat, wakeChat } from "../../core/chat/snooze.ts";
import {
  acceptTransfer,
  declineTransfer,
  transferChat,
  withdrawTransfer,
} from "../../core/chat/participants/transfer.ts";
import { refuse } from "../../core/failure.ts";
import type { OperatorStatus } from "../../core/operator/eligibility.ts";
import type { ChatEntity } from "../../core/entity.ts";
import type { CommandHandler } from "../../core/command.ts";
import { loadOperatorStatus } from "./assignment.ts";
import type { ChatDeps } from "./chat-serializer.ts";
import { executeChatCommand } from "./execute-command.ts";
import { typingRoute, type TypingDeps } from "./typing.ts";
import { parseId } from "../kit/ids.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { parseTime } from "../../settings/texts.ts";

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
  /** Default: `POST`. */
  readonly method?: "DELETE";
  readonly summary: string;
  readonly body: TSchema;
  readonly status?: 201;
  readonly createHandler: (
    operatorId: number,
    body: unknown,
    known: OperatorStatus,
  ) => CommandHandler<ChatEntity>;
}
const chatCommands: readonly ChatCommand[] = [
  {
    name: "accept",
    summary: "Accept a chat",
    body: EmptyBody,
    createHandler: (operatorId, _, known) => acceptChat({ operatorId, status: known }),
  },
  {
    name: "join",
    summary: "Join a chat",
    body: EmptyBody,
    createHandler: (operatorId, _, known) => joinChat({ operatorId, status: known }),
  },
  {
    name: "leave",
    summary: "Leave a chat",
    body: EmptyBody,
    createHandler: (operatorId) => leaveChat({ operatorId, cause: "left" }),
  },
  {
    name: "transfer",
    summary: "Transfer a chat",
    body: TransferChat,
    createHandler: (operatorId, body, { presence }) => {
      const transfer = body as TransferChat;
      return transferChat({
        operatorId,
        to: toTransferTarget(transfer),
        comment: toOptionalText(transfer.comment),
        assigns: transfer.assign === true,
        presence,
      });
    },
  },
  {
    name: "assign",
    summary: "Assign a chat",
    body: AssignChat,
    createHandler: (operatorId, body, { presence }) => {
      const { bot_id, ...assignment } = body as AssignChat;
      const comment = toOptionalText(assignment.comment);
      if (bot_id === undefined)
        return assignChat({ operatorId, to: toTransferTarget(assignment), comment, presence });
      if (assignment.operator_id !== undefined || assignment.department_id !== undefined)
        refuse("invalid_request", "Name one of operator_id, department_id and bot_id.", {
          field: "bot_id",
        });
      return handToBot({ operatorId, botId: bot_id, comment });
    },
  },
  {
    name: "transfer/accept",
    summary: "Accept a transfer",
    body: EmptyBody,
    createHandler: (operatorId) => acceptTransfer({ operatorId }),
  },
  {
    name: "transfer/refuse",
    summary: "Decline a transfer",
    body: RefuseTransfer,
    createHandler: (operatorId, body) => declineTransfer({ operatorId, reason: getReason(body) }),
  },
  {
    name: "transfer/withdraw",
    summary: "Withdraw a transfer",
    body: EmptyBody,
    createHandler: (operatorId) => withdrawTransfer({ operatorId }),
  },
  {
    name: "notice",
    summary: "Mark or dismiss your notice in a chat",
    body: MarkNotice,
    createHandler: (operatorId, body) =>
      markNotice({ operatorId, state: (body as MarkNotice).state }),
  },
  {
    name: "skip",
    summary: "Skip a waiting chat",
    body: EmptyBody,
    createHandler: (operatorId) => skipChat({ operatorId }),
  },
  {
    name: "snooze",
    summary: "Snooze a chat",
    body: SnoozeChat,
    createHandler: (operatorId, body) => {
      const { until, stay = false, promise } = body as SnoozeChat;
      const end = until === null ? null : parseTime(until, "until").getTime();
      return snoozeChat({ operatorId, until: end, stay, promise });
    },
  },
  {
    name: "snooze",
    method: "DELETE",
    summary: "Wake a snoozed chat",
    body: EmptyBody,
    createHandler: (operatorId) => wakeChat({ operatorId }),
  },
  {
    name: "invite",
    summary: "Invite an operator to a chat",
    body: InviteOperatorBody,
    createHandler: (operatorId, body) => {
      const { operator_id, comment } = body as InviteOperatorBody;
      return inviteOtherOperator({
        operatorId,
        otherOperatorId: operator_id,
        comment: toOptionalText(comment),
      });
    },
  },
  {
    name: "invite/decline",
    summary: "Decline an invitation to a chat",
    body: EmptyBody,
    createHandler: (operatorId) => declineInvitation({ operatorId }),
  },
  {
    name: "close",
    summary: "Close a chat",
    body: CloseChat,
    createHandler: (operatorId, body) => closeChat({ operatorId, reason: getReason(body) }),
  },
  {
    name: "assign-crm",
    summary: "Assign a chat to its CRM card",
    body: EmptyBody,
    createHandler: (operatorId) => assignCrm({ operatorId }),
  },
  {
    name: "ask-rating",
    summary: "Ask the visitor for a rating",
    body: EmptyBody,
    createHandler: (operatorId) => requestRating({ operatorId }),
  },
  {
    name: "mail-transcript",
    summary: "Email the transcript to the visitor",
    body: EmptyBody,
    createHandler: (operatorId) => mailTranscript({ operatorId }),
  },
  {
    name: "continue",
    summary: "Continue a closed chat",
    body: EmptyBody,
    status: 201,
    createHandler: (operatorId) => continueChat({ operatorId }),
  },
];

/** Registers a command that responds with the chat. */
function chatCommandRoute(app: FastifyInstance, deps: ChatDeps, definition: ChatCommand): void {
  declareRoute(app, deps.auth, {
    method: definition.method ?? "POST",
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
        definition.createHandler(principal.operatorId, body, known),
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

function toTransferTarget(
  body: TransferChat | (AssignChat & { readonly assign?: undefined }),
): Parameters<typeof transferChat>[0]["to"] {
  const [operatorId, departmentId] = [body.operator_id, body.department_id];
  if (operatorId !== undefined && departmentId === undefined) return { operatorId };
  if (departmentId !== undefined && operatorId === undefined && body.assign === true)
    return refuse("invalid_request", "A department cannot be assigned a chat; it waits there.", {
      field: "assign",
    });
  if (departmentId !== undefined && operatorId === undefined) return { departmentId };
  return refuse("invalid_request", "Name either operator_id or department_id.", {
    field: operatorId === undefined ? "operator_id" : "department_id",
  });
}
