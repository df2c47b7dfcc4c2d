import type { OfflineMessageSeen } from "@parlour/protocol/api";
import { Tag, type Tone } from "../../ui/marks.tsx";
import { t } from "./text.ts";

const tones: Readonly<Partial<Record<OfflineMessageSeen["state"], Tone>>> = { new: "info", done: "ok" };

/** State of an offline message: new, taken or done. */
export function StateTag({ state }: Pick<OfflineMessageSeen, "state">) {
  const tone = tones[state];
  return <Tag {...(tone !== undefined && { tone })}>{t(`left.${state}`)}</Tag>;
}
