import type { Message } from "@parlour/protocol";
import { cachedOperatorName } from "../../../../state/inbox/operator-names.ts";
import { formatSystemMessage } from "../../format.ts";
import { t } from "./assignment-text.ts";

/** Describes a step of a routing in the current language. */
export function routingStepText(message: Message): string {
  const { line } = message;
  const actorName = line?.by?.name ?? "";
  const targetName = line?.to?.name ?? "";
  const eligible = line?.assignment?.eligible ?? [];
  const n = eligible.length;
  const recipientNames = targetName === "" ? listNames(eligible) : targetName;
  switch (line?.code ?? "") {
    case "offered":
      return recipientNames === null
        ? t("line.offered", { n })
        : t("line.offered.one", { to: recipientNames });
    case "offer_passed":
      return recipientNames === null
        ? t("line.offer_passed", { by: actorName, n })
        : t("line.offer_passed.one", { by: actorName, to: recipientNames });
    case "ladder_next":
    case "ladder_department":
    case "ladder_channel":
      return recipientNames === null
        ? t("line.ladder", { n })
        : t("line.ladder.one", { to: recipientNames });
    case "ladder_push":
      return t("line.ladder_push", { n });
    case "ladder_mail":
      return t("line.ladder_mail", { n });
    case "ladder_visitor":
      return t("line.ladder_visitor");
    case "ladder_remind":
      return t("line.ladder_remind", { n });
    case "reassigned":
      return t("line.reassigned", { by: actorName, n: Number(line?.detail) });
    case "owner_gone":
      return actorName === "" ? message.text : t("line.owner_gone", { by: actorName });
    default:
      return formatSystemMessage(message);
  }
}

/** Maximum number of operators listed by name. For more, their number is shown. */
const maxListedNames = 3;

/**
 * Returns names such as "Ann, Max". Null if there are too many, or if not all of them are loaded.
 */
function listNames(ids: readonly number[]): string | null {
  if (ids.length === 0 || ids.length > maxListedNames) return null;
  const names = ids.flatMap((id) => cachedOperatorName(id) ?? []);
  return names.length === ids.length ? names.join(", ") : null;
}
