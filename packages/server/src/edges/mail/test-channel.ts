import { omitAbsent } from "@parlour/protocol/omit-absent";
import { randomBytes } from "node:crypto";
import type {
  ChannelDraft,
  ConnectorChannel,
  ConnectorTest,
  DirectionTest,
  ListedChannel,
} from "../../connectors/connector.ts";
import type { MailPorts } from "../../connectors/mail-ports.ts";
import type { ServicePort } from "../../connectors/ports.ts";
import { pause } from "../../core/pause.ts";
import { describeMailResult } from "../../mail/error-text.ts";
import { admitPermitted } from "../../mail/gate/mail-gate.ts";
import type { MailDraft, MailServer } from "../../mail/settings.ts";
import { toMessageId } from "../../mail/smtp.ts";
import { renderLayout } from "../../mail/templates/layout.ts";
import { findAddressProblem } from "./inbound/address-problem.ts";
import { readMailbox, requireUsableSettings, type InstallationServers } from "./check-settings.ts";
import { getNotice } from "./notices.ts";
import type { DeriveMarker } from "./format/marker.ts";
import { addToken } from "./format/reply-address.ts";
import {
  describeImapError,
  openImapConnection,
  type ImapConnectionDeps,
} from "./service/imap-connection.ts";
import type { SendMail } from "./outbound/driver.ts";
import {
  canReceive,
  canSend,
  parseMailSettings,
  selectServer,
  type ImapSettings,
  type MailSettings,
} from "./settings.ts";

export interface TestChannelDeps extends ImapConnectionDeps {
  readonly clock: ServicePort["clock"];
  readonly states: ServicePort["states"];
  readonly maxMailBytes: number;
  readonly installationServer: () => MailServer | null;
  readonly send: SendMail;
  readonly deriveMarker: DeriveMarker;
  readonly gate: MailPorts["gate"];
}

/**
 * Times in ms: to send the test mail, and to wait for it afterwards. Before a channel is created,
 * the wait is longer, because a slow mail server should not look like a wrong setting.
 */
const sendTimeoutMs = 8_000;
const arrivalTimeoutMs = 12_000;
const draftArrivalTimeoutMs = 20_000;
const pollMs = 500;

/** State of a channel that receives by SMTP: the test mail that arrived last. */
interface ReceiverState {
  readonly testId: string;
}
/** Message-IDs of test mails. */
const testIdPattern = /^test\.[0-9a-f]{32}@/;

/**
 * Sends a mail from the channel to its own address and waits until it arrives (MAIL-072). With
 * reply addresses, the mail goes to one, because some mail servers do not know addresses with a
 * `+`.
 */
export async function testMailChannel(
  deps: TestChannelDeps,
  channel: ListedChannel,
  waitMs = arrivalTimeoutMs,
): Promise<ConnectorTest> {
  const settings = parseMailSettings(channel);
  const { id, outbound } = await sendTestMail(deps, channel, settings);
  if (!outbound.ok) return { outbound, inbound: notSent };
  const problem = findAddressProblem(channel);
  if (problem !== null && !canReceive(channel))
    return { outbound, inbound: { ok: false, ...problem } };
  const messageId = toMessageId(id, settings.address);
  const endAt = deps.clock.now() + waitMs;
  const inbound =
    settings.imap === null
      ? await waitForReceiver(deps, channel, { messageId, endAt })
      : await waitInMailbox(deps, settings.imap, { messageId, endAt });
  return { outbound, inbound: inbound ?? describeMissing(settings, waitMs) };
}

/** Sends the mail of a test. `id`: the first part of its Message-ID. */
async function sendTestMail(
  deps: TestChannelDeps,
  channel: ListedChannel,
  settings: MailSettings,
): Promise<{ readonly id: string; readonly outbound: DirectionTest }> {
  const id = `test.${randomBytes(16).toString("hex")}`;
  const problem = findAddressProblem(channel);
  if (problem !== null && !canSend(settings, channel))
    return { id, outbound: { ok: false, ...problem } };
  const server = selectServer(settings, deps.installationServer());
  if (server === null) return { id, outbound: { ok: false, ...getNotice("no_server") } };
  const result = await deps.send(
    server,
    {
      ...createTestMail(channel, settings, id),
      pass: await admitPermitted(deps.gate, {
        kind: "channel_test",
        account: channel.account,
        to: [settings.address],
      }),
      marker: deps.deriveMarker(channel),
    },
    sendTimeoutMs,
  );
  const outbound: DirectionTest = {
    ok: result.outcome === "delivered",
    code: `smtp.${result.step}`,
    values: {
      host: server.host,
      port: String(server.port),
      user: server.user ?? "",
      reply: result.reply ?? "",
    },
    message: describeMailResult(result, server),
  };
  return { id, outbound };
}
/**
 * Tests settings before a channel has them (MAIL-121): reads the state of the mailbox, sends a mail
 * and waits for it. The SMTP receiver takes mails only for channels that exist, so what it would
 * receive stays untested. Rejects with `invalid_request` if the settings are incomplete.
 */
export async function testMailSettings(
  deps: TestChannelDeps & InstallationServers,
  draft: ChannelDraft,
): Promise<ConnectorTest> {
  const { settings } = requireUsableSettings(deps, draft);
  const state = settings.imap === null ? null : await readMailbox(deps, settings.imap);
  if (state !== null && "problem" in state)
    return {
      outbound: { ok: false, ...getNotice("mailbox_first") },
      inbound: { ok: false, ...state.problem },
    };
  const channel = { ...draft, id: 0, kind: "mail", publicId: "", enabled: true } as const;
  const named = { ...channel, name: settings.address };
  if (settings.imap !== null) return testMailChannel(deps, named, draftArrivalTimeoutMs);
  const { outbound } = await sendTestMail(deps, named, settings);
  return { outbound, inbound: { ok: false, ...getNotice("after_creation") } };
}

/**
 * Notes that a test mail arrived by SMTP, which may be at another node than the one that waits for
 * it. Resolves with false if the mail is not a test.
 */
export async function takeTestMail(
  { states }: { readonly states: ServicePort["states"] },
  channel: ConnectorChannel,
  messageId: string,
): Promise<boolean> {
  if (!testIdPattern.test(messageId)) return false;
  if (parseMailSettings(channel).imap === null)
    await states.save(channel, { testId: messageId } satisfies ReceiverState);
  return true;
}

const notSent: DirectionTest = { ok: false, ...getNotice("not_sent") };
const arrived: DirectionTest = { ok: true, ...getNotice("arrived") };

function createTestMail(channel: ConnectorChannel, settings: MailSettings, id: string): MailDraft {
  const to = settings.usesReplyAddress ? addToken(settings.address, "test") : settings.address;
  return {
    ...renderLayout("Test of Parlour", [
      {
        kind: "line",
        text: `This mail tests the channel ${channel.name}. Nobody needs to read it.`,
      },
    ]),
    to: [to],
    messageId: id,
    isAutomatic: true,
  };
}

function describeMissing(
  { address, usesReplyAddress, imap }: MailSettings,
  waitMs: number,
): DirectionTest {
  const values = {
    address: usesReplyAddress ? addToken(address, "test") : address,
    seconds: String(waitMs / 1_000),
    ...omitAbsent({ folder: imap?.mailbox, user: imap?.user }),
  };
  const code = imap === null ? "missing_at_receiver" : "missing_in_mailbox";
  return { ok: false, ...getNotice(usesReplyAddress ? `${code}_plus` : code, values) };
}

/** A mail that should arrive before `endAt`, in ms since 1970. */
interface AwaitedMail {
  readonly messageId: string;
  readonly endAt: number;
}

async function waitForReceiver(
  { clock, states }: TestChannelDeps,
  channel: ConnectorChannel,
  { messageId, endAt }: AwaitedMail,
): Promise<DirectionTest | null> {
  for (;;) {
    if ((await states.load<ReceiverState>(channel))?.testId === messageId) return arrived;
    if (clock.now() >= endAt) return null;
    await pause(clock, pollMs);
  }
}

/**
 * Looks for the mail over a connection of its own, because another node may read the mailbox. The
 * mail is then marked as read, or moved as all mails are.
 */
async function waitInMailbox(
  deps: TestChannelDeps,
  imap: ImapSettings,
  { messageId, endAt }: AwaitedMail,
): Promise<DirectionTest | null> {
  const timeout = new AbortController();
  const { clock } = deps;
  const cancel = clock.scheduleAt(endAt + pollMs, () => timeout.abort(new Error("no answer")));
  try {
    const client = await openImapConnection(deps, imap, deps.maxMailBytes, timeout.signal);
    try {
      const folders = imap.moveTo === "" ? [imap.mailbox] : [imap.mailbox, imap.moveTo];
      for (;;) {
        for (const folder of folders) {
          await client.mailboxOpen(folder);
          const found = await client.search({ header: { "message-id": messageId } });
          if (Array.isArray(found) && found.length > 0) return arrived;
        }
        if (clock.now() >= endAt) return null;
        await pause(clock, pollMs);
      }
    } finally {
      client.close();
    }
  } catch (error) {
    return { ok: false, ...describeImapError(error, imap) };
  } finally {
    cancel();
  }
}
