import type { ModelPassages } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../state/api/api.ts";
import { can, useCurrentOperator } from "../../../state/session.tsx";
import { Banner } from "../../../ui/badges.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { formatDayTime, useNow } from "../../../ui/time.ts";
import { t } from "./text.ts";

const refreshMs = 3_000;

/** Shows how many texts have vectors of the embedding model, and why not more (MODEL-081). */
export function PassageStatus({ model }: { readonly model: string }) {
  const isAllowed = can(useCurrentOperator(), "account.manage");
  const { data, error, refetch } = useQuery({
    // Another model has its own progress.
    queryKey: ["model", "passages", model],
    queryFn: () => api.get<ModelPassages>("/model/passages"),
    enabled: isAllowed,
    refetchInterval: ({ state }) =>
      state.data?.state === "building" || state.data?.state === "failed" ? refreshMs : false,
  });
  if (data === undefined)
    return error !== null && <ErrorMessage error={error} onRetry={() => void refetch()} />;
  return <Progress passages={data} />;
}

function Progress({ passages }: { readonly passages: ModelPassages }) {
  const { state, ready, total, problem, message, next_at } = passages;
  const now = useNow(60_000);
  if (state === "off") return null;
  if (state === "empty") return <p className="hint">{t("model.passages.empty")}</p>;
  if (state === "ready") return <p className="hint">{t("model.passages.ready", { n: total })}</p>;
  const text = t("model.passages.building", { ready, total });
  if (problem === null)
    return (
      <div className="line" aria-live="polite">
        <progress className="bar" aria-label={text} max={total} value={ready} />
        <span className="t13 num">{text}</span>
      </div>
    );
  return (
    <Banner tone="warn">
      <p className="medium">{text}</p>
      <p>{t(`model.reason.${problem}`)}</p>
      {message && <p className="t13">{message}</p>}
      {next_at !== null && (
        <p className="t13">{t("model.passages.again", { time: formatDayTime(next_at, now) })}</p>
      )}
    </Banner>
  );
}
