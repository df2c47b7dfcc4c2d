import type { Channel } from "@parlour/protocol";
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

/** Deletes a channel after its name was typed (CH-111). */
export function DeleteChannel({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const router = useRouter();
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const sure = typed.trim() === channel.name.trim();
  const remove = async () => {
    if (!sure || busy) return;
    setBusy(true);
    try {
      await api.delete(`/channels/${channel.id}`);
      await router.navigate({ to: "/settings/$", params: { _splat: "channels" }, ignoreBlocker: true });
      queries.removeQueries({ queryKey: ["channels", channel.id] });
      stale("channels");
      toast(t("channel.deleted", { name: channel.name }));
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t("channel.delete.title", { name: channel.name })}
      open
      onClose={onClose}
      alert
      actions={
        <>
          <Button onClick={onClose}>{t("page.cancel")}</Button>
          <Button variant="danger" unavailable={!sure || busy} onClick={() => void remove()}>
            {t("channel.delete.verb")}
          </Button>
        </>
      }
    >
      {failure !== null && <Failure error={failure} />}
      <p>{t("channel.delete.text")}</p>
      <TextField
        label={t("channel.delete.type", { name: channel.name })}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
        spellCheck={false}
      />
    </Dialog>
  );
}
