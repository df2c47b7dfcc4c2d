import type { FastifyInstance } from "fastify";
import { IdParams, NewMessage } from "@parlour/protocol/api";
import { Message } from "@parlour/protocol";
import type { Static } from "typebox";
import type { Principal } from "../../auth/index.ts";
import { countCommandBytes } from "../../core/command-size.ts";
import { createFileMedia } from "../../core/chat/message/file-attachment.ts";
import { sendOperatorMessage, type Reservation } from "../../core/chat/message/send-message.ts";
import { fillTemplate } from "../../core/channel/template.ts";
import type { Media, MessageEmail, MessageSuggestion, MessageTemplate } from "../../core/entity.ts";
import { isDefiniteRefusal, isFailure, refuse, Refusal } from "../../core/failure.ts";
import { parseId } from "../kit/ids.ts";
import { declareRoute, type ResourceRequestContext } from "../kit/declare-route.ts";
import type { ConnectorPort } from "../channels/connectors/connector-port.ts";
import { requireVisibleChat } from "./visibility.ts";
import { hasEmail, loadConversation } from "./email/load-conversation.ts";
import { createVisitorEmail, resolveEmail } from "./email/resolve-email.ts";
import { findSuggestionModel } from "../../store/model/suggestion.ts";
import type { Files } from "../../files/index.ts";
import { writeReply, type WriteReplyDeps } from "./actions/write-reply.ts";

interface SendMessageDeps extends WriteReplyDeps {
  readonly files: Files;
  readonly connectors: ConnectorPort;
}
type MessageBody = Static<typeof NewMessage>;
type MessageContent = { readonly text: string } & (
  | { readonly kind: "text" | "note" }
  | { readonly kind: "file"; readonly media: Media }
  | { readonly kind: "template"; readonly template: MessageTemplate }
);

/** Registers the route to send a message, an upload or a note (API-023). */
export function sendMessageRoute(app: FastifyInstance, deps: SendMessageDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/chats/:id/messages",
    action: "chats.answer",
    tag: "chats",
    summary: "Send a message or add an internal note",
    params: IdParams,
    body: NewMessage,
    status: 201,
    otherStatus: 200,
    answer: Message,
    handle: (context) => sendMessage(deps, context),
  });
}
async function sendMessage(
  deps: SendMessageDeps,
  { principal, params, body, key, takeOtherStatus }: ResourceRequestContext<MessageBody>,
): Promise<Message> {
  const id = parseId(params.id, "chat");
  const { channelId } = await requireVisibleChat(deps, principal, id);
  assertFieldsFitKind(body);
  const { operatorId } = principal;
  const account = principal.accountId;
  const email = await findEmail(deps, principal, { chatId: id, channelId }, body);
  const suggestion = await findSuggestion(deps, account, id, body);
  const content = await toMessageContent(deps, principal, { chatId: id, channelId }, body);
  const after =
    body.after_seq === undefined || body.kind === "note" ? undefined : { seq: body.after_seq };
  const subject = { chat: id, operator: operatorId, after };
  const write = (reservation: Reservation | null) =>
    deps.write({
      account,
      subject: body.quotes === undefined ? subject : { ...subject, message: body.quotes },
      handler: sendOperatorMessage({
        operatorId,
        ...content,
        email: email ?? undefined,
        isMarkdown: body.email?.format === undefined ? undefined : true,
        clientId: body.client_id,
        mentions: body.mentions ?? [],
        isQuoting: body.quotes !== undefined,
        suggestion,
        original: body.original,
        reservation,
      }),
      client: { authorKind: "operator", authorId: operatorId, id: body.client_id },
      // A formatted text is stored a second time as nodes.
      bytes: countCommandBytes(
        content.text.length * (body.email?.format === undefined ? 1 : 2) +
          (body.original?.length ?? 0),
      ),
      idempotency: key ?? undefined,
    });
  const written = await writeReply(deps, { principal, chatId: id, channelId, body }, write).catch(
    async (error: unknown) => {
      await releaseUpload(deps, account, body.upload_id, error);
      throw error;
    },
  );
  // A repeated request with the same Idempotency-Key receives the first response, including its
  // status (API-005).
  if (written.replayed === "client") takeOtherStatus();
  return written.answer;
}

/** MAIL-098. Null if the channel has none. Without recipients, it answers the visitor. */
async function findEmail(
  deps: SendMessageDeps,
  { accountId }: Principal,
  chat: { readonly chatId: number; readonly channelId: number },
  { kind, email }: MessageBody,
): Promise<MessageEmail | null> {
  const channel = (await deps.config(accountId)).channels.get(chat.channelId);
  const isEmail = channel !== undefined && hasEmail(channel.kind);
  if ((kind === "note" || !isEmail) && email !== undefined)
    refuse("invalid_request", "Only messages to a mail channel have recipients.", {
      field: "email",
    });
  if (kind === "note" || !isEmail) return null;
  const conversation = await loadConversation(deps, accountId, chat);
  return email === undefined
    ? createVisitorEmail(conversation)
    : resolveEmail(deps, accountId, chat.chatId, { content: email, conversation });
}

/** A reply is never refused because the delivery log lacks its suggestion (ASSIST-050). */
async function findSuggestion(
  { reader }: SendMessageDeps,
  account: number,
  chatId: number,
  { suggestion }: MessageBody,
): Promise<MessageSuggestion | undefined> {
  if (suggestion === undefined) return undefined;
  const requestId = suggestion.request_id;
  const model = await findSuggestionModel(reader, account, { chatId, requestId });
  return model === null ? undefined : { ...suggestion, model };
}

/** After any other error than a definite refusal, the message may be stored. */
async function releaseUpload(
  { files }: SendMessageDeps,
  account: number,
  uploadId: MessageBody["upload_id"],
  error: unknown,
): Promise<void> {
  if (isDefiniteRefusal(error) && uploadId !== undefined) await files.release(account, uploadId);
}

/** All kinds share one schema, so that an error can name the field. */
function assertFieldsFitKind(body: MessageBody): void {
  const required = requiredFields[body.kind];
  if (body[required] === undefined)
    refuse("invalid_request", `${required} is missing.`, { field: required });
  for (const field of ["upload_id", "voice", "duration"] as const)
    if (body.kind !== "file" && body[field] !== undefined)
      refuse("invalid_request", `Only a message of kind file can have ${field}.`, { field });
  for (const field of ["suggestion", "original"] as const)
    if (body.kind === "note" && body[field] !== undefined)
      refuse("invalid_request", `A note cannot have ${field}.`, { field });
  if (body.kind !== "template" && body.template !== undefined)
    refuse("invalid_request", "Only a message of kind template can have template.", {
      field: "template",
    });
  if (body.kind === "template" && body.text !== undefined)
    refuse("invalid_request", "A message of kind template cannot have text.", { field: "text" });
}
/** The field that each kind of message requires. */
const requiredFields = {
  text: "text",
  note: "text",
  file: "upload_id",
  template: "template",
} as const;

/** Claims the upload, so that no other chat can use it. Fills a template. */
async function toMessageContent(
  { files, connectors }: SendMessageDeps,
  { accountId, operatorId }: Principal,
  { chatId, channelId }: { readonly chatId: number; readonly channelId: number },
  { kind, text = "", upload_id, voice, duration, template }: MessageBody,
): Promise<MessageContent> {
  if (kind === "template" && template !== undefined) {
    const filled = fillTemplate(await connectors.templates(accountId, channelId), template);
    if (isFailure(filled)) throw new Refusal(filled);
    return { kind, ...filled };
  }
  if (kind !== "file" || upload_id === undefined)
    return { kind: kind === "note" ? "note" : "text", text };
  const file = await files.claim(accountId, { id: upload_id, operatorId, chatId });
  if (file === null)
    return refuse(
      "invalid_request",
      "This upload does not exist, or was sent in another chat. Upload the file again.",
      {
        field: "upload_id",
      },
    );
  const media = createFileMedia(file, { voice, duration });
  return { kind, text, media };
}
