import type { Chat, Operator } from "@parlour/protocol";
import { useLiveClient } from "../../../state/live-context.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { useTransferCandidates } from "./transfer-candidates.ts";
import { OperatorPickerDialog } from "./OperatorPickerDialog.tsx";
import { t } from "./text.ts";

interface InviteDialogProps {
  chat: Chat;
  me: Operator;
  onClose: () => void;
}

/** Invites another operator into the chat. The assignee does not change (API-234). */
export function InviteDialog({ chat, me, onClose }: InviteDialogProps) {
  const live = useLiveClient();
  const { candidates: allCandidates, error } = useTransferCandidates(chat, me);
  const presentIds = new Set([chat.assignee?.id, ...chat.participants.map((person) => person.id)]);
  const candidates = allCandidates?.filter((candidate) => !presentIds.has(candidate.id));
  const invite = async (to: string) => {
    await live.invite(chat.id, Number(to.slice(2)));
    toast(
      t("colleague.done", {
        name: candidates?.find((candidate) => to === `o:${candidate.id}`)?.name ?? "",
      }),
    );
  };
  return (
    <OperatorPickerDialog
      title={t("colleague.title")}
      verb={t("colleague.verb")}
      candidates={candidates}
      error={error}
      onPick={invite}
      onClose={onClose}
    >
      {() => <p className="t13 soft">{t("colleague.hint")}</p>}
    </OperatorPickerDialog>
  );
}
