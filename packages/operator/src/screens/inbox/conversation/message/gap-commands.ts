import type { Chat, Operator } from "@parlour/protocol";
import { IconBook2 } from "@tabler/icons-react";
import type { LiveClient } from "../../../../state/live/live-client.ts";
import type { Command } from "../../../../ui/keyboard/commands.ts";
import { canNoteGap, noteGap } from "../../../../ui/gaps/note-gap.ts";
import { t } from "../../../../ui/gaps/text.ts";

/** Returns the palette command that notes the latest question of the customer as a gap. */
export function createGapCommands({ id }: Chat, me: Operator, live: LiveClient): Command[] {
  const message = live
    .get()
    .snapshot.logs.get(id)
    ?.messages.findLast((one) => canNoteGap(one, me));
  if (message === undefined) return [];
  const run = () => void noteGap({ chatId: id, seq: message.seq });
  return [{ id: "gap", label: t("gap.note"), icon: IconBook2, run }];
}
