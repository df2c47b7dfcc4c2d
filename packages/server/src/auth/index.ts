export { createAuth, type Auth, type AuthDeps } from "./create-auth.ts";
export { describeDenial } from "./guards.ts";
export type { Applications, Registration } from "./oauth/applications.ts";
export { OAuthError } from "./oauth/oauth-error.ts";
export { getResource } from "./oauth/resource.ts";
export { applicationScopes } from "./oauth/scopes.ts";
export type { IssuedTokens } from "./oauth/token-exchange.ts";
export { validatePassword } from "./sign-in/password-policy.ts";
export { maskCredentials, maskToLastFour } from "./mask.ts";
export {
  maskCall,
  maskChannelEmail,
  maskChat,
  maskIgnoredEmail,
  maskOffline,
} from "./masking/chat-fields.ts";
export {
  maskDelivery,
  maskDeliveryWithAttempts,
  maskInspectedRequest,
} from "./masking/delivery-fields.ts";
export { maskEventData } from "./masking/event-fields.ts";
export { maskMessage } from "./masking/message-fields.ts";
export {
  maskOnlineVisitor,
  maskVisitor,
  maskVisitorWithActivity,
} from "./masking/visitor-fields.ts";
export { hashToken } from "./session/credentials.ts";
export type { HashCost } from "./sign-in/passwords.ts";
export {
  actions,
  explicitScopes,
  isActionInScopes,
  isExplicitScope,
  keyScopes,
  assertRolesNotAbovePrincipal,
  can,
  canCreateKeyFor,
  toProviderPrincipal,
  type Action,
  type ExplicitScope,
  type Principal,
} from "./principal.ts";
export {
  maskFor,
  mustMaskText,
  canSeeChat,
  canSeeAllChats,
  canSeeChannel,
  type ChatVisibilityInput,
} from "./visibility.ts";
export type { RequestOrigin, SignedIn } from "./session/create-session.ts";
export type { SessionItem, SignInItem } from "./session/sessions.ts";
