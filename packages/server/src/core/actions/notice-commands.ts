import { blockChat } from "../chat/block.ts";
import { callWebhook } from "../chat/details/call-webhook.ts";
import { mailTranscript } from "../chat/details/mail-transcript.ts";
import { noteReminder } from "../chat/details/note-reminder.ts";
import { notifyOperators } from "../chat/details/notify-operators.ts";
import { requestRating } from "../chat/details/request-rating.ts";
import type { ActionCommands } from "./action-command.ts";

/** The commands of actions that reach people and services outside of the chat (ACT-010). */
export const noticeCommands = {
  remind: (_, { operatorId }, reminder) => noteReminder({ operatorId, reminder }),
  notify: (notice, { operatorId }) => notifyOperators({ operatorId, notice }),
  ask_rating: (_, { operatorId }) => requestRating({ operatorId }),
  mail_transcript: ({ address }, { operatorId }) => mailTranscript({ operatorId, address }),
  block: ({ reason }, { operatorId }, { until }) => blockChat({ operatorId, reason, until }),
  call_webhook: ({ webhook_id }, { operatorId }) =>
    callWebhook({ operatorId, webhookId: webhook_id }),
} satisfies Partial<ActionCommands>;
