import type { Message } from "@parlour/protocol";
import { knownName } from "../people.ts";
import { t } from "./text.ts";

/** System lines of offers, transfers, invitations and blocks in words of this language; null for every other one. */
export function deskLine({ line }: Message): string | null {
  const by = line?.by?.name ?? "";
  const to = line?.to?.name ?? "";
  const detail = line?.detail ?? "";
  const code = line?.code ?? "";
  const asked = line?.assignment?.eligible ?? [];
  const n = asked.length;
  const named = to === "" ? namesOf(asked) : to;
  switch (code) {
    case "transfer_offered":
      return detail === "" ? t("line.transfer_offered", { by, to }) : t("line.transfer_offered.said", { by, to, detail });
    case "transferred":
      return detail === "" ? t("line.transferred", { by, to }) : t("line.transferred.said", { by, to, detail });
    case "transfer_accepted":
      return t("line.transfer_accepted", { by, to });
    case "transfer_refused":
      return detail === "" ? t("line.transfer_refused", { by }) : t("line.transfer_refused.said", { by, detail });
    case "transfer_expired":
      return t("line.transfer_expired", { to });
    case "colleague_invited":
      return detail === "" ? t("line.colleague_invited", { by, to }) : t("line.colleague_invited.said", { by, to, detail });
    case "blocked":
      return detail === "" ? t("line.blocked", { by }) : t("line.blocked.said", { by, detail });
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
    case "owner_gone":
      return by === "" ? null : t("line.owner_gone", { by });
    case "unblocked":
      return t("line.unblocked", { by });
    default:
      return null;
  }
}

/** More names than this are counted. */
const mostNamed = 3;

/** "Ann, Max" when they are few and known here; else null. */
function namesOf(ids: readonly number[]): string | null {
  if (ids.length === 0 || ids.length > mostNamed) return null;
  const names = ids.flatMap((id) => knownName(id) ?? []);
  return names.length === ids.length ? names.join(", ") : null;
}
