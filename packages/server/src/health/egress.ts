import { createFinding, type Finding } from "./finding.ts";

/** Checks that DNS is configured, and lists the allowed private targets (CORE-123). */
export async function checkEgress(
  allowed: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<readonly Finding[]> {
  const proxies = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"].filter(
    (name) => (env[name] ?? "") !== "",
  );
  const { Resolver } = await import("node:dns/promises");
  return [
    ...(proxies.length === 0 ? [] : [createFinding("egress_proxy", { names: proxies.join(", ") })]),
    new Resolver().getServers().length === 0
      ? createFinding("egress_nameless")
      : createFinding("egress_good", { allowed: allowed.join(", ") }),
  ];
}
