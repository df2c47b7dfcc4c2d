import type { Chat, Operator } from "@parlour/protocol";
import type { Mode } from "../../state/drafts.ts";
import type { Footing } from "../../state/live-state.ts";
import type { ChatActions } from "./use-chat-actions.ts";

/** Props that the screen passes to the open chat. */
export interface ConversationProps {
  me: Operator;
  view: string;
  chatId: number;
  mode: Mode;
  onMode: (mode: Mode) => void;
  actions: ChatActions;
  field: { current: HTMLTextAreaElement | null };
  panelOpen: boolean;
  onPanel: () => void;
}

/** Props of its parts, once the chat is loaded. */
export type ConversationPartProps = ConversationProps & { chat: Chat; permission: Footing };
