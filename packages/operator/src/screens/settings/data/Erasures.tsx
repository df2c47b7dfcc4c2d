import type { Erasure } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../state/api.ts";
import { Failure } from "../../../ui/Failure.tsx";
import { exactTime } from "../../../ui/Time.tsx";
import { t } from "./text.ts";

/** The proof: who was erased, what went, and who outside had received something (CORE-116). */
export function Erasures() {
  const { data, error, isPending, refetch } = useQuery({ queryKey: ["erasures"], queryFn: () => api.get<{ items: Erasure[] }>("/erasures") });
  return (
    <section className="group" aria-labelledby="g-erased" aria-busy={isPending}>
      <h2 id="g-erased">{t("data.erased")}</h2>
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && <p className="hint">{t("data.erased.none")}</p>}
      {data?.items.map((one) => (
        <details key={one.id}>
          <summary>
            {t("data.erased.row", { n: one.number })} ·{" "}
            {one.done_at === null ? t("data.erased.going") : t("data.erased.by", { name: one.by?.name ?? "parlour", time: exactTime(one.done_at) })}
          </summary>
          <p>
            {t("data.erased.counts", {
              messages: one.counts["messages"] ?? 0,
              files: one.counts["files"] ?? 0,
              visits: one.counts["visits"] ?? 0,
            })}
          </p>
          <p>{t(one.received.length === 0 ? "data.erased.nowhere" : "data.erased.outside")}</p>
          <ul>
            {one.received.map((at) => (
              <li key={at.endpoint_id}>
                {t("data.erased.endpoint", {
                  kind: at.kind,
                  name: at.name ?? at.url,
                  n: at.count,
                  first: exactTime(at.first_at),
                  last: exactTime(at.last_at),
                })}
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}
