import {
  IconAlarm,
  IconArrowsExchange,
  IconBan,
  IconBell,
  IconBolt,
  IconCalendarClock,
  IconClockCheck,
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
  IconUserShare,
  IconX,
} from "@tabler/icons-react";
import type { Command } from "../../ui/keyboard/commands.ts";
import type { DraftMode } from "../../state/drafts/drafts.ts";
import type { ChatPermission } from "../../state/live-state.ts";
import type { ChatActions } from "./use-chat-actions.ts";
import type { ChatDialogKind } from "./dialogs/index.tsx";
import { t as laterText } from "./later/text.ts";
import { t as reminderText } from "../../ui/reminders/text.ts";
import { t as macroText } from "./macros/text.ts";
import { t as assignText } from "./assign/text.ts";
import { t as promiseText } from "./promise/text.ts";
import { t as writing } from "./tags/text.ts";
import { t as desk } from "../../ui/transfer/text.ts";
import { t } from "./text.ts";

export { createPriorityCommands } from "./priority/priority-commands.ts";

/** See `canTransferChat` and `canSnoozeChat`. */
interface ChatAbilities {
  readonly canTransfer: boolean;
  readonly canSnooze: boolean;
}

/** Returns the palette commands for the open chat. */
export function chatCommands(
  permission: ChatPermission,
  actions: ChatActions,
  write: (mode: DraftMode) => boolean,
  abilities: ChatAbilities,
): Command[] {
  const commands = createCommands(actions, write);
  return listCommandNames(permission, abilities).map((name) => commands[name]);
}

type CommandName = keyof ReturnType<typeof createCommands>;

/** Returns the names of the commands that a permission allows, in display order. */
function listCommandNames(
  permission: ChatPermission,
  { canTransfer, canSnooze }: ChatAbilities,
): readonly CommandName[] {
  const transferNames: readonly CommandName[] = canTransfer ? ["assign", "transfer", "invite"] : [];
  const commonNames: readonly CommandName[] = [
    ...(canSnooze ? (["snooze", "promise"] as const) : []),
    "remind",
    "macro",
    "block",
    "tag",
    "save",
    "unread",
    "link",
  ];
  switch (permission) {
    case "read":
      return ["save", "link"];
    case "closed":
      return ["resume", ...commonNames];
    case "take":
      return ["take", "note", "later", "close", "closeWhy", ...commonNames];
    case "other":
      return ["join", "note", ...transferNames, "call", ...commonNames];
    case "reply":
      return [
        "note",
        "later",
        ...transferNames,
        "close",
        "closeWhy",
        "leave",
        "call",
        ...commonNames,
      ];
  }
}

const createCommands = (actions: ChatActions, write: (mode: DraftMode) => boolean) =>
  ({
    ...createDialogCommands((kind) => () => actions.showDialog(kind)),
    ...createActionCommands(actions),
    note: {
      id: "note",
      label: t("cmd.note"),
      icon: IconNote,
      keys: "N",
      run: () => void write("note"),
    },
  }) satisfies Record<string, Command>;

const createDialogCommands = (showDialog: (kind: ChatDialogKind) => () => void) => ({
  assign: {
    id: "assign",
    label: assignText("assign.cmd"),
    icon: IconUserShare,
    keys: "A",
    run: showDialog("assign"),
  },
  transfer: {
    id: "transfer",
    label: desk("cmd.transfer"),
    icon: IconArrowsExchange,
    keys: "T",
    run: showDialog("transfer"),
  },
  invite: {
    id: "invite",
    label: desk("cmd.invite"),
    icon: IconUserPlus,
    keys: "I",
    run: showDialog("invite"),
  },
  snooze: {
    id: "snooze",
    label: t("conversation.snooze"),
    icon: IconAlarm,
    keys: "H",
    run: showDialog("snooze"),
  },
  promise: {
    id: "promise",
    label: promiseText("promise.cmd"),
    icon: IconClockCheck,
    keys: "P",
    run: showDialog("promise"),
  },
  remind: {
    id: "remind",
    label: reminderText("reminders.cmd"),
    icon: IconBell,
    run: showDialog("remind"),
  },
  later: {
    id: "later",
    label: laterText("later.title"),
    icon: IconCalendarClock,
    run: showDialog("later"),
  },
  macro: {
    id: "macro",
    label: macroText("macros.cmd"),
    icon: IconBolt,
    keys: "M",
    run: showDialog("macro"),
  },
  closeWhy: { id: "close-why", label: desk("cmd.closewhy"), icon: IconX, run: showDialog("close") },
  block: {
    id: "block",
    label: desk("cmd.block"),
    icon: IconBan,
    keys: "B",
    run: showDialog("block"),
  },
  tag: { id: "tag", label: writing("cmd.tag"), icon: IconTag, keys: "L", run: showDialog("tags") },
  save: {
    id: "transcript",
    label: writing("cmd.transcript"),
    icon: IconFileDownload,
    run: showDialog("transcript"),
  },
});

/** The commands that act at once. */
const createActionCommands = (actions: ChatActions) => ({
  take: { id: "take", label: t("cmd.take"), icon: IconCornerUpLeft, keys: "R", run: actions.take },
  join: { id: "join", label: t("cmd.join"), icon: IconUserPlus, keys: "A", run: actions.join },
  resume: {
    id: "continue",
    label: t("cmd.continue"),
    icon: IconPlayerPlay,
    run: actions.continueChat,
  },
  close: { id: "close", label: t("cmd.close"), icon: IconX, keys: "E", run: () => actions.close() },
  leave: { id: "leave", label: desk("cmd.leave"), icon: IconLogout, run: actions.leave },
  call: { id: "call", label: t("cmd.call"), icon: IconPhoneCall, run: actions.call },
  unread: {
    id: "unread",
    label: t("cmd.unread"),
    icon: IconMailOpened,
    keys: "U",
    run: actions.unread,
  },
  link: {
    id: "copy-link",
    label: t("conversation.copylink"),
    icon: IconLink,
    run: actions.copyLink,
  },
});
