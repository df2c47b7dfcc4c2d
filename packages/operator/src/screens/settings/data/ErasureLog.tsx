import type { Erasure } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../state/api/api.ts";
import { formatFullTime } from "../../../ui/time.ts";
import { QuerySection } from "../kit/form/SettingsSection.tsx";
import { t } from "./text.ts";
import { Disclosure } from "../../../ui/disclosure/Disclosure.tsx";

/**
 * Lists the erasures: the visitor number, the removed data, and the endpoints that had received
 * data (CORE-116).
 */
export function ErasureLog() {
  const query = useQuery({
    queryKey: ["erasures"],
    queryFn: () => api.get<{ items: Erasure[] }>("/erasures"),
  });
  return (
    <QuerySection id="g-erased" title={t("data.erased")} query={query}>
      {(erasures) => (
        <>
          {erasures?.length === 0 && <p className="hint">{t("data.erased.none")}</p>}
          {erasures?.map((erasure) => (
            <ErasureEntry key={erasure.id} erasure={erasure} />
          ))}
        </>
      )}
    </QuerySection>
  );
}

function ErasureEntry({ erasure }: { erasure: Erasure }) {
  const { number, done_at, by, counts, received } = erasure;
  const { messages = 0, files = 0, visits = 0 } = counts;
  return (
    <Disclosure
      title={
        <>
          {t("data.erased.row", { n: number })} ·{" "}
          {done_at === null
            ? t("data.erased.going")
            : t("data.erased.by", {
                name: by?.name ?? "parlour",
                time: formatFullTime(done_at),
              })}
        </>
      }
    >
      <p>{t("data.erased.counts", { messages, files, visits })}</p>
      <p>{t(received.length === 0 ? "data.erased.nowhere" : "data.erased.outside")}</p>
      <ul>
        {received.map((endpoint) => (
          <li key={endpoint.endpoint_id}>{endpointText(endpoint)}</li>
        ))}
      </ul>
    </Disclosure>
  );
}

function endpointText({
  kind,
  name,
  url,
  count,
  first_at,
  last_at,
}: Erasure["received"][number]): string {
  return t("data.erased.endpoint", {
    kind,
    name: name ?? url,
    n: count,
    first: formatFullTime(first_at),
    last: formatFullTime(last_at),
  });
}
