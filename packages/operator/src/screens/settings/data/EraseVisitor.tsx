import type { Erasure, VisitorSeen } from "@parlour/protocol/api";
import { useState } from "react";
import { api } from "../../../state/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { useDeed } from "../../../ui/deed.ts";
import { onEnter } from "../../../ui/enter.ts";
import { Failure } from "../../../ui/Failure.tsx";
import { TextField } from "../../../ui/Field.tsx";
import { toast } from "../../../ui/toast.tsx";
import { stale } from "../data.ts";
import { Group } from "../Group.tsx";
import { TypedDeed } from "../TypedDeed.tsx";
import { t } from "./text.ts";

/**
 * Finds a visitor by number, shows the visitor, and erases them after the number was typed again
 * (CORE-116).
 */
export function EraseVisitor() {
  const [found, setFound] = useState<VisitorSeen | null>(null);
  // A new key clears the field after an erasure.
  const [erased, setErased] = useState(0);
  return (
    <Group id="g-erase" title={t("data.erase")}>
      <p className="hint">{t("data.erase.hint")}</p>
      <Find key={erased} onFound={setFound} />
      {found !== null && (
        <Sure
          visitor={found}
          onClose={() => setFound(null)}
          onDone={() => {
            setFound(null);
            setErased(erased + 1);
          }}
        />
      )}
    </Group>
  );
}

function Find({ onFound }: { onFound: (visitor: VisitorSeen) => void }) {
  const [number, setNumber] = useState("");
  const [fault, setFault] = useState<string | undefined>();
  const { busy, failure, run, forget } = useDeed();
  const look = () => {
    forget();
    const isNumber = /^[1-9]\d{0,15}$/.test(number.trim());
    setFault(isNumber ? undefined : t("data.erase.missing"));
    if (isNumber) void run(async () => onFound(await api.get<VisitorSeen>(`/visitors/${number.trim()}`)));
  };
  return (
    <>
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
          {...onEnter(look)}
        />
        <Button variant="danger" unavailable={busy} onClick={look}>
          {t("data.erase.verb")}
        </Button>
      </div>
    </>
  );
}

function Sure({ visitor, onClose, onDone }: { visitor: VisitorSeen; onClose: () => void; onDone: () => void }) {
  const n = String(visitor.number);
  const erase = async () => {
    await api.delete<Erasure>(`/visitors/${n}`);
    stale("erasures", "data-figures", "visitors");
    toast(t("data.erase.done", { n }));
    onDone();
  };
  return (
    <TypedDeed
      title={t("data.erase.title", { n })}
      cancel={t("data.erase.cancel")}
      verb={t("data.erase.sure")}
      label={t("data.erase.type", { n })}
      word={n}
      inputMode="numeric"
      deed={erase}
      onClose={onClose}
    >
      {t("data.erase.text", { name: visitor.name?.value ?? t("data.erase.anonymous"), chats: visitor.chats })}
    </TypedDeed>
  );
}
