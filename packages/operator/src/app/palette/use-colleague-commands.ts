import type { Chat, Operator } from "@parlour/protocol";
import { IconArrowsExchange, IconUserPlus } from "@tabler/icons-react";
import { useMemo } from "react";
import { useColleagues, type Colleague } from "../../screens/inbox/transfer/colleagues.ts";
import { useLiveStore } from "../../state/live-context.tsx";
import type { Command } from "../../ui/commands.ts";
import { wordsOf } from "../../ui/Failure.tsx";
import { toast } from "../../ui/toast.tsx";
import { t } from "./text.ts";

/**
 * Returns commands that transfer the open chat to an available operator, or invite one into it.
 * Empty if `chat` is null.
 */
export function useColleagueCommands(chat: Chat | null, me: Operator): readonly Command[] {
  const live = useLiveStore();
  const { colleagues } = useColleagues(chat, me);
  return useMemo(() => {
    if (chat === null) return [];
    const guarded = (request: () => Promise<unknown>) => () =>
      void request().catch((error: unknown) => toast(t("give.failed", { why: wordsOf(error) }), { tone: "bad", chat }));
    const isIn = (id: number) => chat.participants.some((person) => person.id === id);
    return (colleagues ?? [])
      .filter(({ obstacle }) => obstacle === null)
      .flatMap((one): Command[] => [
        {
          id: `transfer-${one.id}`,
          label: t("give.transfer", { name: one.name }),
          note: loadOf(one),
          icon: IconArrowsExchange,
          run: guarded(() => live.transfer(chat.id, { operator_id: one.id }, "")),
        },
        ...(isIn(one.id)
          ? []
          : [
              {
                id: `invite-${one.id}`,
                label: t("give.invite", { name: one.name }),
                icon: IconUserPlus,
                run: guarded(() => live.invite(chat.id, one.id)),
              },
            ]),
      ]);
  }, [chat, colleagues, live]);
}

function loadOf({ load, limit }: Colleague): string {
  return limit > 0 ? t("give.load.limit", { n: load, limit }) : t("give.load", { n: load });
}
