/** The settings that the provisioning file contains. */
export { apiKeyResource } from "./account/api-key.ts";
export { roleResource } from "./account/role.ts";
export { departmentResource } from "./account/department.ts";
export { channelResource } from "./channels/channel.ts";
export { connectorResource } from "./channels/connector-file.ts";
export { widgetResource } from "./channels/widget.ts";
export { mailFile } from "./installation/mail.ts";
export { oauthClientFile } from "./installation/oauth-clients.ts";
export { oidcFile } from "./installation/oidc.ts";
export { samlFile } from "./installation/saml.ts";
export { storageFile } from "./installation/storage.ts";
export { botResource, type BotEntry } from "./integrations/bot.ts";
export { forwardingFile } from "./integrations/forwarding.ts";
export { webhookResource } from "./integrations/webhook.ts";
