// oxlint-disable jsx-a11y/prefer-tag-over-role -- an output would be announced with its label.
import { maxViewCount, type ViewCount } from "@parlour/protocol/api";
import type { Condition } from "@parlour/protocol/conditions/condition";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "../../../state/api/api.ts";
import { browserClock } from "../../../state/clock.ts";
import type { ConditionObject } from "../../../ui/conditions/use-fact-catalogue.ts";
import { t } from "./text.ts";

/** Time without a change after which the chats are counted, in ms. */
const countDelayMs = 500;

interface MatchCountProps {
  readonly of: ConditionObject;
  readonly condition: Condition;
}

/** The number of chats or visitors that match a condition now (VIEW-010, SEG-004). */
export function MatchCount({ of, condition }: MatchCountProps) {
  const [counted, setCounted] = useState(condition);
  useEffect(() => browserClock.after(countDelayMs, () => setCounted(condition)), [condition]);
  const { data, error } = useQuery({
    queryKey: [of, "count", counted],
    queryFn: () => api.post<ViewCount>(countPaths[of], { if: counted }),
    retry: 0,
    placeholderData: (earlier) => earlier,
  });
  return (
    <span role="status" className="t13">
      {error ? t(`count.${of}.failed`) : data && formatCount(of, data)}
    </span>
  );
}

const countPaths = { chat: "/views/count", visitor: "/segments/count" };

function formatCount(of: ConditionObject, { count, complete }: ViewCount): string {
  if (count === null) return t("count.unknown");
  if (count >= maxViewCount) return t(`count.${of}.many`);
  return t(complete ? `count.${of}` : `count.${of}.least`, { n: count });
}
