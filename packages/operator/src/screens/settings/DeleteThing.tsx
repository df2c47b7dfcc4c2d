import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { api, queries } from "../../state/api.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { TextField } from "../../ui/Field.tsx";
import { toast } from "../../ui/toast.tsx";
import { stale } from "./data.ts";
import { t } from "./text.ts";

interface Props {
  /** Name of its list, as in the API: `channels`. */
  list: string;
  /** Page of the list below /settings. */
  page: string;
  id: number;
  name: string;
  /** What happens then. */
  text: string;
  verb: string;
  onClose: () => void;
}

/** Deletes something for ever after its name was typed (CH-111). */
export function DeleteThing({ list, page, id, name, text, verb, onClose }: Props) {
  const router = useRouter();
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const sure = typed.trim() === name.trim();
  const remove = async () => {
    if (!sure || busy) return;
    setBusy(true);
    try {
      await api.delete(`/${list}/${id}`);
      await router.navigate({ to: "/settings/$", params: { _splat: page }, ignoreBlocker: true });
      queries.removeQueries({ queryKey: [list, id] });
      stale(list);
      toast(t("channel.deleted", { name }));
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t("channel.delete.title", { name })}
      open
      onClose={onClose}
      alert
      actions={
        <>
          <Button onClick={onClose}>{t("page.cancel")}</Button>
          <Button variant="danger" unavailable={!sure || busy} onClick={() => void remove()}>
            {verb}
          </Button>
        </>
      }
    >
      {failure !== null && <Failure error={failure} />}
      <p>{text}</p>
      <TextField
        label={t("channel.delete.type", { name })}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
        spellCheck={false}
      />
    </Dialog>
  );
}
