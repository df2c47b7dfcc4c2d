import type { ConnectionTest } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { browserClock } from "../../../state/clock.ts";
import { queryClient } from "../../../state/api/api.ts";

/** A test of a channel, and when it ended, in ms since 1970. */
export interface LastTest {
  readonly result: ConnectionTest;
  readonly at: number;
}

const toKey = (channel: number) => ["connection-test", channel];

/** Keeps the result of a test for the page of the channel, until the application is reloaded. */
export function storeTest(channel: number, result: ConnectionTest): void {
  queryClient.setQueryData<LastTest>(toKey(channel), { result, at: browserClock.now() });
}

/** Returns the last test of a channel, or null if there was none since the application started. */
export const useLastTest = (channel: number): LastTest | null =>
  useQuery<LastTest | null>({
    queryKey: toKey(channel),
    queryFn: () => null,
    enabled: false,
    gcTime: Infinity,
  }).data ?? null;
