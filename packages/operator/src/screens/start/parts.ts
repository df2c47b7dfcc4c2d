export { EmptyList } from "./EmptyList.tsx";
export { EmptyPane } from "./EmptyPane.tsx";
export { StartLine } from "./StartLine.tsx";
