/** The settings that the provisioning file contains. */
export { apiKeyResource } from "./account/api-key.ts";
export { departmentResource } from "./account/department.ts";
export { channelResource } from "./channels/channel.ts";
export { connectorResource } from "./channels/connector-file.ts";
export { triggerResource } from "./channels/trigger.ts";
export { widgetResource } from "./channels/widget.ts";
export { blockListResource } from "./content/block-list.ts";
export { cannedReplyResource } from "./content/canned-reply.ts";
export { fieldResource } from "./content/field.ts";
export { tagResource } from "./content/tag.ts";
export { viewResource } from "./content/view.ts";
export { mailFile } from "./installation/mail.ts";
export { oauthClientFile } from "./installation/oauth-clients.ts";
export { oidcFile } from "./installation/oidc.ts";
export { storageFile } from "./installation/storage.ts";
export { botResource, type BotEntry } from "./integrations/bot.ts";
export { webhookResource } from "./integrations/webhook.ts";
