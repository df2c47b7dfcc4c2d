import type { Chat } from "@parlour/protocol";
import { Tag } from "../../ui/marks.tsx";
import { t } from "./text.ts";

const tones = { waiting: "warn", bot: "bot", open: "ok", closed: undefined } as const;

/** How a found chat stands, in the list and beside it. What is over has no colour. */
export function StateTag({ state }: { state: Chat["state"] }) {
  const tone = tones[state];
  return <Tag {...(tone !== undefined && { tone })}>{t(`state.${state}`)}</Tag>;
}
