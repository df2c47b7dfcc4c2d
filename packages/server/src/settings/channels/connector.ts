import {
  getConnectorSettings,
  listCredentials,
  type ConnectorKind,
} from "@parlour/protocol/settings/connectors";
import { createConnectorSchemas } from "@parlour/protocol/api/settings/shapes/connector";
import { Type } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import type { ConnectorSettings } from "../../core/channel/connector-settings.ts";
import { refuse } from "../../core/failure.ts";
import type { Secrets } from "../../store/database/seal.ts";
import type { StoredConnector } from "../../store/settings/channels/channel.ts";

/**
 * Applies a change to the settings of a connector and checks the result (CON-010). Absent fields
 * keep their values, null removes an optional one. Throws `invalid_request` with the field.
 */
export function mergeConnectorSettings(
  kind: ConnectorKind,
  stored: ConnectorSettings | null,
  patch: Readonly<Record<string, unknown>>,
): ConnectorSettings {
  const credentials = listCredentials(kind);
  const merged: Record<string, unknown> = { ...stored?.settings, ...stored?.secrets, ...patch };
  for (const [name, value] of Object.entries(merged)) if (value === null) delete merged[name];
  const [fault] = getValidator(kind).Errors(merged);
  if (fault !== undefined) {
    const path = fault.instancePath.slice(1).replaceAll("/", ".");
    refuse("invalid_request", `settings${path === "" ? "" : `.${path}`} ${fault.message}.`, {
      field: path === "" ? "settings" : `settings.${path}`,
    });
  }
  const isSecret = (name: string): boolean => credentials.includes(name);
  const entries = Object.entries(merged);
  return {
    settings: Object.fromEntries(entries.filter(([name]) => !isSecret(name))),
    secrets: Object.fromEntries(
      entries.flatMap(([name, value]) => (isSecret(name) ? [[name, String(value)]] : [])),
    ),
    info: {},
  };
}

/**
 * Describes the changed settings that decide where texts go (CON-069), for example
 * `mail: address shop@shop.example, smtp mail.shop.example:465`. Returns null if none changed.
 * Secrets are only named.
 */
export function describeDestinations(
  kind: ConnectorKind,
  before: ConnectorSettings | null,
  after: ConnectorSettings,
): string | null {
  const { fields } = getConnectorSettings(kind);
  const changed = Object.keys(fields).filter((name) => {
    const [old, next] = [before, after].map((values) =>
      JSON.stringify(values?.settings[name] ?? values?.secrets[name] ?? null),
    );
    return fields[name]?.needs === "addresses" && old !== next;
  });
  if (changed.length === 0) return null;
  const texts = changed.map((name) =>
    [name, describeSetting(after.settings[name])].filter(Boolean).join(" "),
  );
  return `${kind}: ${texts.join(", ")}`;
}
function describeSetting(value: unknown): string {
  if (typeof value === "string") return value;
  const { host, port } = (value ?? {}) as { readonly host?: string; readonly port?: number };
  return host === undefined ? "" : `${host}:${port}`;
}

const validators = new Map<ConnectorKind, Validator>();
function getValidator(kind: ConnectorKind): Validator {
  let validator = validators.get(kind);
  if (validator === undefined) {
    const { settings, credentials } = createConnectorSchemas(getConnectorSettings(kind));
    validator = Compile(
      Type.Object({ ...settings, ...credentials }, { additionalProperties: false }),
    );
    validators.set(kind, validator);
  }
  return validator;
}

export function sealConnectorSettings(
  { settings, info, secrets }: ConnectorSettings,
  { seal }: { readonly seal: Secrets["seal"] },
): StoredConnector {
  return { settings, info, sealedSecrets: seal(JSON.stringify(secrets)) };
}
/** Converts stored settings back. Throws UnsealError if SECRET_KEY is another one. */
export function openConnectorSettings(
  { settings, info, sealedSecrets }: StoredConnector,
  { open }: { readonly open: Secrets["open"] },
): ConnectorSettings {
  return { settings, info, secrets: JSON.parse(open(sealedSecrets)) as Record<string, string> };
}
