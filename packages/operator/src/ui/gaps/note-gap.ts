import type { Message, Operator } from "@parlour/protocol";
import type { GapState } from "@parlour/protocol/article/facts";
import { IconBook2 } from "@tabler/icons-react";
import { api, queryClient } from "../../state/api/api.ts";
import { can, readsTexts } from "../../state/session.tsx";
import { toast } from "../dialog/toast.tsx";
import { runOrToast } from "../mutation.ts";
import { t } from "./text.ts";

/** A message of a visitor. */
interface GapQuestion {
  readonly chatId: number;
  readonly seq: number;
}

/** Returns whether the operator can note the message as a question without an article (ART-045). */
export const canNoteGap = ({ author, text, erased, deleted_at }: Message, me: Operator): boolean =>
  author.kind === "visitor" &&
  text.trim() !== "" &&
  erased === undefined &&
  deleted_at === undefined &&
  can(me, "chats.answer") &&
  readsTexts(me);

/** Returns the entry for it in the menu of a message, if the operator can note the message. */
export const listGapEntries = (message: Message, me: Operator) =>
  canNoteGap(message, me) ? [{ id: "gap", label: t("gap.note"), icon: IconBook2 }] : [];

/** Notes a question as a gap of the articles. The toast takes it back. */
export async function noteGap(question: GapQuestion): Promise<void> {
  if (!(await runOrToast(() => setGapState(question, "noted")))) return;
  const run = () => void runOrToast(() => setGapState(question, "dismissed"));
  toast(t("gap.noted"), { action: { label: t("gap.undo"), run } });
}

/** Stores what an operator says about a question. The report loads its gaps again. */
export async function setGapState({ chatId, seq }: GapQuestion, state: GapState): Promise<void> {
  await api.put(`/chats/${chatId}/messages/${seq}/gap`, { state });
  void queryClient.invalidateQueries({ queryKey: ["/reports/articles/gaps"] });
}
