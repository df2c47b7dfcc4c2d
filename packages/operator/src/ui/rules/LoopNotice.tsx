import type { Rule } from "@parlour/protocol/api";
import type { RuleActions, RuleStart } from "@parlour/protocol/automation/rule";
import { canStart } from "@parlour/protocol/automation/self-start";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../state/api/api.ts";
import { Banner } from "../badges.tsx";
import { t } from "./text.ts";

interface LoopNoticeProps {
  readonly rule: { readonly name: string; readonly when: RuleStart; readonly do: RuleActions };
}

/** Says which other rules a rule can start and be started by (RULE-042). */
export function LoopNotice({ rule }: LoopNoticeProps) {
  const query = useQuery({ queryKey: ["rules"], queryFn: () => api.list<Rule>("/rules") });
  const others = (query.data ?? []).filter(
    (other) =>
      other.enabled && other.name !== rule.name && canStart(rule, other) && canStart(other, rule),
  );
  if (others.length === 0) return null;
  return (
    <Banner tone="warn">
      {others.map((other) => (
        <p key={other.id}>{t("loop.both", { name: rule.name, other: other.name })}</p>
      ))}
      <p>{t("loop.limit")}</p>
    </Banner>
  );
}
