import type { Chat, Operator } from "@parlour/protocol";
import type { OperatorEntry } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useId, useMemo, useState, type FormEvent } from "react";
import { api } from "../../../state/api/api.ts";
import { useLiveState, useLiveClient } from "../../../state/live-context.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { Select } from "../../../ui/Field.tsx";
import { useApiMutation } from "../../../ui/mutation.ts";
import { useDepartments } from "../../../ui/transfer/transfer-candidates.ts";
import { OperatorOption } from "../../../ui/transfer/OperatorPicker.tsx";
import { t } from "./offline-text.ts";
import "../../../ui/transfer/transfer.css";

const chatActions = ["keep", "transfer", "release", "close"] as const;
type ChatAction = (typeof chatActions)[number];

interface GoOfflineDialogProps {
  me: Operator;
  /** Open chats of the operator. */
  chats: readonly Chat[];
  /** Called after the action succeeded for all chats, when the operator can go offline. */
  onGo: () => void;
  onClose: () => void;
}

/**
 * Asks an operator with open chats what to do with them before they go offline: keep, transfer,
 * leave or close (product.md 3).
 */
export function GoOfflineDialog({ me, chats, onGo, onClose }: GoOfflineDialogProps) {
  const id = useId();
  const destinations = useTransferDestinations(me);
  const [action, setAction] = useState<ChatAction>("keep");
  const [to, setTo] = useState("");
  const target = to === "" ? (destinations[0]?.value ?? "") : to;
  const { busy, failed, settle } = useSettleChats(chats, onGo);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    settle(action, target);
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
          <Button
            type="submit"
            form={id}
            variant={action === "close" ? "danger" : "primary"}
            unavailable={busy}
          >
            {t("offline.verb")}
          </Button>
        </>
      }
    >
      <form id={id} className="form" onSubmit={submit}>
        <p>{t("offline.text", { n: chats.length })}</p>
        {failed && (
          <ErrorMessage error={failed.error}>{t("offline.failed", { n: failed.n })}</ErrorMessage>
        )}
        <ActionChoice
          name={`${id}-way`}
          chosen={action}
          canTransfer={destinations.length > 0}
          onChoose={setAction}
        />
        {action === "transfer" && (
          <Select
            label={t("offline.to")}
            value={target}
            options={destinations}
            onChange={(event) => setTo(event.target.value)}
          />
        )}
      </form>
    </Dialog>
  );
}

/** Returns a function that applies one action to all chats, and counts failures. */
function useSettleChats(chats: readonly Chat[], onGo: () => void) {
  const live = useLiveClient();
  const [failed, setFailed] = useState<{ n: number; error: unknown } | null>(null);
  const { busy, run } = useApiMutation();
  const settleChat = (id: number, action: ChatAction, target: string): Promise<unknown> => {
    if (action === "release") return live.leave(id);
    if (action === "close") return live.closeNow(id);
    const targetId = Number(target.slice(2));
    return live.transfer(
      id,
      target.startsWith("o:") ? { operator_id: targetId } : { department_id: targetId },
      "",
    );
  };
  const settleAll = async (action: ChatAction, target: string) => {
    const results =
      action === "keep"
        ? []
        : await Promise.allSettled(chats.map((chat) => settleChat(chat.id, action, target)));
    const rejected = results.filter((result) => result.status === "rejected");
    if (rejected[0]) setFailed({ n: rejected.length, error: rejected[0].reason });
    else onGo();
  };
  return {
    busy,
    failed,
    settle: (way: ChatAction, target: string) => void run(() => settleAll(way, target)),
  };
}

/** Lists the possible actions. `canTransfer`: a destination is available. */
function ActionChoice(props: {
  name: string;
  chosen: ChatAction;
  canTransfer: boolean;
  onChoose: (way: ChatAction) => void;
}) {
  const { name, chosen, canTransfer, onChoose } = props;
  const available = chatActions.filter((one) => one !== "transfer" || canTransfer);
  return (
    <fieldset className="picklist">
      <legend className="vh">{t("offline.title")}</legend>
      <div className="picks-in">
        {available.map((one) => (
          <OperatorOption
            key={one}
            name={name}
            value={one}
            chosen={chosen}
            onChoose={(value) => onChoose(chatActions.find((action) => action === value) ?? "keep")}
            focus={one === "keep"}
            wraps
          >
            <span className="medium">{t(`offline.${one}`)}</span>{" "}
            <span className="hint">{t(`offline.${one}.hint`)}</span>
          </OperatorOption>
        ))}
      </div>
    </fieldset>
  );
}

/** Returns the possible destinations of chats: departments, and operators who are online. */
function useTransferDestinations(me: Operator): { value: string; label: string }[] {
  const departments = useDepartments();
  const operators = useQuery({
    queryKey: ["operators", "names"],
    queryFn: () => api.list<OperatorEntry>("/operators"),
  }).data;
  const presence = useLiveState((state) => state.snapshot.presence);
  return useMemo(
    () => [
      ...(departments ?? []).map((one) => ({ value: `d:${one.id}`, label: one.name })),
      ...(operators ?? [])
        .filter(
          (one) =>
            one.id !== me.id &&
            one.active &&
            presence.get(one.id) === "online" &&
            one.answers_chats,
        )
        .map((one) => ({ value: `o:${one.id}`, label: one.name })),
    ],
    [departments, operators, presence, me.id],
  );
}
