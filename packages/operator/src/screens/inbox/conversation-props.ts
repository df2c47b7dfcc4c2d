import type { Chat, Operator } from "@parlour/protocol";
import type { DraftMode } from "../../state/drafts/drafts.ts";
import type { ChatPermission, InboxView } from "../../state/live-state.ts";
import type { ChatActions } from "./use-chat-actions.ts";

/** Props that the screen passes to the open chat. */
export interface ConversationProps {
  me: Operator;
  view: InboxView;
  chatId: number;
  mode: DraftMode;
  onMode: (mode: DraftMode) => void;
  actions: ChatActions;
  field: { current: HTMLTextAreaElement | null };
  panelOpen: boolean;
  onPanel: () => void;
}

/** Props of the parts of a conversation, once the chat is loaded. */
export type ConversationPartProps = ConversationProps & { chat: Chat; permission: ChatPermission };
