import type { Erasure, VisitorSeen } from "@parlour/protocol/api";
import { useState } from "react";
import { api } from "../../../state/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Failure } from "../../../ui/Failure.tsx";
import { TextField } from "../../../ui/Field.tsx";
import { toast } from "../../../ui/toast.tsx";
import { stale } from "../data.ts";
import { t } from "./text.ts";

/** Asks whom, shows who that is, and erases after his number was typed once more (CORE-116). */
export function EraseVisitor() {
  const [number, setNumber] = useState("");
  const [fault, setFault] = useState<string | undefined>();
  const [failure, setFailure] = useState<unknown>(null);
  const [found, setFound] = useState<VisitorSeen | null>(null);
  const look = async () => {
    setFailure(null);
    setFault(undefined);
    if (!/^[1-9]\d{0,15}$/.test(number.trim())) return setFault(t("data.erase.missing"));
    try {
      setFound(await api.get<VisitorSeen>(`/visitors/${number.trim()}`));
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <section className="group" aria-labelledby="g-erase">
      <h2 id="g-erase">{t("data.erase")}</h2>
      <p className="hint">{t("data.erase.hint")}</p>
      {failure !== null && <Failure error={failure} />}
      <div className="erase">
        <TextField
          label={t("data.erase.number")}
          value={number}
          error={fault}
          inputMode="numeric"
          maxLength={16}
          autoComplete="off"
          onChange={(event) => setNumber(event.target.value)}
        />
        <Button variant="danger" onClick={() => void look()}>
          {t("data.erase.verb")}
        </Button>
      </div>
      {found !== null && (
        <Sure
          visitor={found}
          onClose={() => setFound(null)}
          onDone={() => {
            setFound(null);
            setNumber("");
          }}
        />
      )}
    </section>
  );
}

function Sure({ visitor, onClose, onDone }: { visitor: VisitorSeen; onClose: () => void; onDone: () => void }) {
  const n = String(visitor.number);
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const sure = typed.trim() === n;
  const erase = async () => {
    if (!sure || busy) return;
    setBusy(true);
    try {
      await api.delete<Erasure>(`/visitors/${n}`);
      stale("erasures", "data-figures", "visitors");
      toast(t("data.erase.done", { n }));
      onDone();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t("data.erase.title", { n })}
      open
      onClose={onClose}
      alert
      actions={
        <>
          <Button onClick={onClose}>{t("data.erase.cancel")}</Button>
          <Button variant="danger" unavailable={!sure || busy} onClick={() => void erase()}>
            {t("data.erase.sure")}
          </Button>
        </>
      }
    >
      {failure !== null && <Failure error={failure} />}
      <p>{t("data.erase.text", { name: visitor.name?.value ?? t("data.erase.anonymous"), chats: visitor.chats })}</p>
      <TextField
        label={t("data.erase.type", { n })}
        value={typed}
        inputMode="numeric"
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
    </Dialog>
  );
}
