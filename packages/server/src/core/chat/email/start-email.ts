import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { ChannelKind, Media, MessageEmail } from "../../entity.ts";
import type { CommandHandler } from "../../command.ts";
import { isFailure } from "../../failure.ts";
import { authorizeOperator } from "../../operator/authorize.ts";
import { cleanText } from "../../text.ts";
import { resolveVisitor } from "../../visitor/resolve.ts";
import { createMessage } from "../create.ts";
import { createPendingDelivery } from "../message/pending-delivery.ts";
import { validateText } from "../message/send-message.ts";
import { startChatOfOperator } from "../start.ts";
import { toKey } from "./recipients.ts";

export interface StartEmail {
  readonly operatorId: number;
  readonly channel: { readonly id: number; readonly kind: ChannelKind };
  readonly email: MessageEmail;
  readonly text: string;
  readonly files: readonly Media[];
}

/** Returns the key of the visitor that a new email belongs to: its first recipient. */
export const getEmailCustomer = ({ to }: MessageEmail): string => toKey(to[0]?.address ?? "");

/** Id of the chat that the email started. */
export interface StartedEmail {
  readonly id: number;
}

/**
 * Starts a chat with an email of an operator (MAIL-150). Finds or creates the visitor of its first
 * recipient. Each file is a message of its own. Subject: `{customer, operator}`. Failures:
 * `invalid_request`, and those of `startChat`.
 */
export function startEmail(input: StartEmail): CommandHandler<StartedEmail> {
  const { operatorId, channel, email, files } = input;
  return (context) => {
    const actor = authorizeOperator(context, operatorId);
    if (isFailure(actor)) return actor;
    const text = cleanText(input.text);
    const textFailure = validateText({ kind: "text" }, text, channel.kind);
    if (textFailure !== null) return textFailure;
    const customer = getEmailCustomer(email);
    const started = startChatOfOperator(context, actor, {
      channelId: channel.id,
      customer,
      page: null,
      session: null,
      department: null,
    });
    if (isFailure(started)) return started;
    const isNew = context.visitor === null;
    const visitor = isNew
      ? resolveVisitor(context, toClaims(customer, email), "operator").events
      : [];
    const author = { kind: "operator", id: actor.id, name: actor.name } as const;
    const toMessage = (content: { kind: "text" | "media"; text: string; media?: Media }) =>
      createMessage(context, started.chat.id, author, {
        ...content,
        email,
        delivery: createPendingDelivery(context, channel.kind),
      });
    return {
      events: [
        ...visitor,
        ...started.events,
        toMessage({ kind: "text", text }),
        ...files.map((media) => toMessage({ kind: "media", text: "", media })),
      ],
      answer: { id: started.chat.id },
      ...omitAbsent({ visitor: isNew ? { recipient: JSON.stringify(customer) } : undefined }),
    };
  };
}

/** Returns the maximum number of events of {@link startEmail}, with all their ids. */
export const countEmailEvents = (files: number): number => 8 + 2 * files;

function toClaims(customer: string, { to: [recipient] }: MessageEmail) {
  const { address = customer, name = "" } = recipient ?? {};
  return { customer, email: address, ...omitAbsent({ name: name || undefined }) };
}
