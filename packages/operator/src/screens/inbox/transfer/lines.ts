import type { Message } from "@parlour/protocol";
import { t } from "./text.ts";

/**
 * Returns the text of system messages about transfers, invitations and blocks. Null for all others.
 */
export function deskLine({ line }: Message): string | null {
  const by = line?.by?.name ?? "";
  const to = line?.to?.name ?? "";
  const detail = line?.detail ?? "";
  const code = line?.code ?? "";
  switch (code) {
    case "transfer_offered":
      return detail === "" ? t("line.transfer_offered", { by, to }) : t("line.transfer_offered.said", { by, to, detail });
    case "transferred":
      return detail === "" ? t("line.transferred", { by, to }) : t("line.transferred.said", { by, to, detail });
    case "transfer_accepted":
      return t("line.transfer_accepted", { by, to });
    case "transfer_refused":
      return detail === "" ? t("line.transfer_refused", { by }) : t("line.transfer_refused.said", { by, detail });
    case "transfer_withdrawn":
      return t("line.transfer_withdrawn", { by, to });
    case "transfer_offline":
      return t("line.transfer_offline", { to });
    case "transfer_expired":
      return t("line.transfer_expired", { to });
    case "colleague_invited":
      return detail === "" ? t("line.colleague_invited", { by, to }) : t("line.colleague_invited.said", { by, to, detail });
    case "blocked":
      return detail === "" ? t("line.blocked", { by }) : t("line.blocked.said", { by, detail });
    case "reassign_nobody":
      return t("line.reassign_nobody", { by, n: Number(detail) });
    case "unblocked":
      return t("line.unblocked", { by });
    default:
      return null;
  }
}
