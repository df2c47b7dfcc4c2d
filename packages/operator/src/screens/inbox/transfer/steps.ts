import type { Message } from "@parlour/protocol";
import { knownName } from "../people.ts";
import { systemText } from "../words.ts";
import { t } from "./why-text.ts";

/** Describes a step of a routing in the current language. */
export function stepText(message: Message): string {
  const { line } = message;
  const by = line?.by?.name ?? "";
  const to = line?.to?.name ?? "";
  const asked = line?.assignment?.eligible ?? [];
  const n = asked.length;
  const named = to === "" ? namesOf(asked) : to;
  switch (line?.code ?? "") {
    case "offered":
      return named === null ? t("line.offered", { n }) : t("line.offered.one", { to: named });
    case "offer_passed":
      return named === null ? t("line.offer_passed", { by, n }) : t("line.offer_passed.one", { by, to: named });
    case "ladder_next":
    case "ladder_department":
    case "ladder_channel":
      return named === null ? t("line.ladder", { n }) : t("line.ladder.one", { to: named });
    case "ladder_push":
      return t("line.ladder_push", { n });
    case "ladder_mail":
      return t("line.ladder_mail", { n });
    case "ladder_visitor":
      return t("line.ladder_visitor");
    case "ladder_remind":
      return t("line.ladder_remind", { n });
    case "reassigned":
      return t("line.reassigned", { by, n: Number(line?.detail) });
    case "owner_gone":
      return by === "" ? message.text : t("line.owner_gone", { by });
    default:
      return systemText(message);
  }
}

/** Above this, names are replaced by their number. */
const mostNamed = 3;

/** Returns names such as "Ann, Max" if they are few and all loaded. Otherwise null. */
function namesOf(ids: readonly number[]): string | null {
  if (ids.length === 0 || ids.length > mostNamed) return null;
  const names = ids.flatMap((id) => knownName(id) ?? []);
  return names.length === ids.length ? names.join(", ") : null;
}
