import type { Chat, Operator } from "@parlour/protocol";
import type { Mode } from "../../state/drafts.ts";
import type { Footing } from "../../state/live-state.ts";
import type { ChatActions } from "./actions.ts";

/** What the screen hands to the open chat. */
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

/** And to its parts, once the chat is known. */
export type PartProps = ConversationProps & { chat: Chat; footing: Footing };
