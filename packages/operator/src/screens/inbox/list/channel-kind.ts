import type { Chat } from "@parlour/protocol";
import { createContext } from "react";

/** The kind of a chat's channel. */
export type ChannelKind = Chat["channel"]["kind"];

/** The kind of the channel of the open chat, which decides how its messages are sent. */
export const ChannelKindContext = createContext<ChannelKind>("api");
