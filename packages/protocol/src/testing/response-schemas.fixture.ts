import type { Static, TSchema } from "typebox";
import { Value } from "typebox/value";
import * as entity from "../entity/index.ts";
import { eventData, type EventName } from "../socket/index.ts";
import * as api from "../api/index.ts";
import * as session from "../api/people/session.ts";

/**
 * Schemas of successful responses of the service API by route, as far as tests of screens answer
 * them. `packages/server/src/openapi/response-schemas.test.ts` compares them with the routes.
 */
export const responseSchemas = {
  "GET /account": api.Account,
  "GET /api-keys": api.ApiKeys,
  "POST /api-keys": api.ApiKeyWithKey,
  "GET /blacklist": api.BlockList,
  "POST /blacklist": api.BlockListEntry,
  "POST /blacklist/check": api.BlockCheckResult,
  "PATCH /blacklist/{id}": api.BlockListEntry,
  "DELETE /blacklist/{id}": api.NoContent,
  "GET /bot-providers": api.BotProviders,
  "POST /bot-providers": api.BotProvider,
  "PATCH /bot-providers/{id}": api.BotProvider,
  "GET /bots": api.Bots,
  "POST /bots": api.BotWithSecret,
  "GET /bots/{id}": api.Bot,
  "PATCH /bots/{id}": api.Bot,
  "GET /bots/{id}/test": api.BotTest,
  "POST /bots/{id}/test": api.BotTestAttempt,
  "GET /call-settings": api.CallSettings,
  "PATCH /call-settings": api.CallSettingsChanged,
  "POST /call-settings/test": api.TestAttempt,
  "GET /calls": api.Calls,
  "GET /canned-replies": api.CannedReplies,
  "POST /canned-replies": api.CannedReply,
  "POST /canned-replies/import": api.ImportedReplies,
  "GET /canned-replies/{id}": api.CannedReply,
  "POST /canned-replies/{id}/use": api.NoContent,
  "GET /channels": api.Channels,
  "POST /channels": api.ChannelWithSecret,
  "GET /channels/{id}": entity.Channel,
  "POST /channels/{id}/connection-test": api.ConnectionTest,
  "POST /channels/{id}/identity-secret": api.IdentitySecret,
  "DELETE /channels/{id}/identity-secret": api.NoContent,
  "GET /channels/{id}/templates": api.ChannelTemplates,
  "GET /chats": api.Chats,
  "GET /chats/counters": api.Counters,
  "GET /chats/{id}": entity.Chat,
  "POST /chats/{id}/accept": entity.Chat,
  "POST /chats/{id}/block": entity.Chat,
  "DELETE /chats/{id}/block": entity.Chat,
  "POST /chats/{id}/close": entity.Chat,
  "PUT /chats/{id}/draft": api.Draft,
  "POST /chats/{id}/invite": entity.Chat,
  "POST /chats/{id}/invite/decline": entity.Chat,
  "POST /chats/{id}/join": entity.Chat,
  "POST /chats/{id}/leave": entity.Chat,
  "GET /chats/{id}/matches": api.ChatMatches,
  "GET /chats/{id}/messages": api.Messages,
  "POST /chats/{id}/messages": entity.Message,
  "POST /chats/{id}/notice": entity.Chat,
  "PUT /chats/{id}/read": api.NoContent,
  "POST /chats/{id}/skip": entity.Chat,
  "PUT /chats/{id}/tags": entity.Chat,
  "POST /chats/{id}/transfer": entity.Chat,
  "POST /chats/{id}/transfer/withdraw": entity.Chat,
  "POST /chats/{id}/typing": api.NoContent,
  "GET /deliveries": api.Deliveries,
  "GET /deliveries/totals": api.DeliveryTotals,
  "GET /deliveries/{id}": api.DeliveryWithAttempts,
  "GET /departments": api.Departments,
  "POST /departments": api.Department,
  "GET /departments/{id}": api.Department,
  "PATCH /departments/{id}": api.Department,
  "GET /drafts": api.Drafts,
  "GET /endpoints": api.Endpoints,
  "POST /endpoints/{id}/resume": api.Endpoint,
  "GET /get-started": api.GetStarted,
  "GET /inspector": api.InspectedRequests,
  "GET /instance": api.Instance,
  "GET /instance/backup": api.BackupState,
  "PUT /instance/backup": api.BackupState,
  "POST /instance/backup/runs": api.NoContent,
  "GET /instance/health": api.Health,
  "GET /me": entity.Operator,
  "GET /me/accounts": session.BrowserAccounts,
  "GET /me/applications": api.ConnectedApplications,
  "POST /me/applications": api.AuthorizationRedirect,
  "GET /me/applications/request": api.DescribedAuthorization,
  "GET /me/mail": api.MailPreferences,
  "PUT /me/presence": session.OwnPresence,
  "GET /me/security": session.MySecurity,
  "GET /me/sessions": session.Sessions,
  "GET /me/sign-ins": session.SignInLog,
  "GET /mentions": api.Mentions,
  "GET /operators": api.Operators,
  "PATCH /operators/{id}": api.OperatorEntry,
  "GET /push/key": api.PushKey,
  "GET /push/reach": api.ReachabilityList,
  "GET /push/subscriptions": api.PushDevices,
  "GET /reports": api.Report,
  "GET /routing": api.Routing,
  "PATCH /routing": api.Routing,
  "GET /samples": api.Samples,
  "GET /security": api.SecurityPolicy,
  "PATCH /security": api.SecurityPolicy,
  "GET /sessions": session.Sessions,
  "GET /sign-ins": session.SignInLog,
  "GET /search": api.SearchResult,
  "POST /sessions": session.SignedIn,
  "GET /sessions/ways": session.SignInMethods,
  "GET /setup": session.SetupState,
  "GET /tags": api.Tags,
  "POST /tags": api.Tag,
  "GET /tags/{id}": api.Tag,
  "GET /triggers": api.Triggers,
  "POST /triggers": api.Trigger,
  "POST /triggers/dry-run": api.TriggerDryRunResult,
  "GET /triggers/replaced": api.PagesWithOwnRules,
  "GET /triggers/{id}": api.Trigger,
  "PATCH /triggers/{id}": api.Trigger,
  "GET /visitors": api.Visitors,
  "GET /visitors/online": api.VisitorsOnline,
  "GET /visitors/{number}": api.VisitorProfile,
  "PUT /visitors/{number}/different/{other}": api.NoContent,
  "DELETE /visitors/{number}/different/{other}": api.NoContent,
  "GET /visitors/{number}/matches": api.VisitorMatches,
  "PUT /visitors/{number}/merges/{other}": api.VisitorProfile,
  "DELETE /visitors/{number}/merges/{other}": api.VisitorProfile,
  "GET /visitors/{number}/visits": api.Visits,
  "GET /webhooks": api.Webhooks,
  "POST /webhooks/{id}/test": api.WebhookTestAttempt,
  "GET /working-hours": api.AccountHours,
  "PATCH /working-hours": api.AccountHours,
} as const;

export type AnsweredRoute = keyof typeof responseSchemas;
export type ResponseBody<Route extends AnsweredRoute> = Static<(typeof responseSchemas)[Route]>;

/** Throws if a successful response of a route does not match its schema. */
export const checkResponse = (route: AnsweredRoute, body: unknown): void =>
  check(route, responseSchemas[route], body);

/** Throws if the data of an event does not match its schema. */
export const checkEvent = (name: EventName, data: unknown): void =>
  check(name, eventData[name], data);

function check(name: string, schema: TSchema, value: unknown): void {
  if (Value.Check(schema, value)) return;
  const [error] = Value.Errors(schema, value);
  throw new Error(`${name} does not match its schema: ${JSON.stringify(error)}`);
}
