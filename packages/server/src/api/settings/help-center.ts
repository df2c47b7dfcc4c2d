import type { FastifyInstance } from "fastify";
import { can, type Principal } from "../../auth/index.ts";
import { getHostProofName, type HostAuthority } from "../../settings/account/host-names.ts";
import { getHelpOrigin, helpCenterResource } from "../../settings/account/help-center.ts";
import { findHelpAddress } from "../../store/articles/help-center.ts";
import type { BaseUrls, HostNamesPort, RouteDeps } from "../kit/route-deps.ts";
import { singleResourceRoutes } from "./single-resource-routes.ts";

interface HelpCenterDeps extends RouteDeps {
  readonly urls: BaseUrls;
  readonly hostNames: HostNamesPort;
}

/** Registers the routes of the settings of the help centre (HELP-010). */
export function helpCenterRoutes(app: FastifyInstance, deps: HelpCenterDeps): void {
  singleResourceRoutes(app, deps, helpCenterResource, {
    describe: async ({ values: { host } }, { accountId }, sql) => {
      const { isFirst } = await findHelpAddress(sql, accountId);
      const origin = getHelpOrigin({ host, isFirst }, deps.urls.help());
      return { url: origin && `${origin}/help` };
    },
    findHostAuthority: (principal, body) =>
      findHostAuthority(deps, principal, (body as { readonly host?: unknown }).host),
  });
}

/** Looks for the TXT record of a host name, unless the owner of the installation asks for it. */
async function findHostAuthority(
  { hostNames, secrets }: HelpCenterDeps,
  principal: Principal,
  host: unknown,
): Promise<HostAuthority> {
  const reserved = hostNames.listOwn();
  if (can(principal, "instance.manage") || typeof host !== "string")
    return { reserved, proof: "owner" };
  const name = getHostProofName(host);
  const token = secrets.derive(`host proof ${principal.accountId} ${name}`);
  const value = `parlour=${token.toString("base64url")}`;
  return {
    reserved,
    proof: { name, value, isFound: (await hostNames.findTextRecords(name)).includes(value) },
  };
}
