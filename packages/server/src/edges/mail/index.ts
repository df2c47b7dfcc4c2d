import type { Connector, ConnectorDeps } from "../../connectors/connector.ts";
import { sendMail, type SmtpDeps } from "../../mail/smtp.ts";
import { createAddressProblems } from "./address-problem.ts";
import { checkMailSettings } from "./check-settings.ts";
import { findMailServers } from "./discover/find-servers.ts";
import { createMailOriginalRoutes } from "./original/index.ts";
import { readOriginal } from "./original/stored-original.ts";
import { createMailboxes } from "./mailboxes.ts";
import { createReceiver } from "./receiver.ts";
import { createMarkers } from "./marker.ts";
import { acceptIgnoredMail, type HandleMailDeps } from "./receive/handle-mail.ts";
import {
  createReplyAddress,
  createReplyTokens,
  parseRecipient,
  replyTokenPurpose,
} from "./reply-address.ts";
import { checkMailServer } from "./send/check-server.ts";
import { withAccessToken } from "./send/send-signed-in.ts";
import { createMailDriver, type SendMail } from "./send/driver.ts";
import { canReceive, parseMailSettings, type SelectedServer } from "./settings.ts";
import { takeTestMail, testMailChannel, testMailSettings } from "./test-channel.ts";

/** Maximum size of a mail, in bytes. */
const maxMailBytes = 30 * 1024 * 1024;

/** Creates the connector for mail: one address per channel (docs/spec/mail.md). */
export function createMailConnector(deps: ConnectorDeps): Connector {
  const { mail, publicUrl } = deps;
  const hostName = (): string => new URL(publicUrl()).hostname;
  const toSmtpDeps = ({ isOfInstallation }: SelectedServer): SmtpDeps => ({
    clock: deps.clock,
    connect: isOfInstallation ? deps.connect : mail.connect,
    greeting: hostName,
  });
  const send: SendMail = (selected, letter, timeoutMs) =>
    withAccessToken(mail, selected, (server) =>
      sendMail(toSmtpDeps(server), server, letter, timeoutMs),
    );
  const shared = {
    ...deps,
    ...mail,
    tokens: createReplyTokens(deps.derive(replyTokenPurpose)),
    deriveMarker: createMarkers(deps.derive),
    maxMailBytes,
    send,
  };
  const handle: HandleMailDeps = {
    ...shared,
    takeTest: (channel, messageId) => takeTestMail(deps, channel, messageId),
  };
  const mailboxes = createMailboxes({ ...shared, handle });
  const receiver =
    mail.listen === null ? null : createReceiver({ ...shared, hostName, handle }, mail.listen);
  const addressProblems = createAddressProblems(deps);
  return {
    kind: "mail",
    prepare: (settings, account) =>
      checkMailSettings(
        {
          ...shared,
          hasReceiver: receiver !== null,
          checkServer: (selected, timeoutMs) =>
            withAccessToken(mail, selected, (server) =>
              checkMailServer(toSmtpDeps(server), server, timeoutMs),
            ),
        },
        { ...settings, account },
      ),
    driver: createMailDriver({ ...shared, now: () => deps.clock.now() }),
    synchronize(channels) {
      addressProblems.synchronize(channels);
      mailboxes.synchronize(channels);
      receiver?.synchronize(channels);
    },
    routes: createMailOriginalRoutes({
      find: (token) => readOriginal(deps.files, token),
      filesUrl: mail.filesUrl,
    }),
    test: (channel) => testMailChannel(shared, channel),
    findSettings: async (address) => ({
      ...(await findMailServers(shared, address)),
      hasReceiver: receiver !== null,
      hasMailServer: mail.installationServer() !== null,
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
