import type { Chat, Operator } from "@parlour/protocol";
import type { OperatorEntry } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useId, useMemo, useState, type FormEvent } from "react";
import { api } from "../../../state/api.ts";
import { useLive, useLiveStore } from "../../../state/live-context.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Failure } from "../../../ui/Failure.tsx";
import { Select } from "../../../ui/Field.tsx";
import { useDepartments } from "./colleagues.ts";
import { PickRow } from "./PeoplePick.tsx";
import { t } from "./text.ts";
import "./transfer.css";

const ways = ["keep", "transfer", "release", "close"] as const;
type Way = (typeof ways)[number];

interface GoingProps {
  me: Operator;
  /** Open chats the operator is in. */
  chats: readonly Chat[];
  /** What becomes of them is settled: now the status may change. */
  onGo: () => void;
  onClose: () => void;
}

/** Going offline with open chats: keep them, hand them over, leave or close them (product.md 3). */
export function GoingOffline({ me, chats, onGo, onClose }: GoingProps) {
  const live = useLiveStore();
  const id = useId();
  const places = usePlaces(me);
  const [way, setWay] = useState<Way>("keep");
  const [to, setTo] = useState("");
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ n: number; error: unknown } | null>(null);
  const target = to === "" ? (places[0]?.value ?? "") : to;
  const offered = ways.filter((one) => one !== "transfer" || places.length > 0);
  const settle = (chat: Chat): Promise<unknown> => {
    if (way === "release") return live.leave(chat.id);
    if (way === "close") return live.closeNow(chat.id);
    const at = Number(target.slice(2));
    return live.transfer(chat.id, target.startsWith("o:") ? { operator_id: at } : { department_id: at }, "");
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const ends = way === "keep" ? [] : await Promise.allSettled(chats.map(settle));
    const refused = ends.filter((end) => end.status === "rejected");
    setBusy(false);
    if (refused[0]) setFailed({ n: refused.length, error: refused[0].reason });
    else onGo();
  };
  return (
    <Dialog
      title={t("offline.title")}
      open
      alert
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("dialog.cancel")}</Button>
          <Button type="submit" form={id} variant={way === "close" ? "danger" : "primary"} unavailable={busy}>
            {t("offline.verb")}
          </Button>
        </>
      }
    >
      <form id={id} className="form" onSubmit={(event) => void submit(event)}>
        <p>{t("offline.text", { n: chats.length })}</p>
        {failed && <Failure error={failed.error}>{t("offline.failed", { n: failed.n })}</Failure>}
        <fieldset className="picklist">
          <legend className="vh">{t("offline.title")}</legend>
          <div className="picks-in">
            {offered.map((one) => (
              <PickRow
                key={one}
                name={`${id}-way`}
                value={one}
                chosen={way}
                onChoose={(value) => setWay(ways.find((known) => known === value) ?? "keep")}
                focus={one === "keep"}
                wraps
              >
                <span className="medium">{t(`offline.${one}`)}</span> <span className="hint">{t(`offline.${one}.hint`)}</span>
              </PickRow>
            ))}
          </div>
        </fieldset>
        {way === "transfer" && (
          <Select label={t("offline.to")} value={target} options={places} onChange={(event) => setTo(event.target.value)} />
        )}
      </form>
    </Dialog>
  );
}

/** Where chats may go: departments, and colleagues who are online. */
function usePlaces(me: Operator): { value: string; label: string }[] {
  const departments = useDepartments();
  const { data: people } = useQuery({ queryKey: ["operators", "names"], queryFn: () => api.list<OperatorEntry>("/operators") });
  const presence = useLive((state) => state.snapshot.presence);
  return useMemo(
    () => [
      ...(departments ?? []).map((one) => ({ value: `d:${one.id}`, label: one.name })),
      ...(people ?? [])
        .filter((one) => one.id !== me.id && one.active && presence.get(one.id) === "online" && !["developer", "viewer"].includes(one.role))
        .map((one) => ({ value: `o:${one.id}`, label: one.name })),
    ],
    [departments, people, presence, me.id],
  );
}
