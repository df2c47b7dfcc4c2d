import type { Chat } from "@parlour/protocol";
import { useState } from "react";
import { wordsOf } from "./Failure.tsx";
import { toast } from "./toast.tsx";

export interface Deed {
  /** A request is running. */
  readonly busy: boolean;
  /** Error of the last request. Null if it succeeded. */
  readonly failure: unknown;
  /**
   * Runs a request and resolves to whether it succeeded. An error becomes `failure`, or goes to
   * `onFailure` if given. Does nothing while another request runs.
   */
  readonly run: (work: () => Promise<unknown>, refuse?: (error: unknown) => void) => Promise<boolean>;
  /** Clears the failure, because it no longer applies to the input. */
  readonly forget: () => void;
}

/** Runs a user's server requests one at a time and holds the last failure. */
export function useDeed(): Deed {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  return {
    busy,
    failure,
    forget: () => setFailure(null),
    async run(work, refuse = setFailure) {
      if (busy) return false;
      setBusy(true);
      setFailure(null);
      try {
        await work();
        return true;
      } catch (error) {
        refuse(error);
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
export async function orSay(deed: () => Promise<unknown>, chat?: Pick<Chat, "id" | "visitor">): Promise<boolean> {
  try {
    await deed();
    return true;
  } catch (error) {
    toast(wordsOf(error), { tone: "bad", chat });
    return false;
  }
}
