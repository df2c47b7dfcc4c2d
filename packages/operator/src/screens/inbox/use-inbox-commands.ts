import { IconMessageCircle } from "@tabler/icons-react";
import type { Chat } from "@parlour/protocol";
import { useCommands, type Command } from "../../ui/commands.ts";
import { chatTexts } from "../../ui/chat-text.ts";
import type { Mode } from "../../state/drafts.ts";
import type { Footing } from "../../state/live-state.ts";
import { useLiveStore } from "../../state/live-context.tsx";
import type { ChatActions } from "./actions.ts";
import { chatCommands } from "./chat-commands.ts";
import { visitorName } from "../../ui/visitor-name.ts";

interface Deps {
  chat: Chat | undefined;
  footing: Footing | null;
  gives: boolean;
  actions: ChatActions;
  write: (mode: Mode) => boolean;
  open: (chatId: number, how: "look") => void;
}

/** What the palette offers here: the deeds of the open chat, and the other chats by name. */
export function useInboxCommands({ chat, footing, gives, actions, write, open }: Deps): void {
  const live = useLiveStore();
  useCommands(() => [
    ...(chat && footing ? [{ title: visitorName(chat), commands: chatCommands(footing, actions, write, gives) }] : []),
    {
      title: chatTexts("view.chats"),
      commands: [...live.get().snapshot.chats.values()].map(({ chat: other }): Command => ({
        id: `chat-${other.id}`,
        label: visitorName(other),
        note: `#${other.visitor.number} ${other.channel.name}`,
        icon: IconMessageCircle,
        run: () => open(other.id, "look"),
      })),
    },
  ]);
}
