import type { FastifyInstance } from "fastify";
import { IgnoredEmailChat, NewEmail } from "@parlour/protocol/api";
import { canSeeChannel, mustMaskText } from "../../../auth/index.ts";
import {
  type StartedEmail,
  countEmailEvents,
  getEmailCustomer,
  startEmail,
} from "../../../core/chat/email/start-email.ts";
import { createFileMedia } from "../../../core/chat/message/file-attachment.ts";
import type { CommandHandler } from "../../../core/command.ts";
import { baseCommandBytes, countCommandBytes } from "../../../core/command-size.ts";
import type { Media } from "../../../core/entity.ts";
import { fail, isDefiniteRefusal, isFailure, refuse, type Failure } from "../../../core/failure.ts";
import type { Files } from "../../../files/index.ts";
import { declareRoute, type RequestContext } from "../../kit/declare-route.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";
import { hasEmail, type EmailDeps } from "./load-conversation.ts";
import { resolveNewEmail } from "./resolve-email.ts";

/** Counts an email to people who did not write before. */
export interface NewEmailPort {
  /** Resolves with 0, or with the time in ms after which the account may send the next one. */
  readonly take: (account: number) => Promise<number>;
}

interface NewEmailDeps extends RouteDeps, EmailDeps {
  readonly files: Files;
  readonly newEmails: NewEmailPort;
}
type NewEmailContext = RequestContext<unknown, unknown, NewEmail>;

/** Registers the route to start a chat with an email (API-475). */
export function newEmailRoute(app: FastifyInstance, deps: NewEmailDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/emails",
    action: "chats.answer",
    tag: "chats",
    summary: "Start a chat with an email",
    body: NewEmail,
    status: 201,
    answer: IgnoredEmailChat,
    handle: (context) => sendNewEmail(deps, context),
  });
}

async function sendNewEmail(
  deps: NewEmailDeps,
  context: NewEmailContext,
): Promise<IgnoredEmailChat> {
  const { body, key } = context;
  const { operatorId } = context.principal;
  const account = context.principal.accountId;
  const channel = await findChannel(deps, context);
  const { isOwn } = await deps.connectors.mailAddresses(account, channel.id);
  const email = resolveNewEmail(body.email, isOwn);
  const retryAfterMs = await deps.newEmails.take(account);
  if (retryAfterMs > 0)
    refuse("rate_limited", "Too many new emails were sent. Try again later.", { retryAfterMs });
  const { upload_ids = [], text } = body;
  const claimed = await claimAll(deps.files, { account, operatorId }, upload_ids);
  const handler: CommandHandler<StartedEmail> = !isFailure(claimed)
    ? startEmail({ operatorId, channel, email, text, files: claimed })
    : // A repeat with the same key has sent these files already, and gets the first answer.
      () => claimed;
  try {
    const written = await deps.write({
      account,
      subject: {
        customer: { channelId: channel.id, key: getEmailCustomer(email) },
        operator: operatorId,
      },
      handler,
      maxEvents: countEmailEvents(upload_ids.length),
      bytes: countCommandBytes(text.length) + upload_ids.length * baseCommandBytes,
      idempotency: key ?? undefined,
    });
    const { id } = written.answer;
    for (const upload of upload_ids) await deps.files.attach(account, upload, id);
    return { chat_id: id };
  } catch (error) {
    // After any other error the email may already be stored.
    if (isDefiniteRefusal(error) && !isFailure(claimed))
      await releaseAll(deps.files, account, upload_ids);
    throw error;
  }
}

/** Returns the channel of the email. The caller must answer its chats. */
async function findChannel(deps: RouteDeps, { principal, body: { channel_id } }: NewEmailContext) {
  if (mustMaskText(principal)) refuse("forbidden", "Your role cannot write to visitors.");
  const config = await deps.config(principal.accountId);
  const channel = config.channels.get(channel_id);
  if (channel === undefined || !canSeeChannel(principal, channel_id, config))
    return refuse("invalid_request", "There is no such channel.", { field: "channel_id" });
  if (!hasEmail(channel.kind))
    return refuse("invalid_request", "This channel sends no emails.", { field: "channel_id" });
  return channel;
}

/** Claims the files. Returns a failure with the field of the first one that cannot be sent. */
async function claimAll(
  files: Files,
  { account, operatorId }: { readonly account: number; readonly operatorId: number },
  ids: readonly number[],
): Promise<readonly Media[] | Failure> {
  const media: Media[] = [];
  for (const [n, id] of ids.entries()) {
    const file = await files.claim(account, { id, operatorId, chatId: null });
    if (file === null) {
      await releaseAll(files, account, ids.slice(0, n));
      return fail(
        "invalid_request",
        "This upload does not exist, or was sent already. Upload the file again.",
        { field: `upload_ids.${n}` },
      );
    }
    media.push(createFileMedia(file, {}));
  }
  return media;
}

async function releaseAll(files: Files, account: number, ids: readonly number[]): Promise<void> {
  for (const id of ids) await files.release(account, id);
}
