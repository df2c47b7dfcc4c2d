export { ChatLink } from "./ChatLink.tsx";
export { KeyCatcher } from "./KeyCatcher.tsx";
