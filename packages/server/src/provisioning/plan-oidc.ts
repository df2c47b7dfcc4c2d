import type { ConfigFile } from "@parlour/protocol/config";
import type { OidcRecord } from "../core/record/sign-in.ts";
import { generateOidcId } from "../auth/secrets.ts";
import { lockOidc, setOidc } from "../store/settings/oidc.ts";
import { changes, type Difference, type Target } from "./difference.ts";
import type { Reading } from "./read-integrations.ts";

/** OIDC provider of a file (CFG-034) with the resolved secret. */
export interface WantedOidc extends Pick<OidcRecord, "name" | "issuer" | "clientId" | "domains" | "role"> {
  readonly secret: string | null;
}

export function readOidcPart(
  config: ConfigFile,
  { fault, secret, unique }: Pick<Reading, "fault" | "secret" | "unique">,
): readonly WantedOidc[] {
  const wanted = (config.oidc ?? []).map((one, n): WantedOidc => {
    if (!/^https?:$/.test(URL.parse(one.issuer)?.protocol ?? ""))
      fault(["oidc", n, "issuer"], "must be an http or https address", "CFG-034");
    return {
      name: one.name.trim(),
      issuer: one.issuer.replace(/\/+$/, ""),
      clientId: one.client_id,
      secret: secret(["oidc", n], "client_secret", undefined, one.client_secret_env),
      domains: (one.domains ?? []).map((domain) => domain.toLowerCase()),
      role: one.role ?? null,
    };
  });
  unique(wanted, keyOf, (n, first) => fault(["oidc", n], `is the client of oidc[${first}] too`, "CFG-034"));
  return wanted;
}

/**
 * Plans the OIDC providers. Providers of the file are added beside others. New operators are
 * created in the file's account.
 */
export function planOidc(
  wanted: readonly WantedOidc[],
  present: readonly OidcRecord[],
  account: number | null,
  open: (sealed: Buffer) => string,
): { readonly differences: Difference[]; readonly gone: Difference[] } {
  const differences = wanted.flatMap((one): Difference[] => {
    const before = present.find((known) => keyOf(known) === keyOf(one));
    const { secret, ...place } = one;
    const isSameSecret = before !== undefined && (before.secret === null ? null : open(before.secret)) === secret;
    const isSameAccount = before !== undefined && (one.role === null || before.accountId === account);
    const detail =
      before === undefined
        ? ""
        : [
            changes({ ...placeOf(before) }, { ...place }),
            isSameSecret ? "" : "secret",
            isSameAccount ? "" : "account",
            before.managed ? "" : "managed by the file",
          ]
            .filter((part) => part !== "")
            .join("; ");
    if (before !== undefined && detail === "") return [];
    const run = async (to: Target): Promise<null> => {
      const next: OidcRecord = {
        id: before?.id ?? generateOidcId(),
        ...place,
        secret: secret === null ? null : to.secrets.seal(secret),
        accountId: one.role === null ? null : to.account,
        managed: true,
      };
      const all = await lockOidc(to.tx);
      await setOidc(to.tx, [...all.filter((known) => keyOf(known) !== keyOf(one)), next]);
      return null;
    };
    return [{ sign: before === undefined ? "+" : "~", subject: `oidc ${one.name}`, detail, kind: "instance", run }];
  });
  const gone = present
    .filter((known) => known.managed && !wanted.some((one) => keyOf(one) === keyOf(known)))
    .map((known): Difference => {
      const run = async ({ tx }: Target): Promise<null> => {
        await setOidc(
          tx,
          (await lockOidc(tx)).filter((one) => one.id !== known.id),
        );
        return null;
      };
      return { sign: "-", subject: `oidc ${known.name}`, detail: "", kind: "instance", run };
    });
  return { differences, gone };
}

/** Exports the installation's OIDC providers. Secrets become references. */
export function exportOidc(
  present: readonly OidcRecord[],
  variable: (kind: string, name: string, n: number) => string,
): NonNullable<ConfigFile["oidc"]> {
  return present.map((one, n) => ({
    name: one.name,
    issuer: one.issuer,
    client_id: one.clientId,
    ...(one.secret === null ? {} : { client_secret_env: variable("OIDC_SECRET", one.name, n) }),
    ...(one.domains.length === 0 ? {} : { domains: [...one.domains] }),
    ...(one.role === null ? {} : { role: one.role }),
  }));
}

const keyOf = ({ issuer, clientId }: Pick<OidcRecord, "issuer" | "clientId">): string => `${issuer} ${clientId}`;
const placeOf = ({ name, issuer, clientId, domains, role }: OidcRecord): Omit<WantedOidc, "secret"> => ({
  name,
  issuer,
  clientId,
  domains,
  role,
});
