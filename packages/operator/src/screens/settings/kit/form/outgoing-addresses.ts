import type { Instance } from "@parlour/protocol/api";
import { api, queryClient } from "../../../../state/api/api.ts";
import { ApiError } from "@parlour/client";
import { t } from "../../text.ts";
import { withMessage } from "../../../../ui/form/use-form.ts";

/**
 * Adds or removes private addresses that Parlour may call. Only the installation owner may do this
 * (CORE-123).
 */
export async function updateAllowedAddresses(body: {
  add?: string[];
  remove?: string[];
}): Promise<void> {
  queryClient.setQueryData(["instance"], await api.post<Instance>("/instance/egress-allow", body));
}

/** Returns the `host:port` of a URL as in the allow list. Null if the text is not a URL. */
export function toHostAndPort(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, hostname, port } = new URL(url);
  if (hostname === "") return null;
  return `${hostname}:${port === "" ? (protocol === "https:" ? "443" : "80") : port}`;
}

/**
 * Replaces the message of the server about a private address (CORE-123), which is in English and
 * for programs.
 */
export const explainPrivateAddress = (error: unknown): unknown =>
  error instanceof ApiError && error.code === "private_address"
    ? withMessage(error, error.field ?? "", t("channel.private"))
    : error;
