import {
  IconArrowsExchange,
  IconBan,
  IconCornerUpLeft,
  IconFileDownload,
  IconLink,
  IconLogout,
  IconMailOpened,
  IconNote,
  IconPhoneCall,
  IconPlayerPlay,
  IconTag,
  IconUserPlus,
  IconX,
} from "@tabler/icons-react";
import type { Chat, Operator } from "@parlour/protocol";
import type { Command } from "../../ui/commands.ts";
import type { Mode } from "../../state/drafts.ts";
import type { Footing } from "../../state/live-state.ts";
import type { ChatActions } from "./actions.ts";
import type { Asked } from "./dialogs/index.tsx";
import { t as writing } from "./tags/text.ts";
import { t as desk } from "./transfer/text.ts";
import { t } from "./text.ts";

/**
 * Returns whether the operator may transfer the chat and invite into it: participants, and owners
 * and admins in any chat (API-025).
 */
export function mayGive(chat: Pick<Chat, "state" | "transfer">, footing: Footing, me: Pick<Operator, "role">): boolean {
  if (chat.state !== "open" || chat.transfer) return false;
  return footing === "reply" || (footing === "other" && (me.role === "owner" || me.role === "admin"));
}

/** Returns the palette commands for the open chat. `canTransfer`: see {@link canTransferChat}. */
export function chatCommands(footing: Footing, actions: ChatActions, write: (mode: Mode) => boolean, gives: boolean): Command[] {
  const all = commandsOf(actions, write);
  return offeredTo(footing, gives).map((name) => all[name]);
}

type Name = keyof ReturnType<typeof commandsOf>;

/** Returns the commands for a permission, in this order. */
function offeredTo(footing: Footing, gives: boolean): readonly Name[] {
  const give: readonly Name[] = gives ? ["transfer", "invite"] : [];
  const rest: readonly Name[] = ["block", "tag", "save", "unread", "link"];
  switch (footing) {
    case "read":
      return ["save", "link"];
    case "closed":
      return ["resume", ...rest];
    case "take":
      return ["take", "note", "close", "closeWhy", ...rest];
    case "other":
      return ["join", "note", ...give, "call", ...rest];
    case "reply":
      return ["note", ...give, "close", "closeWhy", "leave", "call", ...rest];
  }
}

function commandsOf(actions: ChatActions, write: (mode: Mode) => boolean) {
  const asking = (what: Asked) => () => actions.ask(what);
  return {
    take: { id: "take", label: t("cmd.take"), icon: IconCornerUpLeft, keys: "R", run: actions.take },
    join: { id: "join", label: t("cmd.join"), icon: IconUserPlus, keys: "A", run: actions.join },
    resume: { id: "continue", label: t("cmd.continue"), icon: IconPlayerPlay, run: actions.continueChat },
    note: { id: "note", label: t("cmd.note"), icon: IconNote, keys: "N", run: () => void write("note") },
    transfer: { id: "transfer", label: desk("cmd.transfer"), icon: IconArrowsExchange, keys: "T", run: asking("transfer") },
    invite: { id: "invite", label: desk("cmd.invite"), icon: IconUserPlus, keys: "I", run: asking("invite") },
    close: { id: "close", label: t("cmd.close"), icon: IconX, keys: "E", run: () => actions.close() },
    closeWhy: { id: "close-why", label: desk("cmd.closewhy"), icon: IconX, run: asking("close") },
    leave: { id: "leave", label: desk("cmd.leave"), icon: IconLogout, run: actions.leave },
    call: { id: "call", label: t("cmd.call"), icon: IconPhoneCall, run: actions.call },
    block: { id: "block", label: desk("cmd.block"), icon: IconBan, keys: "B", run: asking("block") },
    tag: { id: "tag", label: writing("cmd.tag"), icon: IconTag, run: asking("tags") },
    save: { id: "transcript", label: writing("cmd.transcript"), icon: IconFileDownload, run: asking("transcript") },
    unread: { id: "unread", label: t("cmd.unread"), icon: IconMailOpened, keys: "U", run: actions.unread },
    link: { id: "copy-link", label: t("talk.copylink"), icon: IconLink, run: actions.copyLink },
  } satisfies Record<string, Command>;
}
