import { useLive } from "../../state/live-context.tsx";
import { t } from "./text.ts";

/** Why nothing can be asked of the server now; null: it can. */
export function useUnreachable(): string | null {
  return useLive((state) => state.connection.kind === "offline") ? t("ledger.offline") : null;
}
