// What the menu of a message needs for reactions.
export { ReactionPopover, ReactionRow } from "./ReactionPopover.tsx";
export { Reactions } from "./Reactions.tsx";
export { canReact } from "./send-reaction.ts";
export { t } from "./text.ts";
