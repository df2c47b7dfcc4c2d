import { StatusLine } from "./StatusLine.tsx";
import type { ViewProps } from "../view-props.ts";

/** Shows the visitor's place in the queue, or that nobody is there. */
export function AvailabilityLine({ model: { chat }, t }: ViewProps) {
  if (!chat?.queue) return <StatusLine text={t("nobodyHere")} />;
  const { place, expected_s } = chat.queue;
  const queue = t("queue", { place: new Intl.NumberFormat(t.language).format(place) });
  const wait =
    expected_s === null ? "" : `, ${t.count("wait", Math.max(1, Math.round(expected_s / 60)))}`;
  return <StatusLine text={queue + wait} />;
}
