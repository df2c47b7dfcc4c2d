import { useState } from "react";
import { wordsOf } from "./Failure.tsx";
import { toast } from "./toast.tsx";

export interface Deed {
  readonly busy: boolean;
  /** Why the last one failed; null: it did not. */
  readonly failure: unknown;
  /** Does it, unless another one is under way. True when it is done. */
  readonly run: (deed: () => Promise<unknown>) => Promise<boolean>;
  readonly forget: () => void;
}

/** Something that is asked of the server, one at a time; its failure is shown where it was asked. */
export function useDeed(): Deed {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const run = async (deed: () => Promise<unknown>): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    setFailure(null);
    try {
      await deed();
      return true;
    } catch (error) {
      setFailure(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, run, forget: () => setFailure(null) };
}

/** Does it; why it failed is said in the corner. True when it is done. */
export async function orSay(deed: () => Promise<unknown>): Promise<boolean> {
  try {
    await deed();
    return true;
  } catch (error) {
    toast(wordsOf(error), { tone: "bad" });
    return false;
  }
}
