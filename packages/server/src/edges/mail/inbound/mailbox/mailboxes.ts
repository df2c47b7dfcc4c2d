import { createChannelJobs } from "../../../../connectors/inbound/channel-jobs.ts";
import type { ConnectorChannel } from "../../../../connectors/connector.ts";
import type { ServicePort } from "../../../../connectors/ports.ts";
import { handleMail, type HandleMailDeps } from "../handle-mail.ts";
import type { ImapConnectionDeps } from "../../service/imap-connection.ts";
import { startImapMailbox, type ImapMailbox, type MailboxPosition } from "./imap-mailbox.ts";
import { parseMailSettings, type ImapSettings } from "../../settings.ts";

export type MailboxesDeps = Omit<ServicePort, "egress" | "limits"> &
  ImapConnectionDeps & { readonly handle: HandleMailDeps };

export interface Mailboxes {
  /** Starts, changes and ends reading for the channels of which this node is responsible. */
  synchronize(channels: readonly ConnectorChannel[]): void;
  /** Resolves when all mails that are being stored are stored. */
  close(): Promise<void>;
}

/** Reads each mailbox at one node, so that its mails keep their order (MAIL-040). */
export function createMailboxes(deps: MailboxesDeps): Mailboxes {
  const jobs = createChannelJobs(deps.onFault);
  return {
    synchronize: (channels) =>
      jobs.synchronize(
        channels.flatMap((channel) => {
          const { imap } = parseMailSettings(channel);
          if (!channel.enabled || imap === null || !deps.isResponsible(`mail ${channel.id}`))
            return [];
          const start = (): ImapMailbox => openMailbox(deps, channel, imap);
          return [{ channelId: channel.id, key: toKey(channel), start }];
        }),
      ),
    close: () => jobs.close(),
  };
}

/**
 * Returns where the mailbox was when the settings of the channel were saved, or null if nobody
 * looked. Mails that arrived since then are read (MAIL-040).
 */
function toFirstPosition({ info }: ConnectorChannel, now: number): MailboxPosition | null {
  const uidValidity = info["uid_validity"];
  const uidNext = info["uid_next"];
  return typeof uidValidity === "string" && typeof uidNext === "number"
    ? { uidValidity, lastUid: uidNext - 1, lastAt: now }
    : null;
}

/** A mailbox is opened again if anything of its channel has changed. */
const toKey = ({ name, settings, secrets }: ConnectorChannel): string =>
  JSON.stringify([name, settings, secrets]);

function openMailbox(
  deps: MailboxesDeps,
  channel: ConnectorChannel,
  imap: ImapSettings,
): ImapMailbox {
  const { handle, states, log } = deps;
  const source = `imap://${imap.host}:${imap.port}/${encodeURIComponent(imap.mailbox)}`;
  // What another node, or this one with other settings, reported is unknown here.
  let lastMessage: string | null | undefined;
  const report = (code: string, message: string, rule: string): void =>
    deps.record(channel, {
      method: "MAIL",
      url: source,
      headers: {},
      body: null,
      status: 0,
      durationMs: 0,
      fault: { code, message, rule },
      requestId: "",
    });
  return startImapMailbox(
    {
      ...deps,
      maxMailBytes: handle.maxMailBytes,
      loadPosition: async () =>
        (await states.load<MailboxPosition>(channel)) ?? toFirstPosition(channel, deps.clock.now()),
      savePosition: (position) => states.save(channel, position),
      receive: (raw) => handleMail(handle, channel, { raw, recipients: [], source }),
      onUnread: (code, detail) => report(code, detail, "MAIL-043"),
      onHealth(failure) {
        const message = failure?.message ?? null;
        if (message === lastMessage) return;
        lastMessage = message;
        states.report(channel, failure).catch(deps.onFault);
        const fields = { account: channel.account, channel: channel.id };
        if (message === null) return log.info(fields, "mailbox.read");
        log.warn({ ...fields, reason: message }, "mailbox.unavailable");
        report("mailbox_unavailable", message, "MAIL-044");
      },
    },
    imap,
  );
}
