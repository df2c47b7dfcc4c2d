import type { ConfigFile } from "@parlour/protocol/config";
import {
  getConnectorSettings,
  isConnectorKind,
  type ConnectorKind,
} from "@parlour/protocol/entity/channel-kinds/settings";
import type { ConnectorSettings } from "../../core/channel/connector-settings.ts";
import { Refusal } from "../../core/failure.ts";
import { mergeConnectorSettings } from "../../settings/channels/connector.ts";
import type { FileHelpers } from "../../settings/resource.ts";

/** A channel of an external service in a file (CON-012). */
export interface DesiredConnector extends Pick<ConnectorSettings, "settings" | "secrets"> {
  /** Index in `channels` of the file. */
  readonly n: number;
  readonly kind: ConnectorKind;
  readonly name: string;
  /** Null means that the id is generated. The channel is then matched by name. */
  readonly publicId: string | null;
  readonly enabled: boolean;
  /** Emails. */
  readonly operators: readonly string[];
}

/**
 * Parses the channels of external services. Secrets come from the file or from environment
 * variables. The service is not asked, so that a start does not depend on it.
 */
export function parseConnectors(
  config: ConfigFile,
  { reportError, secret }: Pick<FileHelpers, "reportError" | "secret">,
): readonly DesiredConnector[] {
  return (config.channels ?? []).flatMap((channel, n): DesiredConnector[] => {
    const { kind, name, public_id: publicId, enabled, operators } = channel;
    if (!isConnectorKind(kind) || !("settings" in channel)) return [];
    const at = ["channels", n, "settings"] as const;
    const given: Record<string, unknown> = { ...channel.settings };
    for (const field of Object.keys(getConnectorSettings(kind).secrets.properties)) {
      const clear = given[field] as string | undefined;
      const value = secret(at, field, clear, given[`${field}_env`] as string | undefined);
      delete given[`${field}_env`];
      if (value !== null) given[field] = value;
    }
    try {
      const { settings, secrets } = mergeConnectorSettings(kind, null, given);
      return [
        {
          n,
          kind,
          name,
          publicId: publicId ?? null,
          enabled: enabled ?? true,
          operators: operators ?? [],
          settings,
          secrets,
        },
      ];
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      reportError(at, error.failure.message, "CON-010");
      return [];
    }
  });
}
