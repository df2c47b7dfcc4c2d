import { Type } from "typebox";
import {
  Email,
  EnvName,
  Name,
  Optional,
  PublicId,
  oneOf,
  strictOptions,
} from "../api/settings/file-fields.ts";
import {
  connectorKinds,
  getConnectorSettings,
  type ConnectorKind,
} from "../settings/connectors/index.ts";
import { ApiChannelConfigFile } from "../api/channel.ts";
import { WidgetChannelConfigFile } from "../api/settings/shapes/widget.ts";

/** Channels in the provisioning file (CFG-026). */

/**
 * A channel of an external service (CON-012). `settings` contains the settings and the secrets of
 * the kind. A secret can be read from an environment variable: its name with `_env`.
 */
const createConnectorFile = (kind: ConnectorKind) => {
  const { settings, secrets } = getConnectorSettings(kind);
  const variables = Object.keys(secrets.properties).map(
    (name) => [`${name}_env`, Optional(EnvName)] as const,
  );
  return Type.Object(
    {
      kind: oneOf([kind]),
      name: Name,
      public_id: Optional(PublicId),
      enabled: Optional(Type.Boolean({ default: true })),
      operators: Type.Array(Email, { uniqueItems: true }),
      settings: Type.Object(
        {
          ...settings.properties,
          ...Type.Partial(secrets).properties,
          ...Object.fromEntries(variables),
        },
        strictOptions,
      ),
    },
    strictOptions,
  );
};
export interface ConnectorConfigFile {
  readonly kind: ConnectorKind;
  readonly name: string;
  readonly public_id?: string;
  readonly enabled?: boolean;
  readonly operators: string[];
  readonly settings: Readonly<Record<string, unknown>>;
}
const connectorConfigFiles = Object.fromEntries(
  connectorKinds.map((kind) => [kind, createConnectorFile(kind)]),
);
export const ConnectorConfigFile = Type.Unsafe<ConnectorConfigFile>(
  Type.Union(Object.values(connectorConfigFiles)),
);

/**
 * Schemas of a channel, by kind. So an error names the wrong field, and does not only say that
 * neither schema matches.
 */
export const channelConfigFiles = {
  api: ApiChannelConfigFile,
  widget: WidgetChannelConfigFile,
  ...connectorConfigFiles,
};
