import type { MailServer } from "../../../mail/settings.ts";
import { withMailServer, type SendMailResult, type SmtpDeps } from "../../../mail/smtp.ts";

/** Connects to an outgoing server and signs in, without a mail. Never rejects. */
export function checkMailServer(
  deps: SmtpDeps,
  server: MailServer,
  timeoutMs: number,
): Promise<SendMailResult> {
  return withMailServer(deps, server, timeoutMs, async (transport) => {
    await transport.verify();
    return {
      step: "sent",
      outcome: "delivered",
      status: null,
      reply: null,
      mayRepeat: false,
      refused: [],
    };
  });
}
