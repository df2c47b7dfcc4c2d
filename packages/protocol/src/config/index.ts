import { Type, type Static } from "typebox";
import {
  AccountConfigFile,
  AgentFile,
  ApiChannelConfigFile,
  ApiKeyConfigFile,
  ArticleSectionFile,
  BlockListFile,
  BotConfigFile,
  BotProviderConfigFile,
  CallsFile,
  CannedReplyFile,
  DepartmentConfigFile,
  FieldFile,
  ForwardingFile,
  HelpCenterFile,
  MacroFile,
  MailFile,
  OAuthClientFile,
  OperatorConfigFile,
  OperatorStatusFile,
  RetentionFile,
  RoleFile,
  ModelFile,
  RoutingFile,
  RuleFile,
  ScheduledReportFile,
  SecurityFile,
  SegmentFile,
  SlaPolicyFile,
  TagFile,
  TriggerFile,
  ViewFile,
  WebhookConfigFile,
  WidgetChannelConfigFile,
  WorkingHours,
} from "../api/index.ts";
import { OidcFile } from "../api/people/session.ts";
import { SamlFile } from "../api/people/saml.ts";
import { Optional, strictOptions } from "../api/settings/file-fields.ts";
import { ConnectorConfigFile } from "./channel.ts";
import { EgressFile, LimitsConfig, StorageFile } from "./installation.ts";

/**
 * The provisioning file (CFG-021 – CFG-035). Each file of this folder has one part of it. The
 * server serves the complete schema as `/api/v1/config.schema.json` (API-115), and reports the
 * parts that it does not apply yet.
 */

export {
  AccountConfigFile,
  ApiChannelConfigFile,
  ApiKeyConfigFile,
  BotConfigFile,
  BotProviderConfigFile,
  DepartmentConfigFile,
  OperatorConfigFile,
  WebhookConfigFile,
} from "../api/index.ts";
export * from "./channel.ts";
export { LimitsConfig, storageConfigFiles } from "./installation.ts";

export const ConfigFile = Type.Object(
  {
    version: Type.Literal(1),
    account: Optional(AccountConfigFile),
    roles: Optional(Type.Array(RoleFile, { maxItems: 100 })),
    operators: Optional(Type.Array(OperatorConfigFile)),
    departments: Optional(Type.Array(DepartmentConfigFile)),
    api_keys: Optional(Type.Array(ApiKeyConfigFile)),
    channels: Optional(
      Type.Array(Type.Union([ApiChannelConfigFile, WidgetChannelConfigFile, ConnectorConfigFile])),
    ),
    bot_providers: Optional(Type.Array(BotProviderConfigFile)),
    bots: Optional(Type.Array(BotConfigFile)),
    agents: Optional(Type.Array(AgentFile, { maxItems: 20 })),
    webhooks: Optional(Type.Array(WebhookConfigFile)),
    working_hours: Optional(WorkingHours),
    routing: Optional(RoutingFile),
    help_center: Optional(HelpCenterFile),
    security: Optional(SecurityFile),
    model: Optional(ModelFile),
    fields: Optional(Type.Array(FieldFile, { maxItems: 200 })),
    tags: Optional(Type.Array(TagFile, { maxItems: 500 })),
    canned_replies: Optional(Type.Array(CannedReplyFile, { maxItems: 2000 })),
    triggers: Optional(Type.Array(TriggerFile, { maxItems: 100 })),
    views: Optional(Type.Array(ViewFile, { maxItems: 100 })),
    macros: Optional(Type.Array(MacroFile, { maxItems: 100 })),
    segments: Optional(Type.Array(SegmentFile, { maxItems: 100 })),
    rules: Optional(Type.Array(RuleFile, { maxItems: 200 })),
    statuses: Optional(Type.Array(OperatorStatusFile, { maxItems: 50 })),
    scheduled_reports: Optional(Type.Array(ScheduledReportFile, { maxItems: 50 })),
    sla_policies: Optional(Type.Array(SlaPolicyFile, { maxItems: 50 })),
    article_sections: Optional(Type.Array(ArticleSectionFile, { maxItems: 200 })),
    calls: Optional(CallsFile),
    forwarding: Optional(ForwardingFile),
    blacklist: Optional(Type.Array(BlockListFile, { maxItems: 10_000 })),
    egress: Optional(EgressFile),
    limits: Optional(LimitsConfig),
    retention: Optional(RetentionFile),
    mail: Optional(MailFile),
    storage: Optional(StorageFile),
    oauth_clients: Optional(Type.Array(OAuthClientFile)),
    oidc: Optional(Type.Array(OidcFile)),
    saml: Optional(Type.Array(SamlFile)),
  },
  {
    ...strictOptions,
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Parlour provisioning file",
  },
);
export type ConfigFile = Static<typeof ConfigFile>;
