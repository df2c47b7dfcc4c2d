import type { Erasure } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../state/api.ts";
import { fullTime } from "../../../ui/Time.tsx";
import { ReadGroup } from "../Group.tsx";
import { t } from "./text.ts";

/**
 * Lists the erasures: the visitor number, what was removed, and which endpoints had received data
 * (CORE-116).
 */
export function Erasures() {
  const read = useQuery({ queryKey: ["erasures"], queryFn: () => api.get<{ items: Erasure[] }>("/erasures") });
  return (
    <ReadGroup id="g-erased" title={t("data.erased")} read={read}>
      {(erasures) => (
        <>
          {erasures?.length === 0 && <p className="hint">{t("data.erased.none")}</p>}
          {erasures?.map((one) => (
            <Proof key={one.id} of={one} />
          ))}
        </>
      )}
    </ReadGroup>
  );
}

function Proof({ of: { number, done_at: at, by, counts, received } }: { of: Erasure }) {
  const { messages = 0, files = 0, visits = 0 } = counts;
  return (
    <details>
      <summary>
        {t("data.erased.row", { n: number })} ·{" "}
        {at === null ? t("data.erased.going") : t("data.erased.by", { name: by?.name ?? "parlour", time: fullTime(at) })}
      </summary>
      <p>{t("data.erased.counts", { messages, files, visits })}</p>
      <p>{t(received.length === 0 ? "data.erased.nowhere" : "data.erased.outside")}</p>
      <ul>
        {received.map((one) => (
          <li key={one.endpoint_id}>{endpointWords(one)}</li>
        ))}
      </ul>
    </details>
  );
}

function endpointWords({ kind, name, url, count, first_at: first, last_at: last }: Erasure["received"][number]): string {
  return t("data.erased.endpoint", { kind, name: name ?? url, n: count, first: fullTime(first), last: fullTime(last) });
}
