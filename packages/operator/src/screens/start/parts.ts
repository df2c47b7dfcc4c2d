export { EmptyList } from "./EmptyPane.tsx";
export { EmptyPane } from "./EmptyPane.tsx";
export { StartLine } from "./StartLine.tsx";
