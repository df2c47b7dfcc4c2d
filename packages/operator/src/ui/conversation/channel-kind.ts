import { createContext } from "react";
import type { ChannelKind } from "../chat/channel-kinds.ts";

/** The kind of the channel of the open chat, which decides how its messages are sent. */
export const ChannelKindContext = createContext<ChannelKind>("api");
