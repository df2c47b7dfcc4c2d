import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { ChatData } from "../event.ts";
import { fail } from "../failure.ts";
import type { CommandHandler } from "../command.ts";
import { createSystemMessage } from "./create.ts";
import type {
  ChatSystemMessage,
  SendingCode,
  SendingResult,
} from "./message/system-message-codes.ts";

export interface SendingReport {
  /** The system message that announced the delivery, and when it was written. */
  readonly line: Omit<ChatSystemMessage, "code"> & { readonly code: SendingCode };
  readonly at: string;
  readonly result: SendingResult;
  /** Error code of the last attempt (CORE-050), or null if the delivery succeeded. */
  readonly error: string | null;
}

/**
 * Writes the result of an announced delivery into its chat (CORE-190). If a notification about a
 * waiting chat was not delivered, the next escalation step follows without delay (CORE-191).
 * Reports about a wait that has ended change nothing. Subject: `{chat}`. Failure: `not_found`.
 * Result: `{}`.
 */
export function reportSending({ line, at, result, error }: SendingReport): CommandHandler<null> {
  return (context) => {
    const chat = context.chat?.entity;
    if (chat === undefined) return fail("not_found", "There is no such chat.");
    const isEscalation = line.code !== "transcript_mailed";
    const { wait } = chat;
    if (
      isEscalation &&
      (chat.state !== "waiting" || wait === null || Date.parse(at) < Date.parse(wait.since))
    )
      return { events: [], answer: null };
    const { assignment, code } = line;
    const following: ChatSystemMessage = {
      code: `${code}_${result}`,
      ...omitAbsent({ detail: error ?? undefined, assignment }),
    };
    const systemMessage = createSystemMessage(
      context,
      chat.id,
      following,
      `${deliveryTexts[code]} ${formatResult(result, error)}`,
    );
    const step = (
      {
        ladder_push: "push",
        ladder_mail: "mail",
        ladder_remind: null,
        transcript_mailed: null,
      } as const
    )[code];
    if (wait === null || step === null || result === "delivered" || wait.failed?.includes(step))
      return { events: [systemMessage], answer: null };
    const next: ChatData = { ...chat, wait: { ...wait, failed: [...(wait.failed ?? []), step] } };
    return { events: [systemMessage, { name: "chat_updated", chat: next }], answer: null };
  };
}

const deliveryTexts: Readonly<Record<SendingCode, string>> = {
  ladder_push: "The notice to devices",
  ladder_mail: "The mail about the waiting chat",
  ladder_remind: "The reminder by mail",
  transcript_mailed: "The mail with the conversation",
};

/** A server's acceptance is the last state that can be observed, so the text claims no more. */
function formatResult(result: SendingResult, error: string | null): string {
  if (result === "delivered") return "was accepted by its server";
  const reason = (error ?? "unknown").replaceAll("_", " ");
  return result === "delayed"
    ? `was not delivered yet: ${reason}. Parlour tries again`
    : `was not delivered: ${reason}`;
}
