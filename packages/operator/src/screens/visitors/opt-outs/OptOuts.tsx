import type { Operator } from "@parlour/protocol";
import type { OptOuts as OptOutList } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api, queryClient } from "../../../state/api/api.ts";
import { can } from "../../../state/session.tsx";
import { MutationButton } from "../../../ui/MutationButton.tsx";
import { formatFullTime } from "../../../ui/time.ts";
import { t } from "../text.ts";

type OptOut = OptOutList["items"][number];

/** Shows whether a visitor gets broadcasts, and lets operators change it (BC-033). */
export function OptOuts({ number, me }: { number: number; me: Operator }) {
  const queryKey = ["visitors", number, "opt-outs"];
  const path = `/visitors/${number}/opt-outs`;
  const { data } = useQuery({ queryKey, queryFn: () => api.get<OptOutList>(path) });
  if (data === undefined || data.items.length === 0) return null;
  const change = async (item: OptOut) =>
    queryClient.setQueryData(
      queryKey,
      await api.put<OptOutList>(path, { kind: item.kind, opted_out: item.opted_out === null }),
    );
  return (
    <section className="sect">
      <h3>{t("optout.title")}</h3>
      <dl className="pair">
        {data.items.map((item) => (
          <div key={item.kind} style={{ display: "contents" }}>
            <dt>{t(`optout.by.${item.kind}`)}</dt>
            <dd>
              {item.opted_out === null
                ? t("optout.none")
                : t(`optout.from.${item.opted_out.source}`, {
                    at: formatFullTime(item.opted_out.at),
                  })}{" "}
              {can(me, "visitors.write") && (
                <MutationButton variant="text" mutate={() => change(item)}>
                  {t(item.opted_out === null ? "optout.set" : "optout.undo")}
                </MutationButton>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
