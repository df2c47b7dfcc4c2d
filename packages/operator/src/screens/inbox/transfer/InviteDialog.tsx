import type { Chat, Operator } from "@parlour/protocol";
import { useId, useState, type FormEvent } from "react";
import { useLive, useLiveStore } from "../../../state/live-context.tsx";
import { LineBones, useLate } from "../../../ui/Bones.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Failure } from "../../../ui/Failure.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useColleagues } from "./colleagues.ts";
import { PeoplePick } from "./PeoplePick.tsx";
import { t } from "./text.ts";

/** Brings a colleague into the chat; the chat stays with whom it is (API-025). */
export function InviteDialog({ chat, me, onClose }: { chat: Chat; me: Operator; onClose: () => void }) {
  const live = useLiveStore();
  const id = useId();
  const { colleagues: everybody, error } = useColleagues(chat, me);
  const there = new Set([chat.assignee?.id, ...chat.participants.map((person) => person.id)]);
  const colleagues = everybody?.filter((one) => !there.has(one.id));
  const [to, setTo] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const offline = useLive((state) => state.connection.kind === "offline");
  const late = useLate(colleagues === undefined && !error);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (to === null || busy || offline) return;
    setBusy(true);
    setFailure(null);
    try {
      await live.invite(chat.id, Number(to.slice(2)));
      toast(t("colleague.done", { name: colleagues?.find((one) => to === `o:${one.id}`)?.name ?? "" }));
      onClose();
    } catch (caught) {
      setFailure(caught);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t("colleague.title")}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("dialog.cancel")}</Button>
          <Button
            type="submit"
            form={id}
            variant="primary"
            unavailable={offline ? t("dialog.offline") : to === null ? t("transfer.choose") : busy}
          >
            {t("colleague.verb")}
          </Button>
        </>
      }
    >
      <form id={id} className="form" onSubmit={(event) => void submit(event)}>
        {failure !== null && <Failure error={failure} />}
        {Boolean(error) && <Failure error={error} />}
        {late && <LineBones />}
        {colleagues && (
          <PeoplePick first legend={t("transfer.colleague")} colleagues={colleagues} name={`${id}-to`} chosen={to} onChoose={setTo} />
        )}
        <p className="t13 soft">{t("colleague.hint")}</p>
      </form>
    </Dialog>
  );
}
