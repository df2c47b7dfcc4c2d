import { omitAbsent } from "@parlour/protocol/omit-absent";
import { toVisitChange } from "../page-data.ts";
import { greetings } from "@parlour/protocol/entity/widget/greetings";
import { createFileMedia } from "../../../core/chat/message/file-attachment.ts";
import type { CustomerMessageInput } from "../../../core/chat/message/customer-message.ts";
import {
  writeCustomerMessage,
  type CustomerMessagePorts,
} from "../../../core/chat/message/write-customer-message.ts";
import { cleanText, cutText, isBlank, maxOperatorTextLength } from "../../../core/text.ts";
import { isDefiniteRefusal, refuse } from "../../../core/failure.ts";
import { toClientKey } from "../../../limits/client-key.ts";
import type { Media } from "../../../core/entity.ts";
import type { AccountConfig } from "../../../core/command.ts";
import { serializeMessage } from "../format/message.ts";
import { sha256 } from "../session/identity.ts";
import { toHttpPage } from "../page-url.ts";
import { hasOpenChat, type VisitorConnection } from "../visitor-connection.ts";
import type { FrameOfType, HandlerDeps } from "../handler-deps.ts";
import {
  findGreetingBefore,
  findKnownMessage,
  findWrittenMessage,
  loadStoredMessage,
} from "./stored-message.ts";

type SendMessageFrame = FrameOfType<"say">;

/**
 * Stores the visitor's message once, even if the frame is repeated (CORE-044, WG-082). Responds
 * after the message is written to disk (CORE-042).
 */
export async function handleSendMessage(
  deps: HandlerDeps,
  connection: VisitorConnection,
  frame: SendMessageFrame,
): Promise<void> {
  const { account } = connection;
  if (frame.upload_id === undefined && isBlank(frame.text))
    refuse("text_required", "The message is empty.", { field: "text" });
  if (!hasOpenChat(connection)) {
    const quota = await deps.limits.take("new_chats", toClientKey(connection.address));
    if (!quota.ok)
      refuse("rate_limited", "Too many new chats from this address.", {
        retryAfterMs: quota.retryAfterMs,
      });
  }
  const config = await deps.config(account);
  const media = await claimUploadedMedia(deps, connection, frame);
  const input: CustomerMessageInput = {
    ...toMessageInput(connection, frame),
    refersTo: await findQuote(deps, connection, frame),
    ...omitAbsent({ media: media ?? undefined }),
    ...toChatStart(deps, connection, frame, config),
  };
  const ports: CustomerMessagePorts = {
    write: deps.write,
    findLatestChat: async (...customer) =>
      (await deps.store.findVisitor(...customer))?.chat?.id ?? null,
  };
  connection.isChatOpening = !hasOpenChat(connection);
  const written = await writeCustomerMessage(ports, account, input, {
    // The idempotency key belongs to the visitor, not to the chat. A repeat after the end of the
    // chat must not create another chat.
    idempotency: {
      scope: `visitor:${connection.visitorId}`,
      key: frame.ref,
      hash: sha256(
        JSON.stringify([
          frame.text,
          frame.upload_id ?? null,
          frame.button ?? null,
          // A message without a quote keeps its hash, so that a repeat after an update is known.
          ...(frame.quotes === undefined ? [] : [frame.quotes.chat_id, frame.quotes.seq]),
        ]),
      ),
    },
    // Idempotency keys are kept for one day, messages longer. A widget that was suspended may
    // repeat its message after more than a day.
    client: { authorKind: "visitor", authorId: connection.visitorId, id: frame.ref },
  }).catch(async (error: unknown) => {
    connection.isChatOpening = false;
    // After a definite refusal the upload may be used again. After any other error the message may
    // already be stored.
    if (isDefiniteRefusal(error) && frame.upload_id !== undefined)
      await deps.files.release(account, frame.upload_id);
    throw error;
  });
  const { chat_id, ...messageRef } = written.answer;
  if (frame.upload_id !== undefined) await deps.files.attach(account, frame.upload_id, chat_id);
  deps.visits.clearInvitation(account, connection.visitorId);
  // The frame may be a repeat whose first response was lost. If another chat followed, the message
  // is not shown.
  const isShown = chat_id === connection.chat?.id;
  const stored =
    findWrittenMessage(written, messageRef) ??
    (isShown ? await loadStoredMessage(deps, account, chat_id, messageRef) : null);
  const message = stored === null ? null : serializeMessage(stored, config);
  // The greeting is sent before the message, so that the widget never shows the message alone.
  const greeting = findGreetingBefore(written, messageRef);
  const greeted = greeting === null ? null : serializeMessage(greeting, config);
  if (greeted !== null) deps.client.send({ type: "message", message: greeted });
  deps.client.send({ type: "done", ref: frame.ref, message: message ?? undefined });
}

/**
 * Returns the message of the visitor's latest chat that the frame quotes. If they know no such
 * message, or no longer, their words are stored without the quote (WG-282).
 */
async function findQuote(
  deps: HandlerDeps,
  connection: VisitorConnection,
  { quotes }: SendMessageFrame,
): Promise<CustomerMessageInput["refersTo"]> {
  const message = quotes === undefined ? null : await findKnownMessage(deps, connection, quotes);
  return message === null
    ? undefined
    : { kind: "message", target: { visitorId: connection.visitorId, message } };
}

async function claimUploadedMedia(
  { files }: HandlerDeps,
  connection: VisitorConnection,
  frame: SendMessageFrame,
): Promise<Media | null> {
  if (frame.upload_id === undefined) return null;
  const file = await files.claimOfVisitor(connection.account, {
    id: frame.upload_id,
    visitorId: connection.visitorId,
  });
  if (file === null)
    return refuse("invalid_request", "This upload does not exist. Upload the file again.", {
      field: "upload_id",
    });
  const duration = frame.voice_s;
  return createFileMedia(file, { voice: duration !== undefined, duration });
}

function toMessageInput(
  connection: VisitorConnection,
  frame: SendMessageFrame,
): CustomerMessageInput {
  const { widget, customer, session, userToken } = connection;
  const text = cutText(cleanText(frame.text), maxOperatorTextLength);
  const page = toHttpPage(connection.page);
  return {
    channelId: widget.channelId,
    customer,
    recipient: JSON.stringify(customer),
    text: isBlank(text.text) ? "" : text.text,
    cut: text.cut ? true : undefined,
    pageUrl: page?.url,
    pageTitle: page?.title,
    clientId: frame.ref,
    session,
    userToken: userToken ?? undefined,
    ...toVisitChange(connection),
    greeting:
      frame.greeting === undefined
        ? undefined
        : widget.settings.texts[frame.greeting]?.greeting || greetings[frame.greeting],
    pressed:
      frame.button === undefined
        ? undefined
        : { messageId: frame.button.message_id, buttonId: frame.button.id },
  };
}

/**
 * Returns what a new chat takes from the invitation that the visitor answers, and from the frame.
 */
function toChatStart(
  deps: HandlerDeps,
  connection: VisitorConnection,
  frame: SendMessageFrame,
  config: AccountConfig,
): Pick<CustomerMessageInput, "invite" | "invitedBy" | "departmentId"> {
  const { account } = connection;
  const invitation = hasOpenChat(connection)
    ? null
    : deps.visits.getInvitation(account, connection.visitorId);
  const inviter =
    invitation === null || invitation.operatorId === null
      ? undefined
      : config.operators.get(invitation.operatorId);
  // An operator's invitation leads only to that operator (CORE-155). An earlier release of the
  // widget may still send a department.
  const departmentId =
    (inviter === undefined
      ? (frame.department_id ?? invitation?.departmentId)
      : invitation?.departmentId) ?? undefined;
  return {
    invite: invitation?.text,
    invitedBy: inviter === undefined ? undefined : { id: inviter.id, name: inviter.name },
    departmentId,
  };
}
