import { isMailAddress } from "@parlour/protocol/email/sender";
import { randomUUID } from "node:crypto";
import type { ServerAddresses } from "../config/read-config.ts";
import type { Clock } from "../core/command.ts";
import type { Secrets } from "../store/database/seal.ts";
import type { Db } from "../store/database/sql.ts";
import { findRecipientLocale, readMailLocale } from "../store/mail/recipients.ts";
import type { MailRecord } from "../store/settings/installation/mail-changes.ts";
import { describeMailResult } from "./error-text.ts";
import {
  admitPermitted,
  type MailGate,
  type MailPass,
  type PermittedKind,
} from "./gate/mail-gate.ts";
import { mailRetryPolicy } from "./policy.ts";
import { openMailServer, type Mail, type MailServer } from "./settings.ts";
import type { SendMailResult } from "./smtp.ts";
import {
  renderLinkMail,
  renderAddressCodeMail,
  renderTestMail,
} from "./templates/operator-templates.ts";
import { toMailLanguage } from "./templates/operator-text.ts";

export type SendMail = (
  server: MailServer,
  mail: Mail,
  timeoutMs: number,
) => Promise<SendMailResult>;

export interface MailPortDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly addresses: () => ServerAddresses;
}
interface MailServerAccess {
  readonly gate: MailGate;
  readonly currentServer: () => MailServer | null;
  readonly send: SendMail;
}
/**
 * Timeout in ms for emails whose outcome an operator waits for. It is short, because the response
 * also contains the link.
 */
export const interactiveTimeoutMs = 8_000;

/** Sends emails whose outcome an operator waits for. */
export function createMailPort(
  { db, clock, secrets, addresses }: MailPortDeps,
  { gate, currentServer, send }: MailServerAccess,
) {
  const admit = (kind: PermittedKind, account: number, to: string): Promise<MailPass> =>
    admitPermitted(gate, { kind, account, to: [to] });
  const languageFor = async (account: number, email: string) =>
    toMailLanguage(await findRecipientLocale(db, account, email));
  return {
    isAvailable: () => currentServer() !== null,
    async test(account: number, to: string, settings: MailRecord | null) {
      const server = settings === null ? currentServer() : openMailServer(settings, secrets.open);
      if (server === null) return null;
      const letter = renderTestMail(await languageFor(account, to), addresses().publicUrl);
      const mail = {
        ...letter,
        pass: await admit("test", account, to),
        to: [to],
        messageId: `parlour.test.${clock.now()}`,
        isAutomatic: true,
      };
      const result = await send(server, mail, mailRetryPolicy.timeoutMs);
      const { step, reply, durationMs } = result;
      return {
        ok: result.outcome === "delivered",
        step,
        message: describeMailResult(result, server),
        reply,
        durationMs,
      };
    },
    /** Mails a code that proves the address of a channel (CON-068). */
    async addressCode(account: number, to: string, code: string): Promise<void> {
      const server = currentServer();
      if (server === null || !isMailAddress(to)) return;
      const language = toMailLanguage(await readMailLocale(db, account));
      await send(
        server,
        {
          ...renderAddressCodeMail(language, { code, url: addresses().publicUrl }),
          pass: await admit("address_code", account, to),
          to: [to],
          messageId: `parlour.address.${account}.${randomUUID()}`,
          isAutomatic: true,
        },
        interactiveTimeoutMs,
      );
    },
    async link(account: number, to: string, link: Parameters<typeof renderLinkMail>[1]) {
      const server = currentServer();
      if (server === null || !isMailAddress(to)) return null;
      const letter = renderLinkMail(await languageFor(account, to), link);
      const mail = {
        ...letter,
        pass: await admit(link.kind, account, to),
        to: [to],
        messageId: `parlour.link.${account}.${clock.now()}`,
        isAutomatic: true,
      };
      const result = await send(server, mail, interactiveTimeoutMs);
      return { ok: result.outcome === "delivered", message: describeMailResult(result, server) };
    },
  };
}
