import type { ConfigFile } from "@parlour/protocol/config";
import { sortKeys } from "../../../settings/sort-keys.ts";
import type { FileHelpers } from "../../../settings/resource.ts";
import {
  setOAuthClient,
  toOwnProvider,
  type OAuthClientRecord,
} from "../../../store/settings/installation/oauth-clients.ts";
import { describeChanges, type ApplyContext, type PlannedChange } from "../planned-change.ts";

/** A client at a provider of mailboxes in a file (CFG-136), with the resolved secret. */
export interface DesiredOAuthClient extends Omit<OAuthClientRecord, "secret" | "managed"> {
  readonly secret: string | null;
}

export function parseOAuthClients(
  config: ConfigFile,
  { reportError, secret, unique }: Pick<FileHelpers, "reportError" | "secret" | "unique">,
): readonly DesiredOAuthClient[] {
  const desired = (config.oauth_clients ?? []).map((client, n): DesiredOAuthClient => {
    const { provider, client_id: clientId, tenant = null, own } = client;
    if ((provider === "own") !== (own !== undefined))
      reportError(
        ["oauth_clients", n],
        "must have own if provider is own, and only then",
        "CFG-136",
      );
    if (tenant !== null && provider !== "microsoft")
      reportError(["oauth_clients", n, "tenant"], "is only for microsoft", "CFG-136");
    return {
      provider,
      clientId,
      tenant,
      own: own === undefined ? null : toOwnProvider(own),
      secret: secret(["oauth_clients", n], "client_secret", undefined, client.client_secret_env),
    };
  });
  unique(
    desired,
    ({ provider }) => provider,
    (n, first) =>
      reportError(
        ["oauth_clients", n],
        `has the same provider as oauth_clients[${first}]`,
        "CFG-136",
      ),
  );
  return desired;
}

/** Plans the clients. Keeps those that the file does not manage. */
export function planOAuthClients(
  desired: readonly DesiredOAuthClient[],
  current: readonly OAuthClientRecord[],
  unseal: (sealed: Buffer) => string,
): { readonly differences: PlannedChange[]; readonly removals: PlannedChange[] } {
  const differences = desired.flatMap(({ secret, ...fields }): PlannedChange[] => {
    const before = current.find(({ provider }) => provider === fields.provider);
    const isSameSecret =
      before !== undefined && (before.secret === null ? null : unseal(before.secret)) === secret;
    const detail =
      before === undefined
        ? ""
        : [
            describeChanges(toFields(before), toFields(fields)),
            isSameSecret ? "" : "secret",
            before.managed ? "" : "managed by the file",
          ]
            .filter((part) => part !== "")
            .join("; ");
    if (before !== undefined && detail === "") return [];
    const run = async ({ tx, secrets }: ApplyContext): Promise<null> => {
      await setOAuthClient(tx, fields.provider, {
        ...fields,
        secret: secret === null ? null : secrets.seal(secret),
        managed: true,
      });
      return null;
    };
    const sign = before === undefined ? "+" : "~";
    return [{ sign, subject: `oauth client ${fields.provider}`, detail, kind: "instance", run }];
  });
  const removals = current
    .filter(({ managed, provider }) => managed && !desired.some((one) => one.provider === provider))
    .map(({ provider }): PlannedChange => {
      const run = async ({ tx }: ApplyContext): Promise<null> => {
        await setOAuthClient(tx, provider, null);
        return null;
      };
      const subject = `oauth client ${provider}`;
      return { sign: "-", subject, detail: "", kind: "instance", run };
    });
  return { differences, removals };
}

const toFields = ({
  clientId,
  tenant,
  own,
}: Omit<DesiredOAuthClient, "secret">): Record<string, unknown> => ({
  clientId,
  tenant,
  own: own && sortKeys({ ...own }),
});

/** Exports the clients. Secrets become references. */
export function exportOAuthClients(
  current: readonly OAuthClientRecord[],
  variable: (kind: string, name: string, n: number) => string,
): NonNullable<ConfigFile["oauth_clients"]> {
  return current.map(({ provider, clientId, secret, tenant, own }, n) => ({
    provider,
    client_id: clientId,
    ...(secret === null ? {} : { client_secret_env: variable("OAUTH_SECRET", provider, n) }),
    ...(tenant === null ? {} : { tenant }),
    ...(own === null
      ? {}
      : {
          own: {
            name: own.name,
            authorization_url: own.authorizationUrl,
            token_url: own.tokenUrl,
            scopes: own.scopes,
          },
        }),
  }));
}
