import type { EmailAddress } from "@parlour/protocol";
import type { VisitorWithActivity } from "@parlour/protocol/api";
import { useQueries } from "@tanstack/react-query";
import { api } from "../../../../state/api/api.ts";
import { isUsable } from "../../../../state/drafts/email-draft.ts";

/** Returns the addresses that no visitor has, and that therefore get their first email. */
export function useNewAddresses(recipients: readonly EmailAddress[]): readonly string[] {
  const addresses = recipients.filter(isUsable).map(({ address }) => address);
  const results = useQueries({
    queries: addresses.map((address) => ({
      queryKey: ["visitors", "address", address.toLowerCase()],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const found = await api.get<{ items: readonly VisitorWithActivity[] }>("/visitors", {
          query: { q: address, limit: 20 },
          signal,
        });
        return found.items.some((visitor) => hasAddress(visitor, address));
      },
    })),
  });
  return addresses.filter((_, n) => results[n]?.data === false);
}

function hasAddress({ email, customer }: VisitorWithActivity, address: string): boolean {
  const key = address.toLowerCase();
  return email?.value.toLowerCase() === key || customer?.toLowerCase() === key;
}
