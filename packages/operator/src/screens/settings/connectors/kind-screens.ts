import type { Channel } from "@parlour/protocol";
import type { KindScreen } from "./kind-screen.ts";
import * as kinds from "./kinds/index.ts";

export const kindScreens: readonly KindScreen[] = Object.values<KindScreen>(kinds);

/** Returns the screen of a stored channel, with the fields that have an effect there, or null. */
export function findChannelScreen(channel: Channel): KindScreen | null {
  const screen = findKindScreen(channel);
  return screen && { ...screen, fields: screen.fieldsOf?.(channel) ?? screen.fields };
}

/** Returns the screen of a channel's kind, or null for interface A and widgets. */
export const findKindScreen = ({ kind }: Pick<Channel, "kind">): KindScreen | null =>
  kindScreens.find((screen) => screen.kind === kind) ?? null;
