import { lazy, Suspense, useState } from "react";
import { useLive } from "../../state/live-context.tsx";
import { fetchPart } from "../../ui/fetch-part.ts";
import { Fold } from "./Fold.tsx";
import { t } from "./text.ts";

const AssignmentWords = lazy(() =>
  fetchPart(() => import("./transfer/AssignmentWords.tsx")).then((part) => ({ default: part.AssignmentWords })),
);

/**
 * Shows the rules that assigned the chat, who could take it and why others could not, as stored
 * with the latest offer or assignment (CORE-037).
 */
export function WhyHere({ chatId }: { chatId: number }) {
  const assignment = useLive((state) => state.snapshot.chats.get(chatId)?.chat.assignment);
  const [isOpen, setOpen] = useState(false);
  if (!assignment) return null;
  return (
    <Fold title={t("panel.why")} onToggle={setOpen}>
      {isOpen && (
        <Suspense fallback={null}>
          <AssignmentWords assignment={assignment} />
        </Suspense>
      )}
    </Fold>
  );
}
