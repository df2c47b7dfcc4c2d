import { createLazyValue } from "../../../ui/loading/lazy-value.ts";

/** The parser of Markdown, which only the editor and the history need. */
export const lazyParser = createLazyValue(() => import("@parlour/protocol/article/markdown"));
