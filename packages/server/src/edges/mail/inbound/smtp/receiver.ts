import type { ConnectorChannel, ListedChannel } from "../../../../connectors/connector.ts";
import { Refusal } from "../../../../core/failure.ts";
import { parseRecipient } from "../../format/reply-address.ts";
import { handleMail, type HandleMailDeps } from "../handle-mail.ts";
import {
  startSmtpReceiver,
  type ReceivedMail,
  type SmtpAnswer,
  type SmtpListenAddress,
  type SmtpReceiver,
  type SmtpServerDeps,
} from "./smtp-receiver.ts";
import { parseMailSettings } from "../../settings.ts";

export interface ReceiverDeps extends SmtpServerDeps {
  readonly handle: HandleMailDeps;
  readonly log: Record<"info" | "warn", (fields: object, message: string) => void>;
}

/** The SMTP receiver of this node with the channels that it receives for. */
export interface Receiver {
  synchronize(channels: readonly ListedChannel[]): void;
  close(): Promise<void>;
}

/** Pause in ms before the receiver is started again if its port is in use. */
const startRetryMs = 10_000;

/**
 * Receives mails for all channels without a mailbox (MAIL-050). It listens from the first
 * synchronisation on, at every node.
 */
export function createReceiver(deps: ReceiverDeps, address: SmtpListenAddress): Receiver {
  let channels: readonly ConnectorChannel[] = [];
  let receiver: SmtpReceiver | null = null;
  let starting: Promise<void> | null = null;
  let cancelRetry = (): void => undefined;
  const findChannel = (recipient: string): ConnectorChannel | undefined =>
    channels.find(
      (channel) => parseRecipient(parseMailSettings(channel).address, recipient) !== null,
    );
  const start = (): Promise<void> =>
    startSmtpReceiver(
      {
        ...deps,
        isRecipient: (recipient) => Promise.resolve(findChannel(recipient) !== undefined),
        receive: (mail) => receive(deps.handle, mail, findChannel),
        onRefused: ({ recipients, clientAddress }, { status, text }) => {
          for (const channel of groupByChannel(recipients, findChannel).keys())
            deps.handle.record(channel, {
              method: "MAIL",
              url: `smtp://${clientAddress}`,
              headers: { to: recipients.join(", ") },
              body: null,
              status,
              durationMs: 0,
              fault: { code: "mail_refused", message: text, rule: "MAIL-052" },
              requestId: "",
            });
        },
      },
      address,
    ).then(
      (started) => {
        receiver = started;
        deps.log.info({ host: address.host, port: started.port }, "mail.receiver_started");
      },
      (error: unknown) => {
        deps.log.warn({ err: error, port: address.port }, "mail.receiver_not_started");
        cancelRetry = deps.clock.scheduleAt(deps.clock.now() + startRetryMs, () => {
          starting = start();
        });
      },
    );
  return {
    synchronize(list) {
      channels = list.filter(
        (channel) =>
          channel.enabled &&
          // Nobody else may receive the mails of an address (MAIL-090).
          channel.addressState === "proved" &&
          parseMailSettings(channel).imap === null,
      );
      starting ??= start();
    },
    async close() {
      await starting;
      cancelRetry();
      await receiver?.close();
    },
  };
}

function groupByChannel(
  recipients: readonly string[],
  findChannel: (recipient: string) => ConnectorChannel | undefined,
): ReadonlyMap<ConnectorChannel, readonly string[]> {
  const groups = new Map<ConnectorChannel, string[]>();
  for (const recipient of recipients) {
    const channel = findChannel(recipient);
    if (channel !== undefined) groups.set(channel, [...(groups.get(channel) ?? []), recipient]);
  }
  return groups;
}

/**
 * Stores a mail in each channel among its recipients. If one of them cannot store it now, the
 * server sends it again, and the others recognise it by its Message-ID.
 */
async function receive(
  deps: HandleMailDeps,
  { raw, recipients, clientAddress }: ReceivedMail,
  findChannel: (recipient: string) => ConnectorChannel | undefined,
): Promise<SmtpAnswer | null> {
  const source = `smtp://${clientAddress}`;
  try {
    for (const [channel, own] of groupByChannel(recipients, findChannel))
      await handleMail(deps, channel, { raw, recipients: own, client: clientAddress, source });
    return null;
  } catch (error) {
    if (error instanceof Refusal) return { status: 451, text: error.failure.message };
    throw error;
  }
}
