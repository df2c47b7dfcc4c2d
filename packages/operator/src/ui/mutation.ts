import type { Chat } from "@parlour/protocol";
import { useState } from "react";
import { errorText } from "./loading/ErrorMessage.tsx";
import { toast } from "./dialog/toast.tsx";

export interface Mutation {
  /** A request is running. */
  readonly busy: boolean;
  /** Error of the last request. Null if it succeeded. */
  readonly failure: unknown;
  /**
   * Runs a request and resolves to whether it succeeded. An error becomes `failure`, or goes to
   * `onFailure` if given. Does nothing while another request runs.
   */
  readonly run: (
    request: () => Promise<unknown>,
    onFailure?: (error: unknown) => void,
  ) => Promise<boolean>;
  /** Clears the failure, because it no longer applies to the input. */
  readonly clearFailure: () => void;
}

/** Runs a user's server requests one at a time and holds the last failure. */
export function useApiMutation(): Mutation {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  return {
    busy,
    failure,
    clearFailure: () => setFailure(null),
    async run(request, onFailure = setFailure) {
      if (busy) return false;
      setBusy(true);
      setFailure(null);
      try {
        await request();
        return true;
      } catch (error) {
        onFailure(error);
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}

/**
 * Runs a request. Shows a failure as a toast that links to the chat. Returns whether it succeeded.
 */
export async function runOrToast(
  request: () => Promise<unknown>,
  chat?: Pick<Chat, "id" | "visitor">,
): Promise<boolean> {
  try {
    await request();
    return true;
  } catch (error) {
    toast(errorText(error), { tone: "bad", chat });
    return false;
  }
}
