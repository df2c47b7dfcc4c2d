/**
 * The published documents (API-115): OpenAPI of the service API and of interfaces A, B and C, and
 * the JSON Schema of the provisioning file (CFG-021). The server provides them at `/api/v1/<name>`.
 */
export const documentNames = [
  "openapi.json",
  "channel.json",
  "bot.json",
  "webhook.json",
  "config.schema.json",
] as const;
export type DocumentName = (typeof documentNames)[number];
