import type { OutboxItem } from "@parlour/client";
import { createContext, type ComponentType, type ReactNode } from "react";
import type { Message } from "@parlour/protocol";
import type { MessageGroupData } from "./message/message-groups.ts";

/** Whether messages belong to an earlier chat than the open one. */
export const EarlierContext = createContext(false);

/** Renders the chat that another one continues, by its id. Without a provider, it is not shown. */
export const EarlierChatContext = createContext<(chatId: number) => ReactNode>(() => null);

/** Renders the menu that changes a message (CORE-413). Without a provider, it is not shown. */
export const ChangeMenuContext = createContext<(message: Message) => ReactNode>(() => null);

/** Renders a message that is not stored yet. Without a provider, it is not shown. */
export const PendingMessageContext = createContext<(item: OutboxItem) => ReactNode>(() => null);

export interface LetterProps {
  group: MessageGroupData;
  /** The author as `title` names them: the name of its button contains it (WCAG 2.5.3). */
  author: string;
  /** The author as the head of the card shows them. */
  title: ReactNode;
  now: number;
  /** The messages of the email. */
  children: ReactNode;
}

/** Shows emails that can be folded to a line (MAIL-156). */
interface FoldableLetters {
  readonly Letter: ComponentType<LetterProps>;
  readonly unfold: (groupKey: string) => void;
}

/** Null where emails are always open, and in chats of other channels. */
export const LetterContext = createContext<FoldableLetters | null>(null);
