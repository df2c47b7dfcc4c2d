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
import { useDeed } from "../../../ui/deed.ts";
import { useDepartments } from "./colleagues.ts";
import { PickRow } from "./PeoplePick.tsx";
import { t } from "./offline-text.ts";
import "./transfer.css";

const ways = ["keep", "transfer", "release", "close"] as const;
type Way = (typeof ways)[number];

interface GoingProps {
  me: Operator;
  /** Open chats of the operator. */
  chats: readonly Chat[];
  /** Called when all chats are settled and the status can change. */
  onGo: () => void;
  onClose: () => void;
}

/** Dialog for going offline with open chats: keep, transfer, leave or close them (product.md 3). */
export function GoingOffline({ me, chats, onGo, onClose }: GoingProps) {
  const id = useId();
  const places = usePlaces(me);
  const [way, setWay] = useState<Way>("keep");
  const [to, setTo] = useState("");
  const target = to === "" ? (places[0]?.value ?? "") : to;
  const { busy, failed, settle } = useSettling(chats, onGo);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    settle(way, target);
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
      <form id={id} className="form" onSubmit={submit}>
        <p>{t("offline.text", { n: chats.length })}</p>
        {failed && <Failure error={failed.error}>{t("offline.failed", { n: failed.n })}</Failure>}
        <WayChoice name={`${id}-way`} chosen={way} canGive={places.length > 0} onChoose={setWay} />
        {way === "transfer" && (
          <Select label={t("offline.to")} value={target} options={places} onChange={(event) => setTo(event.target.value)} />
        )}
      </form>
    </Dialog>
  );
}

/** Applies the same action to all chats. If some fail, the dialog stays open and shows how many. */
function useSettling(chats: readonly Chat[], onGo: () => void) {
  const live = useLiveStore();
  const [failed, setFailed] = useState<{ n: number; error: unknown } | null>(null);
  const { busy, run } = useDeed();
  const one = (id: number, way: Way, target: string): Promise<unknown> => {
    if (way === "release") return live.leave(id);
    if (way === "close") return live.closeNow(id);
    const at = Number(target.slice(2));
    return live.transfer(id, target.startsWith("o:") ? { operator_id: at } : { department_id: at }, "");
  };
  const all = async (way: Way, target: string) => {
    const ends = way === "keep" ? [] : await Promise.allSettled(chats.map((chat) => one(chat.id, way, target)));
    const refused = ends.filter((end) => end.status === "rejected");
    if (refused[0]) setFailed({ n: refused.length, error: refused[0].reason });
    else onGo();
  };
  return { busy, failed, settle: (way: Way, target: string) => void run(() => all(way, target)) };
}

/** `canTransfer`: there is an operator or department to transfer to. */
function WayChoice(props: { name: string; chosen: Way; canGive: boolean; onChoose: (way: Way) => void }) {
  const { name, chosen, canGive, onChoose } = props;
  const offered = ways.filter((one) => one !== "transfer" || canGive);
  return (
    <fieldset className="picklist">
      <legend className="vh">{t("offline.title")}</legend>
      <div className="picks-in">
        {offered.map((one) => (
          <PickRow
            key={one}
            name={name}
            value={one}
            chosen={chosen}
            onChoose={(value) => onChoose(ways.find((known) => known === value) ?? "keep")}
            focus={one === "keep"}
            wraps
          >
            <span className="medium">{t(`offline.${one}`)}</span> <span className="hint">{t(`offline.${one}.hint`)}</span>
          </PickRow>
        ))}
      </div>
    </fieldset>
  );
}

/** Returns possible destinations of chats: departments and operators who are online. */
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
