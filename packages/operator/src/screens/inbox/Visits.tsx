import { lazy, Suspense } from "react";
import { useLate } from "../../ui/Bones.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { useVisits } from "../visitors/online/use-visits.ts";
import { Fold } from "./Fold.tsx";
import { t } from "./text.ts";
import { fetchPart } from "../../ui/fetch-part.ts";

const VisitList = lazy(() => fetchPart(() => import("../visitors/online/VisitList.tsx")).then((file) => ({ default: file.VisitList })));
const staysMs = 200;

/** Shows the visits of a widget's visitor (API-030). */
export function Visits({ number }: { number: number }) {
  // Loads nothing for a chat that is only passed by.
  const stays = useLate(true, staysMs);
  const read = useVisits(number, stays);
  const items = read.data?.items;
  return (
    <Fold title={t("panel.visits")} {...(items && { n: items.length })}>
      <Loaded read={read} items={items} failed={t("panel.visits.failed")} none={t("panel.visits.none")}>
        {(visits) => (
          <Suspense>
            <VisitList visits={visits} />
          </Suspense>
        )}
      </Loaded>
    </Fold>
  );
}
