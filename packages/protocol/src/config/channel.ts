import { Type, type Static, type TObject } from "typebox";
import { EnvName, Optional, oneOf, strictOptions } from "../api/settings/file-fields.ts";
import { createListSchemas } from "../api/settings/shapes/list-schemas.ts";
import { connector } from "../settings/kinds/channels/connector.ts";
import {
  connectorKinds,
  getConnectorSettings,
  type ConnectorKind,
} from "../settings/connectors/index.ts";
import { ApiChannelConfigFile } from "../api/channel.ts";
import { createConnectorSchemas } from "../api/settings/shapes/connector.ts";
import { WidgetChannelConfigFile } from "../api/settings/shapes/widget.ts";

/** Channels in the provisioning file (CFG-026). */

const { file } = createListSchemas(connector, {});
/**
 * A channel of an external service (CON-012). `settings` contains the settings and the credentials
 * of the kind. A credential can be read from an environment variable: its name with `_env`.
 */
const createConnectorFile = (kind: ConnectorKind) => {
  const { settings, credentials } = createConnectorSchemas(getConnectorSettings(kind));
  const variables = Object.keys(credentials).map(
    (name) => [`${name}_env`, Optional(EnvName)] as const,
  );
  return Type.Object(
    {
      kind: oneOf([kind]),
      ...(file as unknown as TObject).properties,
      settings: Type.Object(
        {
          ...settings,
          ...Type.Partial(Type.Object(credentials)).properties,
          ...Object.fromEntries(variables),
        },
        strictOptions,
      ),
    },
    strictOptions,
  );
};
export interface ConnectorConfigFile extends Static<typeof file> {
  readonly kind: ConnectorKind;
  readonly settings: Readonly<Record<string, unknown>>;
}
const connectorConfigFiles = Object.fromEntries(
  connectorKinds.map((kind) => [kind, createConnectorFile(kind)]),
);
export const ConnectorConfigFile = Type.Unsafe<ConnectorConfigFile>(
  Type.Union(Object.values(connectorConfigFiles)),
);

/** An error then names the wrong field, not that neither schema matches. */
export const channelConfigFiles = {
  api: ApiChannelConfigFile,
  widget: WidgetChannelConfigFile,
  ...connectorConfigFiles,
};
