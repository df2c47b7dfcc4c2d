import type { Chat, Operator } from "@parlour/protocol";
import type { Macro, MacroRun } from "@parlour/protocol/api";
import { IconBolt } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import { useLiveClient, useLiveState } from "../../../state/live-context.tsx";
import { undoCloseMs } from "../../../state/live/sending/delayed-close.ts";
import { EffectList } from "../../../ui/actions/effects/EffectList.tsx";
import { getVisitorName } from "../../../ui/chat/visitor-name.ts";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { LineSkeleton, useDelayedLoading } from "../../../ui/loading/Skeleton.tsx";
import { runOrToast } from "../../../ui/mutation.ts";
import { OptionList } from "../../../ui/options/OptionList.tsx";
import { t as dialogText } from "../../../ui/transfer/dialog-text.ts";
import { delayRun } from "../bulk/delay-run.ts";
import { t } from "./text.ts";

/** How long the question is shown. */
const crossedMs = 30_000;

interface MacroDialogProps {
  readonly chat: Chat;
  readonly me: Operator;
  readonly onClose: () => void;
}

/** Chooses a macro, shows what it would do (ACT-026), and runs it with Undo (ACT-027). */
export function MacroDialog({ chat, me, onClose }: MacroDialogProps) {
  const live = useLiveClient();
  const [readSeq] = useState(() => live.getReadSeq(chat.id));
  const macros = useQuery({ queryKey: ["macros"], queryFn: () => api.list<Macro>("/macros") });
  const [activeId, setActiveId] = useState<string | null>(null);
  const offline = useLiveState((state) => state.connection.kind === "offline");
  const isDelayed = useDelayedLoading(macros.data === undefined && !macros.error);
  const list = macros.data ?? [];
  const find = (id: string | null) => list.find((macro) => String(macro.id) === id);
  const active = find(activeId);
  const pick = (id: string) => {
    const macro = find(id);
    if (macro === undefined || offline) return;
    onClose();
    delayRun({
      text: t("macros.delayed", { name: macro.name }),
      ms: undoCloseMs,
      me,
      chat,
      run: (keepalive) =>
        void runOrToast(() => runMacro(macro, { chat, readSeq, keepalive }), chat),
    });
  };
  return (
    <Dialog title={t("macros.title", { name: getVisitorName(chat) })} open onClose={onClose}>
      {offline && <p className="soft t13">{dialogText("dialog.offline")}</p>}
      {macros.error !== null && <ErrorMessage error={macros.error} />}
      {isDelayed && <LineSkeleton />}
      {macros.data?.length === 0 && <p className="soft">{t("macros.empty")}</p>}
      {list.length > 0 && (
        <OptionList
          label={t("macros.label")}
          hasNumbers
          groups={[
            {
              options: list.map((macro) => ({
                id: String(macro.id),
                label: macro.name,
                icon: IconBolt,
                hint: t("macros.hint", { n: macro.do.length }),
              })),
            },
          ]}
          onActive={setActiveId}
          onPick={pick}
          onClose={onClose}
        />
      )}
      {active !== undefined && (
        <section className="macroeffect" aria-label={t("macros.effect")}>
          <h3 className="cap">{t("macros.effect")}</h3>
          <EffectList actions={active.do} chat={chat} me={me} />
        </section>
      )}
    </Dialog>
  );
}

/**
 * Runs a macro, and says what was refused. `readSeq`: what the operator had read when they chose
 * it. If others have answered since, the operator is asked (CORE-475). Null: they were.
 */
async function runMacro(
  macro: Macro,
  options: {
    readonly chat: Chat;
    readonly readSeq: number | null;
    readonly keepalive: boolean;
  },
): Promise<void> {
  const { id, name } = macro;
  const { chat, readSeq, keepalive } = options;
  const path = `/chats/${chat.id}/run-macro`;
  const body = { macro_id: id, ...omitAbsent({ after_seq: readSeq ?? undefined }) };
  const { results } = await api.post<MacroRun>(path, body, { keepalive });
  const crossing = results.find(({ error }) => error?.code === "crossed")?.error;
  if (crossing !== undefined) {
    const run = () => void runOrToast(() => runMacro(macro, { ...options, readSeq: null }), chat);
    const by = crossing.by?.name ?? "";
    toast(t(crossing.reason === "assigned" ? "macros.assigned" : "macros.crossed", { name, by }), {
      chat,
      tone: "bad",
      ms: crossedMs,
      action: { label: t("macros.anyway"), run },
    });
    return;
  }
  const refused = results.filter(({ result }) => result === "refused");
  const why = refused[0]?.error?.message ?? "";
  if (refused.length > 0)
    toast(t("macros.refused", { name, n: refused.length, why }), { chat, tone: "bad" });
}
