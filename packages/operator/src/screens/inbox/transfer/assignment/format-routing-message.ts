import type { Message } from "@parlour/protocol";
import { t } from "../../../../ui/transfer/text.ts";

/** What a system message says: who did something, to whom, and a text. */
type LineFacts = Readonly<Record<"by" | "to" | "detail", string>>;

/**
 * Returns the text of system messages about transfers, invitations and blocks. Null for all others.
 */
export function routingMessageText(message: Message): string | null {
  const { line } = message;
  const facts = {
    by: line?.by?.name ?? "",
    to: line?.to?.name ?? "",
    detail: line?.detail ?? "",
  };
  return lineTexts[line?.code ?? ""]?.(facts, message) ?? null;
}

/** The text of each code. A detail is what somebody wrote about it. */
const lineTexts: Readonly<
  Partial<Record<string, (facts: LineFacts, message: Message) => string | null>>
> = {
  transfer_offered: (facts) =>
    facts.detail === ""
      ? t("line.transfer_offered", facts)
      : t("line.transfer_offered.said", facts),
  transferred: (facts) =>
    facts.detail === "" ? t("line.transferred", facts) : t("line.transferred.said", facts),
  ladder_remind: ({ to }, { line }) => (line?.to ? t("line.reminded", { to }) : null),
  assigned: (facts) =>
    facts.detail === "" ? t("line.assigned", facts) : t("line.assigned.said", facts),
  transfer_accepted: (facts) => t("line.transfer_accepted", facts),
  transfer_refused: (facts) =>
    facts.detail === ""
      ? t("line.transfer_refused", facts)
      : t("line.transfer_refused.said", facts),
  transfer_withdrawn: (facts) => t("line.transfer_withdrawn", facts),
  transfer_offline: (facts) => t("line.transfer_offline", facts),
  transfer_expired: (facts) => t("line.transfer_expired", facts),
  colleague_invited: (facts) =>
    facts.detail === ""
      ? t("line.colleague_invited", facts)
      : t("line.colleague_invited.said", facts),
  blocked: (facts) =>
    facts.detail === "" ? t("line.blocked", facts) : t("line.blocked.said", facts),
  reassign_nobody: ({ by, detail }) => t("line.reassign_nobody", { by, n: Number(detail) }),
  unblocked: (facts) => t("line.unblocked", facts),
};
