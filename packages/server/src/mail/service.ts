import { isMailAddress } from "@parlour/protocol/email/sender";
import { randomUUID } from "node:crypto";
import type { Log } from "../log.ts";
import { readMailLocale } from "../store/mail/recipients.ts";
import { storeRefusals } from "../store/mail/refusal.ts";
import type { MailRecord } from "../store/settings/installation/mail-changes.ts";
import { createMailGate, type MailGateDeps } from "./gate/mail-gate.ts";
import {
  createMailPort,
  interactiveTimeoutMs,
  type MailPortDeps,
  type SendMail,
} from "./mail-port.ts";
import { createMailData, type MailDataDeps } from "./outbound-data.ts";
import { createMailOutbound } from "./outbound.ts";
import { openMailServer, type MailServer } from "./settings.ts";
import { sendMail, type SmtpDeps } from "./smtp.ts";
import { createStopLinks } from "./stop-links.ts";
import { toMailLanguage } from "./templates/operator-text.ts";
import { unsubscribeRoutes } from "./templates/unsubscribe.ts";
import { renderCodeMail } from "./templates/visitor-templates.ts";

export interface MailServiceDeps extends MailDataDeps, MailPortDeps {
  readonly log: Log;
  /** Returns the settings of the mail server. Null: no mail is sent. */
  readonly settings: () => MailRecord | null;
  readonly limits: MailGateDeps["limits"];
  readonly connect: SmtpDeps["connect"];
}

/** Connects mail to the other parts of the server. `port` is the interface for the service API. */
export function createMail(deps: MailServiceDeps) {
  const { secrets } = deps;
  const currentServer = (): MailServer | null => {
    const setting = deps.settings();
    return setting === null ? null : openMailServer(setting, secrets.open);
  };
  const send = createMailSender(deps);
  const stopLinks = createStopLinks(deps);
  const gate = createMailGate({ limits: deps.limits, isUnsubscribed: stopLinks.isUnsubscribed });
  return {
    outbound: createMailOutbound({
      ...createMailData(deps),
      unsubscribe: stopLinks,
      gate,
      clock: deps.clock,
      server: currentServer,
      send,
      publicUrl: () => deps.addresses().publicUrl,
    }),
    port: createMailPort(deps, { gate, currentServer, send }),
    /**
     * Emails a code to a visitor (CORE-162), once and without a retry, because the visitor is
     * waiting and can request another code.
     */
    async code(
      account: number,
      to: string,
      params: { readonly code: string; readonly language: string | null; readonly channel: string },
    ) {
      const server = currentServer();
      if (server === null || !isMailAddress(to)) return;
      const admission = await gate.admit({ kind: "code", account, to: [to] });
      if (!("pass" in admission)) return;
      const language = params.language ?? toMailLanguage(await readMailLocale(deps.db, account));
      const stopUrl = stopLinks.createUrl(account, to, language);
      const letter = renderCodeMail(language, {
        code: params.code,
        channel: params.channel,
        stopUrl,
      });
      const messageId = `parlour.code.${account}.${deps.clock.now()}.${randomUUID()}`;
      const result = await send(
        server,
        {
          ...letter,
          pass: admission.pass,
          to: [to],
          stopUrl,
          fromName: params.channel,
          messageId,
          isAutomatic: true,
        },
        interactiveTimeoutMs,
      );
      if (result.outcome !== "delivered")
        deps.log.warn({ account, step: result.step, outcome: result.outcome }, "mail.code_failed");
    },
    routes: unsubscribeRoutes({
      parseToken: (token) => stopLinks.open(token),
      unsubscribe: (account, address) =>
        storeRefusals(deps.db, account, [address], { at: deps.clock.now(), source: "link" }),
    }),
  };
}

function createMailSender({ clock, addresses, connect }: MailServiceDeps): SendMail {
  const greeting = (): string => new URL(addresses().publicUrl).hostname;
  return (server, mail, timeoutMs) =>
    sendMail({ clock, greeting, connect }, server, mail, timeoutMs);
}
