import { refuse } from "../../core/failure.ts";
import { findHostClaim, lockHostNames } from "../../store/articles/help-center.ts";
import type { Sql } from "../../store/database/sql.ts";

/** Which host names a change of settings may claim (HELP-016). */
export interface HostAuthority {
  /** Names of the installation's addresses (`listOwnHosts`). They belong to its first account. */
  readonly reserved: readonly string[];
  /** `owner`: the owner of the installation, also by the provisioning file. */
  readonly proof: HostProof | "owner";
}
/** The TXT record that proves the control of a name. */
interface HostProof {
  readonly name: string;
  readonly value: string;
  readonly isFound: boolean;
}

/** For settings without host names, and where no proof was asked for. */
export const noHostAuthority: HostAuthority = {
  reserved: [],
  proof: { name: "", value: "", isFound: false },
};

/** Name of the TXT record that proves the control of a host name. */
export const getHostProofName = (host: string): string =>
  `_parlour.${parseHostName(host)?.name ?? host}`;

/**
 * Claims a host name for an account. This is the only way to a name by which requests are routed
 * (HELP-016). Returns it as it is stored, with how it was proved. Throws a Refusal for a name of
 * the installation or of another account, and for one without a proof if there are several
 * accounts. `current`: the stored name, which is kept without a check.
 */
export async function claimHost(
  tx: Sql,
  account: number,
  text: string,
  { current, authority }: { readonly current: string | null; readonly authority: HostAuthority },
): Promise<{ readonly host: string; readonly isNew: boolean }> {
  const parsed = parseHostName(text);
  if (parsed === null) refuse("invalid_request", "host must be a host name.", { field: "host" });
  const { name, host } = parsed;
  if (current !== null && (host === current || text.toLowerCase() === current))
    return { host: current, isNew: false };
  await lockHostNames(tx);
  const { owner, isFirst, hasOthers } = await findHostClaim(tx, account, name);
  if (authority.reserved.includes(name) && !isFirst)
    refuse("name_taken", "This host name is an address of this installation.", { field: "host" });
  if (owner !== null && owner !== account)
    refuse("name_taken", "This host name is in use.", { field: "host" });
  const { proof } = authority;
  if (hasOthers && proof !== "owner" && !proof.isFound)
    refuse(
      "host_unproved",
      `Prove that ${name} is yours: add the TXT record ${proof.name} with the value ${proof.value} to its DNS zone, then save again. The owner of the installation can save it without a record.`,
      { field: "host" },
    );
  return { host, isNew: true };
}

/** A host name in the one notation in which names are stored and compared. */
interface HostName {
  /** In lower case and ASCII, without a port and without a dot at the end. */
  readonly name: string;
  /** The name with its port, if the text has one. */
  readonly host: string;
}

/**
 * Parses the host of a URL or of a `Host` header. Capitals, dots at the end, letters of other
 * alphabets and numeric notations of IPv4 addresses do not make another name. Returns null for
 * other texts.
 */
export function parseHostName(text: string): HostName | null {
  const match = /^([^/?#@\\]*?)(?::(\d{1,5}))?$/.exec(text.trim());
  const [, label = "", port] = match ?? [];
  const url = label === "" ? null : URL.parse(`http://${label.replace(/\.+$/, "")}/`);
  if (url === null || url.port !== "" || url.hostname === "") return null;
  const name = url.hostname.replace(/\.+$/, "");
  return { name, host: port === undefined ? name : `${name}:${Number(port)}` };
}

/** Addresses of the installation, as `resolveAddresses` returns them. */
interface OwnAddresses extends Readonly<
  Record<
    "publicUrl" | "visitorUrl" | "helpUrl" | "webhookBaseUrl" | "botBaseUrl" | "widgetBaseUrl",
    string
  >
> {
  readonly origins: readonly string[];
}
/** Returns the names of all addresses of the installation. Only its first account has them. */
export function listOwnHosts(addresses: OwnAddresses): readonly string[] {
  const { publicUrl, visitorUrl, helpUrl, webhookBaseUrl, botBaseUrl, widgetBaseUrl, origins } =
    addresses;
  const urls = [publicUrl, visitorUrl, helpUrl, webhookBaseUrl, botBaseUrl, widgetBaseUrl];
  const names = [...urls, ...origins].flatMap(
    (url) => parseHostName(URL.parse(url)?.host ?? "")?.name ?? [],
  );
  return [...new Set(names)];
}
