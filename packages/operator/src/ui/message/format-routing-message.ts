import type { Message } from "@parlour/protocol";
import { t } from "../transfer/text.ts";
import { getLineAuthor } from "./line-author.ts";

/** Names of the operator who acted and of the recipient, and what the operator wrote about it. */
type LineFacts = Readonly<Record<"by" | "to" | "detail", string>>;

/** Returns the text of system messages about transfers, invitations and blocks, or null. */
export function routingMessageText(message: Message): string | null {
  const { line } = message;
  const facts = {
    by: getLineAuthor(message),
    to: line?.to?.name ?? "",
    detail: line?.detail ?? "",
  };
  return lineTexts[line?.code ?? ""]?.(facts, message) ?? null;
}

type DetailCode =
  | "transfer_offered"
  | "transferred"
  | "assigned"
  | "transfer_refused"
  | "colleague_invited"
  | "blocked";
/** Formats a line whose text has a second form if the operator wrote a detail. */
const withDetail = (code: DetailCode) => (facts: LineFacts) =>
  facts.detail === "" ? t(`line.${code}`, facts) : t(`line.${code}.said`, facts);

/** The text of each code. */
const lineTexts: Readonly<
  Partial<Record<string, (facts: LineFacts, message: Message) => string | null>>
> = {
  transfer_offered: withDetail("transfer_offered"),
  transferred: withDetail("transferred"),
  transferred_to_bot: withDetail("transferred"),
  ladder_remind: ({ to }, { line }) => (line?.to ? t("line.assignee_reminded", { to }) : null),
  assigned: withDetail("assigned"),
  transfer_accepted: (facts) => t("line.transfer_accepted", facts),
  transfer_refused: withDetail("transfer_refused"),
  transfer_withdrawn: (facts) => t("line.transfer_withdrawn", facts),
  transfer_offline: (facts) => t("line.transfer_offline", facts),
  transfer_expired: (facts) => t("line.transfer_expired", facts),
  colleague_invited: withDetail("colleague_invited"),
  blocked: withDetail("blocked"),
  reassign_nobody: ({ by, detail }) => t("line.reassign_nobody", { by, n: Number(detail) }),
  unblocked: (facts) => t("line.unblocked", facts),
};
