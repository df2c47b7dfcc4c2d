import { CloseChat, EmptyBody } from "@parlour/protocol/api";
import { requestRating } from "../../../core/chat/details/request-rating.ts";
import { assignCrm } from "../../../core/chat/details/assign-crm.ts";
import { closeChat } from "../../../core/chat/close.ts";
import { continueChat } from "../../../core/chat/continue.ts";
import { mailTranscript } from "../../../core/chat/details/mail-transcript.ts";
import { getReason, type ChatCommand } from "./command.ts";

/** Commands that end a chat, and those on what remains of it. */
export const endingCommands: readonly ChatCommand[] = [
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
