import type { ConnectorChannel } from "../../../connectors/connector.ts";
import type { MailConversationsPort } from "../../../connectors/mail-ports.ts";
import type { Outbox } from "../../../connectors/ports.ts";
import type { IgnoredReason } from "../../../connectors/ignored-emails.ts";
import type { FailedRecipients } from "../../../core/delivery/failed-recipients.ts";
import type { Message } from "../../../core/entity.ts";
import type { ParsedMail, ReportedRecipient } from "../format/parse/types.ts";
import { parseMessageIdSeries } from "../format/compose-answer.ts";
import { toPartId } from "../outbound/driver.ts";

export interface ApplyReportDeps {
  readonly outbox: Outbox;
  readonly readMessages: MailConversationsPort["readMessages"];
}

/**
 * Marks the messages of a mail as not delivered to the reported recipients (MAIL-037, MAIL-142).
 * Resolves with null, or with why the report concerns no message.
 */
export async function applyReport(
  deps: ApplyReportDeps,
  channel: ConnectorChannel,
  { report }: ParsedMail,
): Promise<IgnoredReason | null> {
  const reported = report?.recipients.filter(({ action }) => action === "failed") ?? [];
  const [first] = reported;
  if (first === undefined) return "no_failure";
  const messageId = report?.originalMessageId ?? null;
  if (messageId === null) return "unknown_report";
  for (let n = 0; ; n++) {
    const externalId = toPartId(messageId, n);
    const found = await deps.outbox.messages.find(channel, externalId);
    if (found === null) return n === 0 ? "unknown_report" : null;
    const { chatId, seq } = found;
    const [message] = await deps.readMessages(channel.account, chatId, [seq]);
    const recipients = findRecipients(message, reported);
    await deps.outbox.fail(channel, {
      externalId,
      code: first.status ?? "bounced",
      message: toReason(first),
      series: parseMessageIdSeries(messageId),
      recipients: recipients ?? undefined,
    });
  }
}

/** An email can have several recipients, so the reason names the address (MAIL-154). */
const toReason = ({ address, diagnostic }: ReportedRecipient): string =>
  diagnostic === null
    ? `The email could not be delivered to ${address}.`
    : `${address}: ${diagnostic}`;

/**
 * Returns which of several recipients of the message the report names. null: all, because there is
 * one only, or the report names none of them, as after a redirection.
 */
function findRecipients(
  message: Message | undefined,
  reported: readonly ReportedRecipient[],
): FailedRecipients | null {
  if (message?.email === undefined) return null;
  const { to, cc, bcc } = message.email;
  const addresses = new Set([...to, ...cc, ...bcc].map(({ address }) => address.toLowerCase()));
  if (addresses.size < 2) return null;
  const failures = reported.flatMap((recipient) => {
    const names = [recipient.address, recipient.original ?? ""].map((name) => name.toLowerCase());
    const address = names.find((name) => addresses.has(name));
    if (address === undefined) return [];
    const { status, diagnostic } = recipient;
    return [
      [address, { code: status ?? "bounced", message: diagnostic ?? "", state: "failed" }] as const,
    ];
  });
  return failures.length === 0 ? null : Object.fromEntries(failures);
}
