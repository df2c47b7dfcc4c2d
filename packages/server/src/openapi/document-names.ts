/**
 * The published documents (API-115): OpenAPI of the service API and of interfaces A, B and C,
 * AsyncAPI of the operator socket and the webhooks (API-386), and the JSON Schema of the
 * provisioning file (CFG-021).
 */
export const documentNames = [
  "openapi.json",
  "channel.json",
  "bot.json",
  "webhook.json",
  "asyncapi.json",
  "config.schema.json",
] as const;
export type DocumentName = (typeof documentNames)[number];

/** Files that the server provides at `/api/v1/<name>`. One document is also written as YAML. */
export const documentFiles = [...documentNames, "openapi.yaml"] as const;
export type DocumentFile = (typeof documentFiles)[number];
