import type { Chat } from "@parlour/protocol";
import { useCommands } from "../../ui/commands.ts";
import type { Mode } from "../../state/drafts.ts";
import type { Footing } from "../../state/live-state.ts";
import type { ChatActions } from "./actions.ts";
import { chatCommands } from "./chat-commands.ts";
import { visitorName } from "../../ui/visitor-name.ts";

interface Deps {
  chat: Chat | undefined;
  footing: Footing | null;
  gives: boolean;
  actions: ChatActions;
  write: (mode: Mode) => boolean;
}

/** Adds the actions of the open chat to the palette. */
export function useInboxCommands({ chat, footing, gives, actions, write }: Deps): void {
  useCommands(() =>
    chat && footing ? [{ title: visitorName(chat), kind: "chat", commands: chatCommands(footing, actions, write, gives) }] : [],
  );
}
