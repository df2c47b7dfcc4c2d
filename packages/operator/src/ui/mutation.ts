import type { Chat } from "@parlour/protocol";
import { useState } from "react";
import { getErrorText } from "./loading/ErrorMessage.tsx";
import { toast } from "./dialog/toast.tsx";

export interface Mutation {
  /** Whether a request is running. */
  readonly busy: boolean;
  /** Error of the last request. Null if the request succeeded. */
  readonly failure: unknown;
  /**
   * Runs a request and resolves with true if it succeeds. An error becomes `failure`, or is passed
   * to `onFailure` if that is given. Does nothing while another request runs.
   */
  readonly run: (
    request: () => Promise<unknown>,
    onFailure?: (error: unknown) => void,
  ) => Promise<boolean>;
  /** Clears the failure. Called when the failure no longer applies to the input. */
  readonly clearFailure: () => void;
}

/** Runs server requests of a user action, one at a time, and stores the last failure. */
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

/** Runs a request and returns true if it succeeds. A failure is a toast with the chat. */
export async function runOrToast(request: () => Promise<unknown>, chat?: Chat): Promise<boolean> {
  try {
    await request();
    return true;
  } catch (error) {
    toast(getErrorText(error), { tone: "bad", chat });
    return false;
  }
}
