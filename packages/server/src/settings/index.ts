/** The settings that the provisioning file contains. */
export { apiKeyResource } from "./account/api-key.ts";
export { departmentResource } from "./account/department.ts";
export { routingResource } from "./account/routing.ts";
export { securityResource } from "./account/security.ts";
export { workingHoursResource } from "./account/working-hours.ts";
export { channelResource } from "./channels/channel.ts";
export { connectorResource } from "./channels/connector-file.ts";
export { triggerResource } from "./channels/trigger.ts";
export { widgetResource } from "./channels/widget-file.ts";
export { cannedReplyResource } from "./content/canned-reply.ts";
export { tagResource } from "./content/tag.ts";
export { botResource } from "./integrations/bot.ts";
export type { BotEntry } from "./integrations/bot-file.ts";
export { callsFile, type CallsEntry } from "./integrations/calls.ts";
export { webhookResource } from "./integrations/webhook.ts";
