import type { Chat } from "@parlour/protocol";
import { useCommands } from "../../ui/keyboard/commands.ts";
import type { DraftMode } from "../../state/drafts/drafts.ts";
import type { ChatPermission } from "../../state/live-state.ts";
import type { ChatActions } from "./use-chat-actions.ts";
import { chatCommands } from "./chat-commands.ts";
import { visitorName } from "../../ui/chat/visitor-name.ts";

interface InboxCommandDeps {
  chat: Chat | undefined;
  permission: ChatPermission | null;
  canTransfer: boolean;
  actions: ChatActions;
  write: (mode: DraftMode) => boolean;
}

/** Adds the actions of the open chat to the palette. */
export function useInboxCommands({
  chat,
  permission,
  canTransfer,
  actions,
  write,
}: InboxCommandDeps): void {
  useCommands(() =>
    chat && permission
      ? [
          {
            title: visitorName(chat),
            kind: "chat",
            commands: chatCommands(permission, actions, write, canTransfer),
          },
        ]
      : [],
  );
}
