import { useLive } from "../../state/live-context.tsx";
import { Fold } from "./Fold.tsx";
import { AssignmentWords } from "./transfer/AssignmentWords.tsx";
import { t } from "./text.ts";

/** Which rules brought the chat here, who could take it and why others could not, as stored with the latest offer or assignment (CORE-037). */
export function WhyHere({ chatId }: { chatId: number }) {
  const assignment = useLive((state) => state.snapshot.chats.get(chatId)?.chat.assignment);
  if (!assignment) return null;
  return (
    <Fold title={t("panel.why")}>
      <AssignmentWords assignment={assignment} />
    </Fold>
  );
}
