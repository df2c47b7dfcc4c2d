import type { WidgetMessage } from "@parlour/protocol/widget";
import type { TextKey } from "../../texts/en/first.ts";
import type { TextFunction } from "../../texts/index.ts";

const textsWithName: Readonly<Record<string, TextKey>> = {
  accepted: "joined",
  joined: "joined",
  left: "left",
  closed: "endedBy",
};
const textsWithoutName: Readonly<Record<string, TextKey>> = {
  transferred: "passedOn",
  closed: "ended",
  rating_asked: "rateAsked",
  continued: "goesOn",
  call_started: "callStarted",
  call_ended: "callEnded",
  deleted: "deleted",
};

/** Returns the text of a system message, or "" if the visitor must not see it. */
export function getSystemMessageText(
  { code = "", detail = "" }: WidgetMessage,
  t: TextFunction,
): string {
  if (code === "invitation" || code === "greeting") return detail;
  const key =
    detail === "" ? textsWithoutName[code] : (textsWithName[code] ?? textsWithoutName[code]);
  return key === undefined ? "" : t(key, { name: detail });
}
