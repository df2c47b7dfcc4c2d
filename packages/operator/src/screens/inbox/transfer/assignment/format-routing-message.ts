import type { Message } from "@parlour/protocol";
import { t } from "../../../../ui/transfer/text.ts";

/**
 * Returns the text of system messages about transfers, invitations and blocks. Null for all others.
 */
export function routingMessageText({ line }: Message): string | null {
  const actorName = line?.by?.name ?? "";
  const targetName = line?.to?.name ?? "";
  const detail = line?.detail ?? "";
  const code = line?.code ?? "";
  switch (code) {
    case "transfer_offered":
      return detail === ""
        ? t("line.transfer_offered", { by: actorName, to: targetName })
        : t("line.transfer_offered.said", { by: actorName, to: targetName, detail });
    case "transferred":
      return detail === ""
        ? t("line.transferred", { by: actorName, to: targetName })
        : t("line.transferred.said", { by: actorName, to: targetName, detail });
    case "ladder_remind":
      return line?.to ? t("line.reminded", { to: targetName }) : null;
    case "assigned":
      return detail === ""
        ? t("line.assigned", { by: actorName, to: targetName })
        : t("line.assigned.said", { by: actorName, to: targetName, detail });
    case "transfer_accepted":
      return t("line.transfer_accepted", { by: actorName, to: targetName });
    case "transfer_refused":
      return detail === ""
        ? t("line.transfer_refused", { by: actorName })
        : t("line.transfer_refused.said", { by: actorName, detail });
    case "transfer_withdrawn":
      return t("line.transfer_withdrawn", { by: actorName, to: targetName });
    case "transfer_offline":
      return t("line.transfer_offline", { to: targetName });
    case "transfer_expired":
      return t("line.transfer_expired", { to: targetName });
    case "colleague_invited":
      return detail === ""
        ? t("line.colleague_invited", { by: actorName, to: targetName })
        : t("line.colleague_invited.said", { by: actorName, to: targetName, detail });
    case "blocked":
      return detail === ""
        ? t("line.blocked", { by: actorName })
        : t("line.blocked.said", { by: actorName, detail });
    case "reassign_nobody":
      return t("line.reassign_nobody", { by: actorName, n: Number(detail) });
    case "unblocked":
      return t("line.unblocked", { by: actorName });
    default:
      return null;
  }
}
