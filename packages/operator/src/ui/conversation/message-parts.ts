export { actionLineText } from "../message/action-line-text.ts";
export { Player } from "./media/Player.tsx";
export { RuleReason } from "./rule-reason/RuleReason.tsx";
