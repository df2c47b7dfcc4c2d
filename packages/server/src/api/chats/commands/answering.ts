import {
  AssignChat,
  InviteOperatorBody,
  MarkNotice,
  EmptyBody,
  RefuseTransfer,
  SnoozeChat,
  TransferChat,
} from "@parlour/protocol/api";
import { acceptChat } from "../../../core/chat/accept.ts";
import { handToBot } from "../../../core/bot/hand-to-bot.ts";
import { declineInvitation, inviteOtherOperator } from "../../../core/chat/participants/invite.ts";
import { joinChat } from "../../../core/chat/join.ts";
import { assignChat } from "../../../core/chat/participants/assign.ts";
import { leaveChat } from "../../../core/chat/participants/leave.ts";
import { markNotice } from "../../../core/chat/notices.ts";
import { skipChat } from "../../../core/chat/participants/skip.ts";
import { snoozeChat, wakeChat } from "../../../core/chat/snooze.ts";
import {
  acceptTransfer,
  declineTransfer,
  transferChat,
  withdrawTransfer,
} from "../../../core/chat/participants/transfer.ts";
import { refuse } from "../../../core/failure.ts";
import { parseTime } from "../../../settings/texts.ts";
import { getReason, toOptionalText, type ChatCommand } from "./command.ts";

export const answeringCommands: readonly ChatCommand[] = [
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
];

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
