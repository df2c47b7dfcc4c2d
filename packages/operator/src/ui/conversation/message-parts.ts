export { actionLineText } from "../message/action-line-text.ts";
export { handOverText } from "../message/hand-over-text.ts";
export { SuggestionLine } from "./message/SuggestionLine.tsx";
export { Player } from "./media/Player.tsx";
export { RuleReason } from "./rule-reason/RuleReason.tsx";
