import type { Chat, Operator } from "@parlour/protocol";
import { IconArrowsExchange, IconUserPlus } from "@tabler/icons-react";
import { useMemo } from "react";
import {
  useTransferCandidates,
  type TransferCandidate,
} from "../../ui/transfer/transfer-candidates.ts";
import { useLiveClient } from "../../state/live-context.tsx";
import type { LiveClient } from "../../state/live/live-client.ts";
import type { Command } from "../../ui/keyboard/commands.ts";
import { getErrorText } from "../../ui/loading/ErrorMessage.tsx";
import { toast } from "../../ui/dialog/toast.tsx";
import { t } from "./text.ts";

/** Returns commands that transfer the open chat to available operators, or invite them. */
export function useOperatorCommands(chat: Chat | null, me: Operator): readonly Command[] {
  const live = useLiveClient();
  const { candidates } = useTransferCandidates(chat, me);
  return useMemo(
    () => (chat === null ? [] : toOperatorCommands(chat, candidates ?? [], live)),
    [chat, candidates, live],
  );
}

/** Returns commands to transfer the chat to available operators, or to invite them (CORE-223). */
export function toOperatorCommands(
  chat: Chat,
  candidates: readonly TransferCandidate[],
  live: LiveClient,
): readonly Command[] {
  const runOrToast = (request: () => Promise<unknown>) => () =>
    void request().catch((error: unknown) =>
      toast(t("give.failed", { why: getErrorText(error) }), { tone: "bad", chat }),
    );
  const isParticipant = (id: number) => chat.participants.some((person) => person.id === id);
  return candidates
    .filter(({ unavailableReason }) => unavailableReason === null)
    .flatMap((candidate): Command[] => [
      {
        id: `transfer-${candidate.id}`,
        label: t("give.transfer", { name: candidate.name }),
        note: loadText(candidate),
        icon: IconArrowsExchange,
        run: runOrToast(() => live.transfer(chat.id, { operator_id: candidate.id }, "")),
      },
      ...(isParticipant(candidate.id)
        ? []
        : [
            {
              id: `invite-${candidate.id}`,
              label: t("give.invite", { name: candidate.name }),
              icon: IconUserPlus,
              run: runOrToast(() => live.invite(chat.id, candidate.id)),
            },
          ]),
    ]);
}

function loadText({ openChats, chatLimit }: TransferCandidate): string {
  return chatLimit > 0
    ? t("give.load.limit", { n: openChats, limit: chatLimit })
    : t("give.load", { n: openChats });
}
