export { createAuth, type Auth, type AuthDeps } from "./create-auth.ts";
export type { GuardedReply, GuardedRequest } from "./guards.ts";
export type { AccessFilter } from "./access.ts";
export { validatePassword } from "./sign-in/password-policy.ts";
export { maskCredentials, maskToLastFour, maskBody, maskInspectedRequest } from "./mask.ts";
export { hashToken, type CredentialRequest } from "./session/credentials.ts";
export type { HashCost, Passwords } from "./sign-in/passwords.ts";
export {
  actions,
  isActionInScopes,
  keyScopes,
  findMissingPermission,
  can,
  canCreateKeyFor,
  type Action,
  type Principal,
} from "./principal.ts";
export {
  maskCall,
  maskChat,
  maskedText,
  maskMessage,
  maskOffline,
  mustMaskText,
  canSeeChat,
  canSeeAllChats,
  canSeeChannel,
  type ChatVisibilityInput,
} from "./visibility.ts";
export type { RequestOrigin, SignedIn } from "./session/create-session.ts";
export type { SessionItem, SignInItem } from "./session/sessions.ts";
