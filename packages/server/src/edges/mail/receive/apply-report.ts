import type { ConnectorChannel } from "../../../connectors/connector.ts";
import type { ExternalMessages } from "../../../connectors/external-messages.ts";
import type { IgnoredReason } from "../../../connectors/ignored-emails.ts";
import type { Inbox } from "../../../connectors/inbox.ts";
import type { ParsedMail } from "../parse/types.ts";
import { toPartId } from "../send/driver.ts";

export interface ApplyReportDeps {
  readonly inbox: Pick<Inbox, "fail">;
  readonly messages: Pick<ExternalMessages, "find">;
}

/**
 * Marks the messages of a mail as not delivered (MAIL-037). Resolves with null, or with why the
 * report concerns no message.
 */
export async function applyReport(
  { inbox, messages }: ApplyReportDeps,
  channel: ConnectorChannel,
  { report }: Pick<ParsedMail, "report">,
): Promise<IgnoredReason | null> {
  const failed = report?.recipients.find(({ action }) => action === "failed");
  if (failed === undefined) return "no_failure";
  const messageId = report?.originalMessageId ?? null;
  if (messageId === null) return "unknown_report";
  const code = failed.status ?? "bounced";
  // An email can have several recipients, so the reason names the address.
  const message =
    failed.diagnostic === null
      ? `The email could not be delivered to ${failed.address}.`
      : `${failed.address}: ${failed.diagnostic}`;
  for (let n = 0; ; n++) {
    const externalId = toPartId(messageId, n);
    if ((await messages.find(channel, externalId)) === null)
      return n === 0 ? "unknown_report" : null;
    await inbox.fail(channel, { externalId, code, message });
  }
}
