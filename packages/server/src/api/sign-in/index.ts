import type { LocateAddress } from "../me/session-serializer.ts";
import type { ResetDeps } from "./password-resets.ts";

export { acceptLinkRoutes } from "./accept-link.ts";
export { passwordResetRoutes } from "./password-resets.ts";
export { sessionRoutes } from "./sessions.ts";
export { setupRoutes } from "./setup.ts";

export interface SignInPorts extends Pick<ResetDeps, "takeReset" | "onFault"> {
  readonly locateAddress: LocateAddress;
}
