import { useLiveState } from "../../state/live-context.tsx";
import { t } from "./text.ts";

/** Returns why the server cannot be reached, or null if it can. */
export function useConnectionProblem(): string | null {
  return useLiveState((state) => state.connection.kind === "offline")
    ? t("deliveries.offline")
    : null;
}
