/** What requests to the model are for (MODEL-020). The delivery log has them as events. */
export const modelPurposes = [
  "suggest",
  "rewrite",
  "summary",
  "agent",
  "replay",
  "translate",
  "archive",
  "article",
  "embed",
  "test",
] as const;
export type ModelPurpose = (typeof modelPurposes)[number];
