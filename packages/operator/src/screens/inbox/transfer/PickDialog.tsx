import { useId, useState, type ReactNode, type SubmitEvent } from "react";
import { useLive } from "../../../state/live-context.tsx";
import { LineBones, useLate } from "../../../ui/Bones.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogActions } from "../../../ui/DialogActions.tsx";
import { Failure } from "../../../ui/Failure.tsx";
import type { Colleague } from "./colleagues.ts";
import { PeoplePick } from "./PeoplePick.tsx";
import { useDeed } from "../../../ui/deed.ts";
import { t } from "./text.ts";

/** The radio buttons of the dialog: what else can be chosen joins them by `name`. */
export interface Picking {
  readonly name: string;
  readonly chosen: string | null;
  readonly onChoose: (value: string) => void;
}
interface PickDialogProps {
  title: string;
  verb: string;
  /** undefined: still read. */
  colleagues: readonly Colleague[] | undefined;
  error: unknown;
  /** Gets `o:<id>` of a colleague, or the value of another choice; a rejection stands in the dialog, which stays open. */
  onPick: (chosen: string) => Promise<unknown>;
  onClose: () => void;
  /** What stands below the colleagues. */
  children: (picking: Picking) => ReactNode;
}

/** Chooses a colleague of a chat and does something with him; closes when it is done. */
export function PickDialog({ title, verb, colleagues, error, onPick, onClose, children }: PickDialogProps) {
  const id = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const { busy, failure, run } = useDeed();
  const offline = useLive((state) => state.connection.kind === "offline");
  const late = useLate(colleagues === undefined && !error);
  const picking: Picking = { name: `${id}-to`, chosen, onChoose: setChosen };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (chosen === null || offline) return;
    void run(async () => {
      await onPick(chosen);
      onClose();
    });
  };
  const why = offline ? t("dialog.offline") : chosen === null && t("transfer.choose");
  return (
    <Dialog
      title={title}
      open
      onClose={onClose}
      actions={<DialogActions cancel={t("dialog.cancel")} onClose={onClose} verb={verb} why={why} busy={busy} form={id} />}
    >
      <form id={id} className="form" onSubmit={submit}>
        {failure !== null && <Failure error={failure} />}
        {Boolean(error) && <Failure error={error} />}
        {late && <LineBones />}
        {colleagues && <PeoplePick first legend={t("transfer.colleague")} colleagues={colleagues} {...picking} />}
        {children(picking)}
      </form>
    </Dialog>
  );
}
