import { parseSender } from "@parlour/protocol/email/sender";
import type {
  RequestReady,
  RequestPostponed,
  RequestImpossible,
  RequestSettled,
  DeliveryDriver,
} from "../delivery/index.ts";
import type { Claim } from "../delivery/queue/index.ts";
import { renderMails } from "./templates/render.ts";
import type { MailRenderDeps, RenderedMails } from "./templates/mail-data.ts";
import { maxConcurrentMails, mailRetryPolicy } from "./policy.ts";
import type { MailGate, MailPass, MailRequest } from "./gate/mail-gate.ts";
import type { MailEvent } from "./plan.ts";
import { createSentLog, sendMails, type SentLog } from "./send-mails.ts";
import type { Mail, MailServer } from "./settings.ts";
import type { SendMailResult } from "./smtp.ts";
import { interpretMailReply, toMailReply } from "./delivery-result.ts";

export interface MailOutboundDeps extends MailRenderDeps {
  readonly gate: MailGate;
  /** Returns the current mail server, or null if email is not set up. */
  readonly server: () => MailServer | null;
  readonly send: (server: MailServer, mail: Mail, timeoutMs: number) => Promise<SendMailResult>;
}
/** Delay in milliseconds until the next check for a free slot. */
const slotRetryDelayMs = 250;

/** Sends emails as deliveries (CORE-050). Their content is determined when they are sent. */
export function createMailOutbound(deps: MailOutboundDeps): DeliveryDriver {
  let sendingCount = 0;
  const sentLog = createSentLog();
  return {
    policy: mailRetryPolicy,
    async buildRequest(
      claim,
    ): Promise<RequestReady | RequestImpossible | RequestPostponed | RequestSettled> {
      const server = deps.server();
      if (server === null) return { never: "endpoint_off", message: "Email is not set up." };
      const rendered = await renderMails(deps, claim);
      if ("never" in rendered || "later" in rendered || "settled" in rendered) return rendered;
      if (sendingCount >= maxConcurrentMails) return { later: deps.clock.now() + slotRetryDelayMs };
      sendingCount += 1;
      const end = (): void => void (sendingCount -= 1);
      const admission = await deps.gate.admit(toMailRequest(claim, rendered)).catch((error) => {
        end();
        throw error;
      });
      if (!("pass" in admission)) {
        end();
        return "refused" in admission
          ? { never: "withdrawn", message: refusalTexts[admission.refused] }
          : { later: deps.clock.now() + admission.retryAfterMs };
      }
      const post = (mail: Mail, timeoutMs: number) => deps.send(server, mail, timeoutMs);
      return buildRequest(server, rendered, claim, {
        pass: admission.pass,
        sentLog,
        post,
        end,
      });
    },
    interpretResponse: interpretMailReply,
  };
}

/** Why the gate refuses an email, for the delivery log. */
export const refusalTexts = {
  unsubscribed: "The owner of this address unsubscribed.",
  sender_unverified: "A bot may not answer, because the sender of the email is not verified.",
} as const;

/** An answer that only bots wrote has the rules of answers of bots. */
const toMailRequest = (
  { delivery, account }: Claim,
  [{ to, isAutomatic }]: RenderedMails,
): MailRequest => ({
  kind:
    delivery.event === "chat_answer" && isAutomatic ? "bot_answer" : (delivery.event as MailEvent),
  account,
  to,
  // The visitor wrote last with the token of an earlier mail to this address (MAIL-038).
  isSenderVerified: true,
  isRepeat: delivery.totalAttempts > 0,
});

interface Sending {
  readonly pass: MailPass;
  readonly sentLog: SentLog;
  readonly post: (mail: Mail, timeoutMs: number) => Promise<SendMailResult>;
  /** Called after the last email of the delivery. */
  readonly end: () => void;
}
function buildRequest(
  server: MailServer,
  rendered: RenderedMails,
  { delivery }: Claim,
  { pass, sentLog, post, end }: Sending,
): RequestReady {
  const [{ subject, text, reply }] = rendered;
  // A reply also finds the conversation by the token in the id that it answers.
  const messageId =
    reply === undefined ? `parlour.${delivery.id}` : `${reply.token}.${delivery.id.toString(36)}`;
  const mails = rendered.map(({ part, reply, ...letter }): Mail => ({
    ...letter,
    pass,
    messageId: part === undefined ? messageId : `${messageId}.${part}`,
    replyTo: reply?.address,
  }));
  const request = {
    url: `smtp://${server.host}:${server.port}`,
    headers: {
      from: parseSender(server.from)?.address ?? server.from,
      to: rendered.flatMap(({ to }) => to).join(", "),
      "message-id": messageId,
    },
    // Subject and text contain personal data, so the body is masked for developers (CORE-001).
    body: `${subject}\n\n${text}`,
  };
  return {
    ...request,
    chunked: false,
    webhookId: messageId,
    warning: null,
    async send(timeoutMs) {
      try {
        const result = await sendMails(mails, sentLog, (mail, spentMs) =>
          post(mail, Math.max(1, timeoutMs - spentMs)),
        );
        return {
          reply: toMailReply(result, server),
          request,
          answer: result.reply === null ? null : { headers: {}, body: result.reply },
        };
      } finally {
        end();
      }
    },
  };
}
