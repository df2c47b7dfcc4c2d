import { lazy, Suspense, useState } from "react";
import { useLive } from "../../../state/live-context.tsx";
import { loadChunk } from "../../../ui/loading/load-chunk.ts";
import { CollapsibleSection } from "./CollapsibleSection.tsx";
import { t } from "../text.ts";

const AssignmentDetails = lazy(() =>
  loadChunk(() => import("../transfer/AssignmentDetails.tsx")).then((part) => ({ default: part.AssignmentDetails })),
);

/**
 * Shows the rules that assigned the chat, who could take it and why others could not, as stored
 * with the latest offer or assignment (CORE-037).
 */
export function AssignmentReason({ chatId }: { chatId: number }) {
  const assignment = useLive((state) => state.snapshot.chats.get(chatId)?.chat.assignment);
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
