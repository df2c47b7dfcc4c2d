import type { Message } from "@parlour/protocol";
import { cachedOperatorName } from "../../../../state/inbox/operator-names.ts";
import { formatSystemMessage } from "../../../message/format-message.ts";
import { t } from "./assignment-text.ts";

/** The facts of a step. `to`: the recipients by name, or null if only their number `n` is shown. */
interface StepFacts {
  readonly message: Message;
  readonly by: string;
  readonly to: string | null;
  readonly n: number;
}

/** Describes a step of a routing in the current language. */
export function routingStepText(message: Message): string {
  const { line } = message;
  const target = line?.to?.name ?? "";
  const eligible = line?.assignment?.eligible ?? [];
  const describe = stepTexts[line?.code ?? ""];
  if (describe === undefined) return formatSystemMessage(message);
  return describe({
    message,
    by: line?.by?.name ?? "",
    to: target === "" ? listNames(eligible) : target,
    n: eligible.length,
  });
}

const formatEscalation = ({ to, n }: StepFacts): string =>
  to === null ? t("line.ladder", { n }) : t("line.ladder.one", { to });

const stepTexts: Readonly<Partial<Record<string, (facts: StepFacts) => string>>> = {
  offered: ({ to, n }) => (to === null ? t("line.offered", { n }) : t("line.offered.one", { to })),
  offer_passed: ({ by, to, n }) =>
    to === null ? t("line.offer_passed", { by, n }) : t("line.offer_passed.one", { by, to }),
  ladder_next: formatEscalation,
  ladder_department: formatEscalation,
  ladder_channel: formatEscalation,
  ladder_push: ({ n }) => t("line.ladder_push", { n }),
  ladder_mail: ({ n }) => t("line.ladder_mail", { n }),
  ladder_visitor: () => t("line.ladder_visitor"),
  ladder_remind: ({ n }) => t("line.ladder_remind", { n }),
  reassigned: ({ by, message }) => t("line.reassigned", { by, n: Number(message.line?.detail) }),
  owner_gone: ({ by, message }) => (by === "" ? message.text : t("line.owner_gone", { by })),
};

/** Maximum number of operators listed by name. For more, their number is shown. */
const maxListedNames = 3;

/** Returns names such as "Ann, Max". Null if too many, or not all are loaded. */
function listNames(ids: readonly number[]): string | null {
  if (ids.length === 0 || ids.length > maxListedNames) return null;
  const names = ids.flatMap((id) => cachedOperatorName(id) ?? []);
  return names.length === ids.length ? names.join(", ") : null;
}
