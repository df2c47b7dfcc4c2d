import type { Connector } from "../../connectors/connector.ts";
import type { MailPorts, MailServersPort } from "../../connectors/mail-ports.ts";
import type { ConnectorPorts } from "../../connectors/ports.ts";
import { sendMail, type SmtpDeps } from "../../mail/smtp.ts";
import { createAddressProblems } from "./inbound/address-problem.ts";
import { checkMailSettings, type CheckSettingsDeps } from "./check-settings.ts";
import { findMailServers } from "./service/discover/find-servers.ts";
import { createMailOriginalRoutes } from "./original/index.ts";
import { readOriginal } from "./original/stored-original.ts";
import { createMailboxes } from "./inbound/mailbox/mailboxes.ts";
import { createReceiver } from "./inbound/smtp/receiver.ts";
import { createMarkers } from "./format/marker.ts";
import { acceptIgnoredMail, type HandleMailDeps } from "./inbound/handle-mail.ts";
import {
  createReplyAddress,
  createReplyTokens,
  parseRecipient,
  replyTokenPurpose,
} from "./format/reply-address.ts";
import type { Clock } from "../../core/command.ts";
import { checkMailServer } from "./service/check-server.ts";
import { withAccessToken } from "./service/send-signed-in.ts";
import { createMailDriver, type SendMail } from "./outbound/driver.ts";
import { canReceive, parseMailSettings, type SelectedServer } from "./settings.ts";
import { takeTestMail, testMailChannel, testMailSettings } from "./test-channel.ts";

/** Maximum size of a mail, in bytes. */
const maxMailBytes = 30 * 1024 * 1024;

/** Creates the connector for mail: one address per channel (docs/spec/mail.md). */
export function createMailConnector(ports: ConnectorPorts, mail: MailPorts): Connector {
  const { inbox, outbox, service, installation } = ports;
  const { servers, conversations, gate, stopLink, filesUrl } = mail;
  const { clock } = service;
  const hostName = (): string => new URL(installation.publicUrl()).hostname;
  const { send, checkServer } = createSending({ clock, servers, hostName });
  const shared = {
    ...service,
    ...servers,
    ...conversations,
    inbox,
    outbox,
    gate,
    stopLink,
    tokens: createReplyTokens(installation.derive(replyTokenPurpose)),
    deriveMarker: createMarkers(installation.derive),
    maxMailBytes,
    send,
  };
  const handle: HandleMailDeps = {
    ...shared,
    takeTest: (channel, messageId) => takeTestMail(service, channel, messageId),
  };
  const mailboxes = createMailboxes({ ...shared, handle });
  const receiver =
    servers.listen === null
      ? null
      : createReceiver({ ...shared, hostName, handle }, servers.listen);
  const addressProblems = createAddressProblems(service);
  return {
    kind: "mail",
    prepare: (settings, account) =>
      checkMailSettings(
        {
          ...shared,
          hasReceiver: receiver !== null,
          checkServer,
        },
        { ...settings, account },
      ),
    driver: createMailDriver({ ...shared, now: () => clock.now() }),
    synchronize(channels) {
      addressProblems.synchronize(channels);
      mailboxes.synchronize(channels);
      receiver?.synchronize(channels);
    },
    routes: createMailOriginalRoutes({
      find: (token) => readOriginal(outbox.files, token),
      filesUrl,
    }),
    test: (channel) => testMailChannel(shared, channel),
    findSettings: async (address) => ({
      ...(await findMailServers(shared, address)),
      hasReceiver: receiver !== null,
      hasMailServer: servers.installationServer() !== null,
    }),
    testSettings: (draft) => testMailSettings({ ...shared, hasReceiver: receiver !== null }, draft),
    acceptIgnored: (channel, raw) => acceptIgnoredMail(handle, channel, raw),
    replyAddress: (channel, target) =>
      canReceive(channel) ? createReplyAddress(shared.tokens, channel, target) : null,
    address: {
      get: (channel) => parseMailSettings(channel).address,
      matches: (channel, address) =>
        parseRecipient(parseMailSettings(channel).address, address) !== null,
    },
    async close() {
      await Promise.all([mailboxes.close(), receiver?.close()]);
    },
  };
}

/** Creates what connects to outgoing servers, with the password or an access token. */
function createSending({
  clock,
  servers,
  hostName,
}: {
  readonly clock: Clock;
  readonly servers: MailServersPort;
  readonly hostName: () => string;
}): { readonly send: SendMail; readonly checkServer: CheckSettingsDeps["checkServer"] } {
  const toSmtpDeps = ({ isOfInstallation }: SelectedServer): SmtpDeps => ({
    clock,
    connect: isOfInstallation ? servers.connectOfInstallation : servers.connect,
    greeting: hostName,
  });
  return {
    send: (selected, letter, timeoutMs) =>
      withAccessToken(servers, selected, (server) =>
        sendMail(toSmtpDeps(server), server, letter, timeoutMs),
      ),
    checkServer: (selected, timeoutMs) =>
      withAccessToken(servers, selected, (server) =>
        checkMailServer(toSmtpDeps(server), server, timeoutMs),
      ),
  };
}
