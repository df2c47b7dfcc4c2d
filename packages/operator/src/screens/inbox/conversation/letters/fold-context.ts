import { createContext } from "react";
import { emptyFoldState, type FoldState } from "./fold-state.ts";

interface Folds {
  readonly state: FoldState;
  readonly setOpen: (groupKey: string, isOpen: boolean) => void;
}

/** Which emails of the conversation are open. */
export const FoldContext = createContext<Folds>({
  state: emptyFoldState,
  setOpen: () => undefined,
});

/** Number of the newest email of an earlier chat that is shown in place. Null in the open chat. */
export const EarlierNewestContext = createContext<number | null>(null);
