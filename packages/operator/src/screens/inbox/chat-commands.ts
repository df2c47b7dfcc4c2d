import { IconCornerUpLeft, IconMailOpened, IconNote, IconPlayerPlay, IconUserPlus, IconX } from "@tabler/icons-react";
import type { Command } from "../../app/commands.ts";
import type { Mode } from "../../state/drafts.ts";
import type { Footing } from "../../state/live-state.ts";
import type { ChatActions } from "./actions.ts";
import { t } from "./text.ts";

/** What the palette offers for the open chat. */
export function chatCommands(footing: Footing, actions: ChatActions, write: (mode: Mode) => boolean): Command[] {
  const note: Command = { id: "note", label: t("cmd.note"), icon: IconNote, keys: "N", run: () => void write("note") };
  const unread: Command = { id: "unread", label: t("cmd.unread"), icon: IconMailOpened, keys: "U", run: actions.unread };
  const close: Command = { id: "close", label: t("cmd.close"), icon: IconX, keys: "E", run: actions.close };
  switch (footing) {
    case "read":
      return [];
    case "closed":
      return [{ id: "continue", label: t("cmd.continue"), icon: IconPlayerPlay, run: actions.continueChat }];
    case "take":
      return [{ id: "take", label: t("cmd.take"), icon: IconCornerUpLeft, keys: "R", run: actions.take }, note, close, unread];
    case "other":
      return [{ id: "join", label: t("cmd.join"), icon: IconUserPlus, run: actions.join }, note, unread];
    case "reply":
      return [note, close, unread];
  }
}
