import type { ConfigFile } from "@parlour/protocol/config";
import { type OidcRecord, lockOidc, setOidc } from "../../../store/settings/installation/oidc.ts";
import { generateOidcId } from "../../../auth/secrets.ts";
import { describeChanges, type PlannedChange, type ApplyContext } from "../planned-change.ts";
import type { FileHelpers } from "../../../settings/resource.ts";

/** Identity provider of a file (CFG-034) with the resolved secret. */
export interface DesiredOidc extends Pick<
  OidcRecord,
  "name" | "issuer" | "clientId" | "domains" | "role"
> {
  readonly secret: string | null;
}

export function parseOidc(
  config: ConfigFile,
  { reportError, secret, unique }: Pick<FileHelpers, "reportError" | "secret" | "unique">,
): readonly DesiredOidc[] {
  const desired = (config.oidc ?? []).map((provider, n): DesiredOidc => {
    if (!/^https?:$/.test(URL.parse(provider.issuer)?.protocol ?? ""))
      reportError(["oidc", n, "issuer"], "must be an http or https address", "CFG-034");
    return {
      name: provider.name.trim(),
      issuer: provider.issuer.replace(/\/+$/, ""),
      clientId: provider.client_id,
      secret: secret(["oidc", n], "client_secret", undefined, provider.client_secret_env),
      domains: (provider.domains ?? []).map((domain) => domain.toLowerCase()),
      role: provider.role ?? null,
    };
  });
  unique(desired, toProviderKey, (n, first) =>
    reportError(["oidc", n], `has the same client as oidc[${first}]`, "CFG-034"),
  );
  return desired;
}

/**
 * Plans the identity providers. Keeps providers that the file does not manage. New operators are
 * created in the file's account.
 */
export function planOidc(
  desired: readonly DesiredOidc[],
  current: readonly OidcRecord[],
  account: number | null,
  unseal: (sealed: Buffer) => string,
): { readonly differences: PlannedChange[]; readonly removals: PlannedChange[] } {
  const differences = desired.flatMap((provider): PlannedChange[] => {
    const before = current.find((stored) => toProviderKey(stored) === toProviderKey(provider));
    const { secret, ...fields } = provider;
    const isSameSecret =
      before !== undefined && (before.secret === null ? null : unseal(before.secret)) === secret;
    const isSameAccount =
      before !== undefined && (provider.role === null || before.accountId === account);
    const detail =
      before === undefined
        ? ""
        : [
            describeChanges({ ...toFileFields(before) }, { ...fields }),
            isSameSecret ? "" : "secret",
            isSameAccount ? "" : "account",
            before.managed ? "" : "managed by the file",
          ]
            .filter((part) => part !== "")
            .join("; ");
    if (before !== undefined && detail === "") return [];
    const run = async (context: ApplyContext): Promise<null> => {
      const next: OidcRecord = {
        id: before?.id ?? generateOidcId(),
        ...fields,
        secret: secret === null ? null : context.secrets.seal(secret),
        accountId: provider.role === null ? null : context.account,
        managed: true,
      };
      const providers = await lockOidc(context.tx);
      await setOidc(context.tx, [
        ...providers.filter((stored) => toProviderKey(stored) !== toProviderKey(provider)),
        next,
      ]);
      return null;
    };
    return [
      {
        sign: before === undefined ? "+" : "~",
        subject: `oidc ${provider.name}`,
        detail,
        kind: "instance",
        run,
      },
    ];
  });
  const removals = current
    .filter(
      (stored) =>
        stored.managed &&
        !desired.some((provider) => toProviderKey(provider) === toProviderKey(stored)),
    )
    .map((stored): PlannedChange => {
      const run = async ({ tx }: ApplyContext): Promise<null> => {
        await setOidc(
          tx,
          (await lockOidc(tx)).filter((provider) => provider.id !== stored.id),
        );
        return null;
      };
      return { sign: "-", subject: `oidc ${stored.name}`, detail: "", kind: "instance", run };
    });
  return { differences, removals };
}

/** Exports the identity providers of the installation. Secrets become references. */
export function exportOidc(
  current: readonly OidcRecord[],
  variable: (kind: string, name: string, n: number) => string,
): NonNullable<ConfigFile["oidc"]> {
  return current.map((provider, n) => ({
    name: provider.name,
    issuer: provider.issuer,
    client_id: provider.clientId,
    ...(provider.secret === null
      ? {}
      : { client_secret_env: variable("OIDC_SECRET", provider.name, n) }),
    ...(provider.domains.length === 0 ? {} : { domains: [...provider.domains] }),
    ...(provider.role === null ? {} : { role: provider.role }),
  }));
}

const toProviderKey = ({ issuer, clientId }: Pick<OidcRecord, "issuer" | "clientId">): string =>
  `${issuer} ${clientId}`;
const toFileFields = ({
  name,
  issuer,
  clientId,
  domains,
  role,
}: OidcRecord): Omit<DesiredOidc, "secret"> => ({
  name,
  issuer,
  clientId,
  domains,
  role,
});
