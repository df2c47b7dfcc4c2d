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
import type { Command } from "../../app/commands.ts";
import type { Mode } from "../../state/drafts.ts";
import type { Footing } from "../../state/live-state.ts";
import type { ChatActions } from "./actions.ts";
import { t as writing } from "./tags/text.ts";
import { t as desk } from "./transfer/text.ts";
import { t } from "./text.ts";

/** Who may transfer the chat and invite into it: whoever is in it; owners and administrators also in a colleague's (API-025). */
export function mayGive(chat: Pick<Chat, "state" | "transfer">, footing: Footing, me: Pick<Operator, "role">): boolean {
  if (chat.state !== "open" || chat.transfer) return false;
  return footing === "reply" || (footing === "other" && (me.role === "owner" || me.role === "admin"));
}

/** What the palette offers for the open chat. `gives`: see {@link mayGive}. */
export function chatCommands(footing: Footing, actions: ChatActions, write: (mode: Mode) => boolean, gives: boolean): Command[] {
  const note: Command = { id: "note", label: t("cmd.note"), icon: IconNote, keys: "N", run: () => void write("note") };
  const unread: Command = { id: "unread", label: t("cmd.unread"), icon: IconMailOpened, keys: "U", run: actions.unread };
  const close: Command = { id: "close", label: t("cmd.close"), icon: IconX, keys: "E", run: () => actions.close() };
  const closeWhy: Command = { id: "close-why", label: desk("cmd.closewhy"), icon: IconX, run: () => actions.ask("close") };
  const transfer: Command = {
    id: "transfer",
    label: desk("cmd.transfer"),
    icon: IconArrowsExchange,
    keys: "T",
    run: () => actions.ask("transfer"),
  };
  const invite: Command = { id: "invite", label: desk("cmd.invite"), icon: IconUserPlus, keys: "I", run: () => actions.ask("invite") };
  const give = gives ? [transfer, invite] : [];
  const leave: Command = { id: "leave", label: desk("cmd.leave"), icon: IconLogout, run: actions.leave };
  const block: Command = { id: "block", label: desk("cmd.block"), icon: IconBan, keys: "B", run: () => actions.ask("block") };
  const tag: Command = { id: "tag", label: writing("cmd.tag"), icon: IconTag, run: () => actions.ask("tags") };
  const save: Command = {
    id: "transcript",
    label: writing("cmd.transcript"),
    icon: IconFileDownload,
    run: () => actions.ask("transcript"),
  };
  const call: Command = { id: "call", label: t("cmd.call"), icon: IconPhoneCall, run: actions.call };
  const link: Command = { id: "copy-link", label: t("talk.copylink"), icon: IconLink, run: actions.copyLink };
  switch (footing) {
    case "read":
      return [save, link];
    case "closed":
      return [
        { id: "continue", label: t("cmd.continue"), icon: IconPlayerPlay, run: actions.continueChat },
        block,
        tag,
        save,
        unread,
        link,
      ];
    case "take":
      return [
        { id: "take", label: t("cmd.take"), icon: IconCornerUpLeft, keys: "R", run: actions.take },
        note,
        close,
        closeWhy,
        block,
        tag,
        save,
        unread,
        link,
      ];
    case "other":
      return [
        { id: "join", label: t("cmd.join"), icon: IconUserPlus, keys: "A", run: actions.join },
        note,
        ...give,
        call,
        block,
        tag,
        save,
        unread,
        link,
      ];
    case "reply":
      return [note, ...give, close, closeWhy, leave, call, block, tag, save, unread, link];
  }
}
