import type { Instance } from "@parlour/protocol/api";
import { api, queries } from "../../state/api.ts";

/** Adds to and takes from the private addresses that Parlour may call (CORE-123); the instance owner's alone. */
export async function changeAllowed(body: { add?: string[]; remove?: string[] }): Promise<void> {
  queries.setQueryData(["instance"], await api.post<Instance>("/instance/egress-allow", body));
}

/** `host:port` of a web address as the list of allowed addresses has it; null: it is none. */
export function hostAndPort(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, hostname, port } = new URL(url);
  if (hostname === "") return null;
  return `${hostname}:${port === "" ? (protocol === "https:" ? "443" : "80") : port}`;
}
