/** Schemas of articles. */
export * from "./article.ts";
export * from "./article-import.ts";
export * from "./site-import.ts";
export * from "./article-gaps.ts";
export * from "./article-report.ts";
export * from "./article-section.ts";
export * from "./help-center.ts";
