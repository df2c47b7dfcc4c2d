import type { Chat, Operator } from "@parlour/protocol";
import { useLiveStore } from "../../../state/live-context.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useColleagues } from "./colleagues.ts";
import { PickDialog } from "./PickDialog.tsx";
import { t } from "./text.ts";

/** Invites another operator into the chat. The assignee does not change (API-025). */
export function InviteDialog({ chat, me, onClose }: { chat: Chat; me: Operator; onClose: () => void }) {
  const live = useLiveStore();
  const { colleagues: everybody, error } = useColleagues(chat, me);
  const there = new Set([chat.assignee?.id, ...chat.participants.map((person) => person.id)]);
  const colleagues = everybody?.filter((one) => !there.has(one.id));
  const invite = async (to: string) => {
    await live.invite(chat.id, Number(to.slice(2)));
    toast(t("colleague.done", { name: colleagues?.find((one) => to === `o:${one.id}`)?.name ?? "" }));
  };
  return (
    <PickDialog
      title={t("colleague.title")}
      verb={t("colleague.verb")}
      colleagues={colleagues}
      error={error}
      onPick={invite}
      onClose={onClose}
    >
      {() => <p className="t13 soft">{t("colleague.hint")}</p>}
    </PickDialog>
  );
}
