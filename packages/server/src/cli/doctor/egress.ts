import type { Finding, Surroundings } from "./finding.ts";

/** Outgoing requests need name lookup; what is allowed although private is worth seeing. */
export async function egress({ config }: Surroundings): Promise<Finding[]> {
  const proxies = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"].filter((name) => (process.env[name] ?? "") !== "");
  const found: Finding[] =
    proxies.length === 0
      ? []
      : [
          {
            check: "egress",
            state: "warning",
            message: `${proxies.join(", ")} is set, but requests to integrators never go through a proxy`,
            advice: "open the way to them in the firewall",
          },
        ];
  const { Resolver } = await import("node:dns/promises");
  const servers = new Resolver().getServers();
  if (servers.length === 0)
    return [
      ...found,
      {
        check: "egress",
        state: "fault",
        message: "no name server is configured",
        advice: "without one no integrator's host name can be found; see /etc/resolv.conf",
      },
    ];
  const allowed =
    config.egressAllow.length === 0
      ? "no private target is allowed by EGRESS_ALLOW"
      : `private targets allowed by EGRESS_ALLOW: ${config.egressAllow.join(", ")}`;
  return [...found, { check: "egress", state: "good", message: allowed }];
}
