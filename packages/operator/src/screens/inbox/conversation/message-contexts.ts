import { createContext, type ReactNode } from "react";

/** Whether messages belong to an earlier chat than the open one. */
export const EarlierContext = createContext(false);

/** Renders the chat that another one continues, by its id. Without a provider, it is not shown. */
export const EarlierChatContext = createContext<(chatId: number) => ReactNode>(() => null);
