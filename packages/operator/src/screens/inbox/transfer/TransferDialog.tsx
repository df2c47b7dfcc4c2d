import type { Chat, Operator } from "@parlour/protocol";
import { IconUsersGroup } from "@tabler/icons-react";
import { useId, useState, type FormEvent } from "react";
import { useLive, useLiveStore } from "../../../state/live-context.tsx";
import { LineBones, useLate } from "../../../ui/Bones.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Failure } from "../../../ui/Failure.tsx";
import { TextArea } from "../../../ui/Field.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { visitorName } from "../words.ts";
import { useColleagues, useDepartments } from "./colleagues.ts";
import { PeoplePick, PickRow } from "./PeoplePick.tsx";
import { t } from "./text.ts";

/** API-025: what colleagues read beside a transfer. */
const longestComment = 1000;

/** Hands the chat to a colleague, who is asked first, or to a department, in which it waits (product.md 3). */
export function TransferDialog({ chat, me, onClose }: { chat: Chat; me: Operator; onClose: () => void }) {
  const live = useLiveStore();
  const id = useId();
  const { colleagues, error } = useColleagues(chat, me);
  const departments = useDepartments();
  const [to, setTo] = useState<string | null>(null);
  const [comment, setComment] = useState("");
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const offline = useLive((state) => state.connection.kind === "offline");
  const late = useLate(colleagues === undefined && !error);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (to === null || busy || offline) return;
    setBusy(true);
    setFailure(null);
    const target = Number(to.slice(2));
    try {
      await live.transfer(chat.id, to.startsWith("o:") ? { operator_id: target } : { department_id: target }, comment.trim());
      onClose();
    } catch (caught) {
      setFailure(caught);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t("transfer.title", { name: visitorName(chat) })}
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
            {t("transfer.verb")}
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
        {departments && departments.length > 0 && (
          <fieldset className="picklist">
            <legend>{t("transfer.department")}</legend>
            <div className="picks-in">
              {departments.map((one) => (
                <PickRow
                  key={one.id}
                  name={`${id}-to`}
                  value={`d:${one.id}`}
                  chosen={to}
                  onChoose={setTo}
                  icon={<Icon of={IconUsersGroup} />}
                  note={t("transfer.people", { n: one.operators.length })}
                >
                  <bdi>{one.name}</bdi>
                </PickRow>
              ))}
            </div>
          </fieldset>
        )}
        <TextArea
          label={t("transfer.comment")}
          hint={t("transfer.comment.hint")}
          rows={2}
          maxLength={longestComment}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
        {to?.startsWith("o:") && <p className="t13 soft">{t("transfer.asks")}</p>}
      </form>
    </Dialog>
  );
}
