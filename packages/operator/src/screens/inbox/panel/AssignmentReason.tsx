import { lazy, Suspense, useState } from "react";
import { t } from "../text.ts";
import { loadChunk } from "../../../ui/loading/load-chunk.ts";
import { useLiveState } from "../../../state/live-context.tsx";
import { CollapsibleSection } from "../../../ui/visitor/CollapsibleSection.tsx";

const AssignmentDetails = lazy(() =>
  loadChunk(() => import("../../../ui/conversation/routing/assignment/AssignmentDetails.tsx")).then(
    (part) => ({
      default: part.AssignmentDetails,
    }),
  ),
);

/** Shows by which rules the chat was assigned, who could take it, and why others not (CORE-037). */
export function AssignmentReason({ chatId }: { chatId: number }) {
  const assignment = useLiveState((state) => state.snapshot.chats.get(chatId)?.chat.assignment);
  const [isOpen, setOpen] = useState(false);
  if (!assignment) return null;
  return (
    <CollapsibleSection title={t("panel.why")} onToggle={setOpen}>
      {isOpen && (
        <Suspense fallback={null}>
          <AssignmentDetails assignment={assignment} />
        </Suspense>
      )}
    </CollapsibleSection>
  );
}
