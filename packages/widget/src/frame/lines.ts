import type { WidgetMessage } from "@parlour/protocol/widget";
import type { TextKey } from "../texts/en.ts";
import type { Words } from "../texts/index.ts";

const named: Readonly<Record<string, TextKey>> = { accepted: "joined", joined: "joined", left: "left", closed: "endedBy" };
const plain: Readonly<Record<string, TextKey>> = {
  transferred: "passedOn",
  closed: "ended",
  rating_asked: "rateAsked",
  continued: "goesOn",
  call_started: "callStarted",
  call_ended: "callEnded",
};

/** Returns the text of a system message, or "" if the visitor must not see it. */
export function lineText({ code = "", detail = "" }: WidgetMessage, words: Words): string {
  if (code === "invitation" || code === "greeting") return detail;
  const key = detail === "" ? plain[code] : (named[code] ?? plain[code]);
  return key === undefined ? "" : words(key, { name: detail });
}
