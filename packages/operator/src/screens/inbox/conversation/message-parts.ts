export { actionLineText } from "../../../ui/message/action-line-text.ts";
export { Player } from "../media/Player.tsx";
export { RuleReason } from "../rules/RuleReason.tsx";
