import type { ConnectionTest } from "@parlour/protocol/api";
import { api } from "../../../state/api/api.ts";
import { useApiMutation } from "../../../ui/mutation.ts";
import { invalidateLists } from "../../../state/api/queries.ts";
import { storeTest, useLastTest, type LastTest } from "./last-test.ts";

/** The test of a channel in both directions (CON-040), and its last result. */
export interface ConnectionTestState {
  readonly last: LastTest | null;
  readonly busy: boolean;
  readonly failure: unknown;
  readonly run: () => void;
}

export function useConnectionTest(id: number): ConnectionTestState {
  const last = useLastTest(id);
  const { busy, failure, run } = useApiMutation();
  const test = async () => {
    storeTest(id, await api.post<ConnectionTest>(`/channels/${id}/connection-test`));
    invalidateLists("channels");
  };
  return { last, busy, failure, run: () => void run(test) };
}
