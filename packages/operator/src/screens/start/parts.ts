export { EmptyList } from "./EmptyPane.tsx";
export { EmptyPane } from "./EmptyPane.tsx";
export { StartLine } from "./StartLine.tsx";
export { NewEmailButton } from "../inbox/composer/new-email/NewEmailButton.tsx";
