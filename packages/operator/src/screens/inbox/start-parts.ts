export { EmptyList } from "../../ui/start/EmptyPane.tsx";
export { EmptyPane } from "../../ui/start/EmptyPane.tsx";
export { StartLine } from "../../ui/start/StartLine.tsx";
export { NewEmailButton } from "./composer/new-email/NewEmailButton.tsx";
