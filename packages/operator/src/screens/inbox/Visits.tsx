import { lazy, Suspense } from "react";
import { LineBones, useLate } from "../../ui/Bones.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { useVisits } from "../visitors/online/use-visits.ts";
import { Fold } from "./Fold.tsx";
import { t } from "./text.ts";

const VisitList = lazy(() => import("../visitors/online/VisitList.tsx").then((file) => ({ default: file.VisitList })));
const staysMs = 200;

/** The visits of a widget's visitor (API-030). */
export function Visits({ number }: { number: number }) {
  // Who only passes by this chat asks for nothing.
  const stays = useLate(true, staysMs);
  const { data, error, refetch } = useVisits(number, stays);
  const late = useLate(data === undefined && error === null);
  return (
    <Fold title={t("panel.visits")} {...(data && { n: data.items.length })}>
      {error && (
        <Failure error={error} onRetry={() => void refetch()}>
          {t("panel.visits.failed")}
        </Failure>
      )}
      {late && <LineBones lines={2} />}
      {data?.items.length === 0 && <p className="t13 faint">{t("panel.visits.none")}</p>}
      {data && data.items.length > 0 && (
        <Suspense>
          <VisitList visits={data.items} />
        </Suspense>
      )}
    </Fold>
  );
}
