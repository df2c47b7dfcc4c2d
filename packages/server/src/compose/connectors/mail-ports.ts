import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import type { MailPorts } from "../../connectors/mail-ports.ts";
import { createNameRecords, type Egress } from "../../egress/index.ts";
import { StartError } from "../../embedded/start-error.ts";
import { createMailGate } from "../../mail/gate/mail-gate.ts";
import { createMailAccessTokens } from "../../mail/oauth/access-tokens.ts";
import { openMailServer } from "../../mail/settings.ts";
import { getVisitorMailText } from "../../mail/templates/visitor-text.ts";
import { createStopLinks } from "../../mail/stop-links.ts";
import {
  findMailVisitor,
  listMessagesBySeq,
  readMailThread,
} from "../../store/chats/mail-thread.ts";
import { readMailLocale } from "../../store/mail/recipients.ts";
import { insertIgnoredEmail } from "../../store/visitors/ignored-email.ts";
import type { BaseServices } from "../base.ts";
import { createConnect } from "../connections/connect.ts";
import type { TestHooks } from "../server-options.ts";

/** Creates the ports of mail channels. Throws StartError if a file of SMTP_TLS is unusable. */
export function createMailPorts(base: BaseServices, hooks: TestHooks, egress: Egress): MailPorts {
  const { db, secrets, addresses, limits } = base;
  const stopLinks = createStopLinks({ db, secrets, addresses });
  return {
    servers: createServersPort(base, hooks, egress),
    conversations: {
      readThread: (channel, chatId) => readMailThread(db, channel, chatId),
      readMessages: (account, chatId, seqs) => listMessagesBySeq(db, account, chatId, seqs),
      findVisitor: (account, target) => findMailVisitor(db, account, target),
      ignored: { add: (channel, email) => insertIgnoredEmail(db, channel, email) },
    },
    gate: createMailGate({ limits, isUnsubscribed: stopLinks.isUnsubscribed }),
    async stopLink(account, address) {
      const language = await readMailLocale(db, account);
      const url = stopLinks.createUrl(account, address, language);
      return { url, text: getVisitorMailText(language).stop };
    },
    filesUrl: () => addresses().visitorUrl,
  };
}

function createServersPort(
  base: BaseServices,
  hooks: TestHooks,
  egress: Egress,
): MailPorts["servers"] {
  const { config, instance, secrets } = base;
  return {
    connect: (to, signal) => egress.connect(to, signal),
    connectOfInstallation: createConnect(hooks),
    installationServer() {
      const record = instance.mail();
      return record === null ? null : openMailServer(record, secrets.open);
    },
    accessTokens: createMailAccessTokens({ ...base, egress }),
    records: createNameRecords(hooks.nameServers),
    listen:
      config.smtpListen === null
        ? null
        : { ...config.smtpListen, tls: config.smtpTls && readCertificate(config.smtpTls) },
  };
}

/** Reads the certificate and the key of the SMTP receiver (CFG-123). */
function readCertificate(paths: { readonly cert: string; readonly key: string }) {
  const read = (path: string): string => {
    try {
      return readFileSync(path, "utf8");
    } catch (error) {
      throw new StartError(
        `SMTP_TLS: ${path} cannot be read: ${error instanceof Error ? error.message : "unknown"}`,
        78,
      );
    }
  };
  const tls = { cert: read(paths.cert), key: read(paths.key) };
  try {
    createSecureContext(tls);
  } catch (error) {
    throw new StartError(
      `SMTP_TLS: certificate and key do not belong together: ${error instanceof Error ? error.message : "unknown"}`,
      78,
    );
  }
  return tls;
}
