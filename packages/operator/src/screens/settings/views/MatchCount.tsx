// oxlint-disable jsx-a11y/prefer-tag-over-role -- an output would be announced with its label.
import { maxViewCount, type ViewCount } from "@parlour/protocol/api";
import type { Condition } from "@parlour/protocol/conditions/condition";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "../../../state/api/api.ts";
import { browserClock } from "../../../state/clock.ts";
import { t } from "./text.ts";

/** Time without a change after which the chats are counted, in ms. */
const countDelayMs = 500;

/** The number of chats that match a condition now (VIEW-010). */
export function MatchCount({ condition }: { readonly condition: Condition }) {
  const [counted, setCounted] = useState(condition);
  useEffect(() => browserClock.after(countDelayMs, () => setCounted(condition)), [condition]);
  const { data, error } = useQuery({
    queryKey: ["views", "count", counted],
    queryFn: () => api.post<ViewCount>("/views/count", { if: counted }),
    retry: 0,
    placeholderData: (earlier) => earlier,
  });
  return (
    <span role="status" className="t13">
      {error ? t("savedview.count.failed") : data && formatCount(data)}
    </span>
  );
}

function formatCount({ count, complete }: ViewCount): string {
  if (count === null) return t("savedview.count.unknown");
  if (count >= maxViewCount) return t("savedview.count.many");
  return t(complete ? "savedview.count" : "savedview.count.least", { n: count });
}
