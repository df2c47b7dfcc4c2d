import type { Chat } from "@parlour/protocol";
import { useState } from "react";
import { wordsOf } from "./Failure.tsx";
import { toast } from "./toast.tsx";

export interface Deed {
  /** It is under way. */
  readonly busy: boolean;
  /** Why the last one failed; null: it did not. */
  readonly failure: unknown;
  /**
   * Does it and resolves with whether it went well. What it throws becomes `failure`, or goes to `refuse` if given.
   * While one is under way another press does nothing.
   */
  readonly run: (work: () => Promise<unknown>, refuse?: (error: unknown) => void) => Promise<boolean>;
  /** The failure is no longer about what stands there. */
  readonly forget: () => void;
}

/** Something a person asks of the server by a press: one at a time, with its failure. */
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

/** Runs an action. A failure is shown in the corner, with the chat it is about. True when it is done. */
export async function orSay(deed: () => Promise<unknown>, chat?: Pick<Chat, "id" | "visitor">): Promise<boolean> {
  try {
    await deed();
    return true;
  } catch (error) {
    toast(wordsOf(error), { tone: "bad", chat });
    return false;
  }
}
