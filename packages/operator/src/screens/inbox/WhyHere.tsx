import type { Chat } from "@parlour/protocol";
import { Fold } from "./Fold.tsx";
import { AssignmentWords } from "./transfer/AssignmentWords.tsx";
import { t } from "./text.ts";

/** Which rules brought the chat here, who could take it and why others could not, as stored with the latest offer or assignment (CORE-037). */
export function WhyHere({ chat }: { chat: Chat }) {
  const { assignment } = chat;
  if (!assignment) return null;
  return (
    <Fold title={t("panel.why")}>
      <AssignmentWords assignment={assignment} />
    </Fold>
  );
}
