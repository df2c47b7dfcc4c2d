import { lazy, Suspense } from "react";
import { useHasElapsed } from "../../../ui/loading/delay.ts";
import { QueryList } from "../../../ui/loading/QueryList.tsx";
import { useVisits } from "../../../ui/visitor/visits/use-visits.ts";
import { CollapsibleSection } from "../../../ui/visitor/CollapsibleSection.tsx";
import { t } from "../text.ts";
import { loadChunk } from "../../../ui/loading/load-chunk.ts";

const VisitList = lazy(() =>
  loadChunk(() => import("../../../ui/visitor/visits/VisitList.tsx")).then((file) => ({
    default: file.VisitList,
  })),
);
const loadDelayMs = 200;

/** Lists the visits of a visitor who uses a widget (API-266). */
export function VisitHistory({ number }: { number: number }) {
  // Waits before loading, so that chats the operator only steps past in the list cause no request.
  const isSettled = useHasElapsed(loadDelayMs);
  const query = useVisits(number, isSettled);
  const items = query.data?.items;
  return (
    <CollapsibleSection title={t("panel.visits")} n={items?.length}>
      <QueryList
        query={query}
        items={items}
        errorText={t("panel.visits.failed")}
        emptyText={t("panel.visits.none")}
      >
        {(visits) => (
          <Suspense>
            <VisitList visits={visits} />
          </Suspense>
        )}
      </QueryList>
    </CollapsibleSection>
  );
}
