import { lazy, Suspense } from "react";
import { useLate } from "../../ui/Bones.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { useVisits } from "../visitors/online/use-visits.ts";
import { CollapsibleSection } from "./CollapsibleSection.tsx";
import { t } from "./text.ts";
import { fetchPart } from "../../ui/fetch-part.ts";

const VisitList = lazy(() => fetchPart(() => import("../visitors/online/VisitList.tsx")).then((file) => ({ default: file.VisitList })));
const loadDelayMs = 200;

/** Shows the visits of a widget's visitor (API-030). */
export function VisitHistory({ number }: { number: number }) {
  // Loads nothing for a chat that is only passed by.
  const isSettled = useLate(true, loadDelayMs);
  const query = useVisits(number, isSettled);
  const items = query.data?.items;
  return (
    <CollapsibleSection title={t("panel.visits")} {...(items && { n: items.length })}>
      <Loaded read={query} items={items} failed={t("panel.visits.failed")} none={t("panel.visits.none")}>
        {(visits) => (
          <Suspense>
            <VisitList visits={visits} />
          </Suspense>
        )}
      </Loaded>
    </CollapsibleSection>
  );
}
