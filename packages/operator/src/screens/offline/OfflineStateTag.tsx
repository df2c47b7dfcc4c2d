import type { OfflineMessageWithDeliveries } from "@parlour/protocol/api";
import { Tag, type Tone } from "../../ui/badges.tsx";
import { t } from "./text.ts";

const stateTones: Readonly<Partial<Record<OfflineMessageWithDeliveries["state"], Tone>>> = {
  new: "info",
  done: "ok",
};

/** Shows the state of an offline message: new, taken or done. */
export function OfflineStateTag({ state }: { state: OfflineMessageWithDeliveries["state"] }) {
  const tone = stateTones[state];
  return <Tag tone={tone}>{t(`offlinemessage.${state}`)}</Tag>;
}
