import { greetings } from "@parlour/protocol/greetings";
import { storeBlockedMessage } from "../../core/blacklist/store-blocked-message.ts";
import { createFileMedia } from "../../core/chat/file-attachment.ts";
import { receiveCustomerMessage, type CustomerMessageInput } from "../../core/chat/receive-message.ts";
import { cleanText, cutText, isBlank, maxOperatorTextLength } from "../../core/chat/text.ts";
import { isDefiniteRefusal, refuse, Refusal } from "../../core/failure.ts";
import { clientKey } from "../../limits/client-key.ts";
import type { Media, Message } from "../../core/entity.ts";
import type { AccountConfig, Command, WriteResult } from "../../core/command.ts";
import { widgetMessage } from "./format/message.ts";
import { hashOf } from "./identity.ts";
import type { ActedFrame, InboundDeps } from "./inbound.ts";
import { httpPage } from "./page.ts";
import { isRunning, type Seat } from "./seat.ts";
import { saidOf } from "./visit.ts";

type SayFrame = ActedFrame<"say">;

/**
 * Stores the visitor's message once, also if it is repeated (CORE-044, WG-082). Responds after the
 * message is on disk (CORE-042).
 */
export async function say(deps: InboundDeps, seat: Seat, frame: SayFrame): Promise<void> {
  const { account } = seat;
  if (frame.upload_id === undefined && isBlank(frame.text)) refuse("text_required", "The message is empty.", { field: "text" });
  if (!isRunning(seat)) {
    const taken = deps.limits.take("new_chats", clientKey(seat.address));
    if (!taken.ok) refuse("rate_limited", "Too many new chats from this address.", { retryAfterMs: taken.retryAfterMs });
  }
  const config = await deps.config(account);
  const media = await mediaOf(deps, seat, frame.upload_id);
  const says = saysOf(deps, seat, frame, config, media);
  const written = await writeSaid(deps, seat, says, {
    // Scoped to the visitor, not to the chat: a repeat after the end of the chat must not create
    // another chat.
    idempotency: {
      scope: `visitor:${seat.visitorId}`,
      key: frame.ref,
      hash: hashOf(JSON.stringify([frame.text, frame.upload_id ?? null, frame.button ?? null])),
    },
    // Idempotency keys are kept for one day, messages longer. A widget that was suspended may
    // repeat its message later.
    client: { authorKind: "visitor", authorId: seat.visitorId, id: frame.ref },
  }).catch(async (error: unknown) => {
    // After a certain refusal the upload may be used again. Otherwise the message may be stored.
    if (isDefiniteRefusal(error) && frame.upload_id !== undefined) await deps.files.release(account, frame.upload_id);
    throw error;
  });
  const { chat_id: chatId, ...given } = JSON.parse(written.answer) as { id: number; seq: number; chat_id: number };
  if (frame.upload_id !== undefined) await deps.files.attach(account, frame.upload_id, chatId);
  deps.visits.answered(account, seat.visitorId);
  // A repeat whose first response was lost. If another chat followed, there is no message to show.
  const isShown = chatId === seat.chat?.id;
  const stored = writtenMessage(written, given) ?? (isShown ? await storedMessage(deps, account, chatId, given) : null);
  const message = stored === null ? null : widgetMessage(stored, config);
  // Sent before the message, so that the widget never shows the message without the greeting.
  const greeting = greetingBefore(written, given);
  const greeted = greeting === null ? null : widgetMessage(greeting, config);
  if (greeted !== null) deps.answer({ type: "message", message: greeted });
  deps.answer({ type: "done", ref: frame.ref, ...(message === null ? {} : { message }) });
}

/** Returns the message that this write stored. Null if an earlier write stored it. */
function writtenMessage({ events = [] }: WriteResult, { id, seq }: { readonly id: number; readonly seq: number }): Message | null {
  const event = events.find((one) => one.name === "message_created" && one.message.id === id);
  return event?.name === "message_created" ? { ...event.message, seq } : null;
}
/**
 * Returns the greeting that this write stored directly before the message (WG-111). Null if there
 * is none.
 */
function greetingBefore({ events = [] }: WriteResult, { seq }: { readonly seq: number }): Message | null {
  const event = events.find((one) => one.name === "message_created" && one.message.line?.code === "greeting");
  return event?.name === "message_created" ? { ...event.message, seq: seq - 1 } : null;
}
async function storedMessage(
  { store }: InboundDeps,
  account: number,
  chatId: number,
  { id, seq }: { readonly id: number; readonly seq: number },
): Promise<Message | null> {
  const [stored] = await store.messages(account, chatId, { after: seq - 1, limit: 1 });
  return stored?.id === id ? stored : null;
}

async function mediaOf({ files }: InboundDeps, seat: Seat, uploadId: number | undefined): Promise<Media | null> {
  if (uploadId === undefined) return null;
  const file = await files.claimOfVisitor(seat.account, { id: uploadId, visitorId: seat.visitorId });
  if (file === null) return refuse("invalid_request", "There is no such upload of yours. Upload the file again.", { field: "upload_id" });
  return createFileMedia(file);
}

function saysOf(deps: InboundDeps, seat: Seat, frame: SayFrame, config: AccountConfig, media: Media | null): CustomerMessageInput {
  const { account, widget, customer, session, userToken } = seat;
  const text = cutText(cleanText(frame.text), maxOperatorTextLength);
  const invitation = isRunning(seat) ? null : deps.visits.waitingFor(account, seat.visitorId);
  const by = invitation === null || invitation.operatorId === null ? undefined : config.operators.get(invitation.operatorId);
  const page = httpPage(seat.page);
  // An operator's invitation selects that operator only (CORE-155). An earlier release of the
  // widget may still name a department.
  const departmentId = (by === undefined ? (frame.department_id ?? invitation?.departmentId) : invitation?.departmentId) ?? undefined;
  return {
    channelId: widget.channelId,
    customer,
    recipient: JSON.stringify(customer),
    text: isBlank(text.text) ? "" : text.text,
    ...(text.cut ? { cut: true } : {}),
    ...(media === null ? {} : { media }),
    ...(page === null ? {} : { pageUrl: page.url, pageTitle: page.title }),
    clientId: frame.ref,
    session,
    ...(userToken === null ? {} : { userToken }),
    ...saidOf(seat),
    ...(invitation === null ? {} : { invite: invitation.text }),
    ...(frame.greeting === undefined ? {} : { greeting: widget.settings.texts[frame.greeting]?.greeting || greetings[frame.greeting] }),
    ...(by === undefined ? {} : { invitedBy: { id: by.id, name: by.name } }),
    ...(departmentId === undefined ? {} : { departmentId }),
    ...(frame.button === undefined ? {} : { pressed: { messageId: frame.button.message_id, buttonId: frame.button.id } }),
  };
}

/**
 * Stores the message. CORE-071: without an open chat, a blocked visitor's message goes to the
 * latest chat. Only blocked visitors cause the extra read.
 */
async function writeSaid(
  deps: InboundDeps,
  seat: Seat,
  says: CustomerMessageInput,
  known: Required<Pick<Command, "idempotency" | "client">>,
): Promise<WriteResult> {
  const { account, widget } = seat;
  const customer = { channelId: widget.channelId, key: seat.customer };
  const bytes = 512 + says.text.length * 3 + (says.customData?.length ?? 0) * 2_048;
  try {
    return await deps.write({ account, subject: { customer }, handler: receiveCustomerMessage(says), ...known, bytes });
  } catch (error) {
    if (!(error instanceof Refusal) || error.failure.failure !== "visitor_blocked") throw error;
  }
  const found = await deps.store.findVisitor(account, widget.channelId, seat.customer);
  const subject = found?.chat == null ? { customer } : { chat: found.chat.id };
  return deps.write({ account, subject, handler: storeBlockedMessage(says), ...known, bytes });
}
