import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { helpContentRoutes, type SiteImportPort } from "./articles/index.ts";
import { chatMatchesRoute, searchExportRoute, searchRoute } from "./archive/index.ts";
import { callRoutes, callSettingsRoutes } from "./calls/index.ts";
import { channelRoutes, type ChannelDeps } from "./channels/index.ts";
import {
  assistRoutes,
  type AssistRouteDeps,
  chatCommandRoutes,
  chatRoutes,
  bulkRoutes,
  chatRuleRunsRoute,
  runMacroRoute,
  type RunActions,
  chatPriorityRoute,
  chatPromiseRoutes,
  chatTagsRoute,
  draftRoutes,
  mediaProxyRoute,
  messageChangeRoutes,
  offlineMessageRoutes,
  chatEmailRoutes,
  newEmailRoute,
  type NewEmailPort,
  scheduledMessageRoutes,
  sendMessageRoute,
  type ScheduledMessagePort,
  transcriptRoute,
  uploadRoutes,
  type FilePorts,
} from "./chats/index.ts";
import {
  deliveryRoutes,
  messageDeliveryRoutes,
  deliveryTotalsRoute,
  endpointRoutes,
  inspectorRoute,
  replayRoute,
  testEventRoutes,
  type DeliveryPorts,
} from "./deliveries/index.ts";
import { eventRoutes, type EventFeedPort } from "./events/events.ts";
import {
  auditRoutes,
  exportRoutes,
  backupRoutes,
  healthRoute,
  installationRoutes,
  mailRoutes,
  oauthClientRoutes,
  oidcRoutes,
  retentionRoutes,
  samlRoutes,
  securityRoutes,
  type InstallationPorts,
} from "./installation/index.ts";
import { reminderRoutes, type ReminderPort } from "./reminders/reminders.ts";
import {
  agentGateRoutes,
  agentQuestionRoutes,
  agentReplayRoutes,
  botProviderRoutes,
  botRoutes,
  modelRoutes,
  webhookRoutes,
} from "./integrations/index.ts";
import {
  applicationRoutes,
  profilePhotoRoutes,
  profileRoutes,
  profileSecurityRoutes,
  pushRoutes,
  type PushPort,
} from "./me/index.ts";
import { operatorRoutes } from "./operators/operators.ts";
import {
  liveReportRoute,
  reportExportRoute,
  reportRoutes,
  type LiveBoardPort,
} from "./reports/index.ts";
import {
  accountRoutes,
  accountsRoutes,
  cannedReplyRoutes,
  contentRoutes,
  getStartedRoute,
  helpCenterRoutes,
  resourceRoutes,
  roleRoutes,
  singleResourceRoutes,
  ruleRoutes,
  viewRoutes,
  type ViewCountPort,
} from "./settings/index.ts";
import {
  acceptLinkRoutes,
  passwordResetRoutes,
  sessionRoutes,
  setupRoutes,
  type SignInPorts,
} from "./sign-in/index.ts";
import {
  fieldValueRoutes,
  blockListRoutes,
  broadcastRoutes,
  blockRoutes,
  erasureRoutes,
  ignoredEmailRoutes,
  onlineVisitorsRoutes,
  optOutRoutes,
  personRoutes,
  dryRunRoutes,
  segmentRoutes,
  companyRoutes,
  visitorExportRoute,
  importRoutes,
  visitorImportRoutes,
  visitorRoutes,
  visitorTableRoute,
  type VisitorPorts,
} from "./visitors/index.ts";
import type { BroadcastPort } from "../actions/broadcasts/index.ts";
import type { JobPort } from "../actions/job-worker.ts";
import type { ReplaceMacros } from "../actions/replace-macros.ts";
import { apiKeyResource } from "../settings/account/api-key.ts";
import { routingResource } from "../settings/account/routing.ts";
import { securityResource } from "../settings/account/security.ts";
import { workingHoursResource } from "../settings/account/working-hours.ts";
import type { ExportSlotDeps } from "./kit/export-slot.ts";
import type { MailPort } from "./kit/mail-port.ts";
import type { OutboundPort } from "./kit/outbound-port.ts";
import type { RealtimePort } from "./kit/realtime-port.ts";
import type { BaseUrls, RouteDeps } from "./kit/route-deps.ts";

export { maxExports } from "./kit/export-slot.ts";
export { markRead } from "./chats/index.ts";
export { readDayFigures } from "./reports/index.ts";

/** What runs actions on chats, and reminds operators. */
export interface ActionPorts {
  readonly bulk: JobPort;
  readonly broadcasts: BroadcastPort;
  readonly dryRuns: JobPort;
  readonly replays: JobPort;
  readonly sites: SiteImportPort;
  readonly reminders: ReminderPort;
  readonly scheduled: ScheduledMessagePort;
  readonly runActions: RunActions;
  readonly replaceMacros: ReplaceMacros;
}
/** What routes send: emails, notifications, requests, actions to chats, texts to a model. */
interface SendingPorts extends ActionPorts {
  readonly assist: AssistRouteDeps["assist"];
  readonly mail: MailPort;
  readonly push: PushPort;
  readonly outbound: OutboundPort;
}
/** The channels and the emails that operators begin in them. */
interface ChannelPorts extends Pick<ChannelDeps, "connectors" | "addressCodes"> {
  readonly findLastRequests?: ChannelDeps["edge"]["findLastRequests"];
  readonly newEmails: NewEmailPort;
}

/** What follows the journal: event feeds, the counts of saved views, and the live boards. */
interface LivePorts {
  readonly boards: LiveBoardPort;
  readonly viewCounts: ViewCountPort;
  readonly feeds: EventFeedPort;
}

/** Parts of the server that the routes of the service API use. */
export interface ServiceApiDeps {
  readonly base: RouteDeps;
  readonly urls: BaseUrls;
  readonly realtime: RealtimePort;
  readonly live: LivePorts;
  readonly sending: SendingPorts;
  readonly deliveries: DeliveryPorts;
  readonly files: FilePorts;
  readonly exportSlots: ExportSlotDeps["exportSlots"];
  readonly visitors: VisitorPorts;
  readonly signIn: SignInPorts;
  readonly installation: InstallationPorts;
  readonly channels: ChannelPorts;
}

/** Creates the routes of the service API (docs/spec/api.md), all below `/api/v1`. */
export function createServiceRoutes(deps: ServiceApiDeps): FastifyPluginAsync {
  return async (app) => {
    await app.register(
      async (api) => {
        // Responses are built from validated rows. The response schemas only document them, and
        // tests compare the two.
        api.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
        api.decorate("idempotency", deps.base);
        // In several turns, so that other parts can start meanwhile (PERF-12).
        await addSignInRoutes(api, deps);
        await waitForNextTurn();
        await addChatRoutes(api, deps);
        await waitForNextTurn();
        eventRoutes(api, { auth: deps.base.auth, feeds: deps.live.feeds });
        addSearchAndReportRoutes(api, deps);
        await addVisitorRoutes(api, deps);
        await waitForNextTurn();
        addSettingsRoutes(api, deps);
        await waitForNextTurn();
        const { base, urls, files, exportSlots, sending } = deps;
        const { sites } = sending;
        await helpContentRoutes(api, { ...base, ...files, urls, exportSlots, sites });
        addDeliveryRoutes(api, deps);
      },
      { prefix: "/api/v1" },
    );
  };
}

/** Lets other parts of the server start meanwhile. */
const waitForNextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

async function addSignInRoutes(
  api: FastifyInstance,
  { base, urls, realtime, sending, files, signIn }: ServiceApiDeps,
): Promise<void> {
  const { auth } = base;
  const { presence } = realtime;
  const { mail } = sending;
  await api.register(setupRoutes({ auth, presence, urls }));
  await api.register(sessionRoutes({ auth, presence, urls, mail }));
  await api.register(profileRoutes({ ...base, presence, urls }));
  await profilePhotoRoutes(api, { ...base, files: files.files, presence, urls });
  await api.register(acceptLinkRoutes(base));
  await api.register(passwordResetRoutes({ ...base, ...signIn, urls, mail }));
  applicationRoutes(api, base);
  profileSecurityRoutes(api, { ...base, presence, urls, locateAddress: signIn.locateAddress });
  securityRoutes(api, { ...base, locateAddress: signIn.locateAddress });
  oidcRoutes(api, base);
  samlRoutes(api, base);
}

async function addChatRoutes(
  api: FastifyInstance,
  { base, realtime, files, channels, live, sending }: ServiceApiDeps,
): Promise<void> {
  const { connectors, newEmails } = channels;
  const { viewCounts } = live;
  chatRoutes(api, { ...base, realtime, viewCounts });
  sendMessageRoute(api, { ...base, realtime, files: files.files, connectors });
  messageChangeRoutes(api, base);
  chatEmailRoutes(api, { ...base, connectors });
  newEmailRoute(api, { ...base, files: files.files, connectors, newEmails });
  chatCommandRoutes(api, { ...base, realtime });
  transcriptRoute(api, { ...base, realtime });
  contentRoutes(api, base);
  const { runActions, replaceMacros } = sending;
  bulkRoutes(api, { ...base, bulk: sending.bulk, replaceMacros, viewCounts });
  scheduledMessageRoutes(api, { ...base, scheduled: sending.scheduled });
  reminderRoutes(api, { ...base, reminders: sending.reminders });
  chatPriorityRoute(api, { ...base, realtime });
  chatPromiseRoutes(api, { ...base, realtime, connectors });
  fieldValueRoutes(api, { ...base, realtime });
  chatTagsRoute(api, { ...base, realtime });
  cannedReplyRoutes(api, base);
  ruleRoutes(api, { ...base, dryRuns: sending.dryRuns });
  viewRoutes(api, { ...base, viewCounts });
  chatRuleRunsRoute(api, base);
  runMacroRoute(api, { ...base, realtime, runActions, replaceMacros });
  assistRoutes(api, { ...base, assist: sending.assist });
  draftRoutes(api, { ...base, realtime });
  await uploadRoutes(api, { ...base, files: files.files, fileBytes: files.fileBytes });
  mediaProxyRoute(api, { ...base, picture: files.picture });
  blockRoutes(api, { ...base, realtime });
}

function addSearchAndReportRoutes(
  api: FastifyInstance,
  { base, files, exportSlots, live }: ServiceApiDeps,
): void {
  searchRoute(api, base);
  chatMatchesRoute(api, base);
  searchExportRoute(api, { ...base, openZip: files.openZip, exportSlots });
  reportRoutes(api, base);
  liveReportRoute(api, { ...base, boards: live.boards });
  reportExportRoute(api, { ...base, openZip: files.openZip });
}

async function addVisitorRoutes(
  api: FastifyInstance,
  { base, urls, files, exportSlots, visitors, installation, sending, channels }: ServiceApiDeps,
): Promise<void> {
  visitorRoutes(api, base);
  visitorTableRoute(api, { ...base, openZip: files.openZip, exportSlots });
  broadcastRoutes(api, {
    ...base,
    broadcasts: sending.broadcasts,
    connectors: channels.connectors,
  });
  const { imports, moves, moveUploads } = visitors;
  await importRoutes(api, { ...base, ...urls, ...sending, ...files, moves, moveUploads });
  await visitorImportRoutes(api, { ...base, openZip: files.openZip, imports });
  optOutRoutes(api, base);
  personRoutes(api, base);
  segmentRoutes(api, base);
  companyRoutes(api, base);
  erasureRoutes(api, { ...base, erasing: visitors.erasing });
  retentionRoutes(api, base);
  exportRoutes(api, { ...base, archive: installation.archive });
  visitorExportRoute(api, { ...base, openZip: files.openZip, contentOf: visitors.contentOf });
  onlineVisitorsRoutes(api, { ...base, onlineVisitors: visitors.onlineVisitors });
  blockListRoutes(api, base);
}

function addSettingsRoutes(
  api: FastifyInstance,
  {
    base,
    urls,
    realtime,
    sending,
    deliveries,
    files,
    visitors,
    installation,
    channels,
  }: ServiceApiDeps,
): void {
  const { mail, outbound } = sending;
  const { findLastRequests, connectors, addressCodes } = channels;
  channelRoutes(api, {
    ...base,
    urls,
    realtime,
    outbound,
    edge: { test: deliveries.tests.channel, findLastRequests },
    connectors,
    addressCodes,
  });
  operatorRoutes(api, { ...base, urls, realtime, mail });
  accountRoutes(api, { ...base, fileBytes: files.fileBytes });
  accountsRoutes(api, { ...base, urls });
  roleRoutes(api, base);
  singleResourceRoutes(api, base, workingHoursResource);
  singleResourceRoutes(api, base, routingResource);
  singleResourceRoutes(api, base, securityResource);
  helpCenterRoutes(api, { ...base, urls, hostNames: installation.hostNames });
  callRoutes(api, { ...base, realtime });
  callSettingsRoutes(api, { ...base, urls, outbound, callTest: deliveries.callTest });
  modelRoutes(api, { ...base, outbound, modelTest: deliveries.modelTest });
  agentGateRoutes(api, base);
  agentQuestionRoutes(api, base);
  agentReplayRoutes(api, { ...base, replays: sending.replays });
  botProviderRoutes(api, { ...base, outbound });
  botRoutes(api, { ...base, urls, outbound });
  webhookRoutes(api, { ...base, outbound });
  dryRunRoutes(api, { ...base, onlineVisitors: visitors.onlineVisitors });
  resourceRoutes(api, base, apiKeyResource, {
    removed: (account, keyId) => base.auth.end({ account, keyId }),
  });
  auditRoutes(api, { ...base, openZip: files.openZip });
  installationRoutes(api, { ...base, ...installation });
  healthRoute(api, { ...base, ...installation });
  backupRoutes(api, { ...base, ...installation });
  getStartedRoute(api, { ...base, health: installation.health });
  mailRoutes(api, { ...base, mail });
  oauthClientRoutes(api, { ...base, outbound, connectors });
  offlineMessageRoutes(api, base);
  ignoredEmailRoutes(api, { ...base, connectors });
}

function addDeliveryRoutes(
  api: FastifyInstance,
  { base, sending, deliveries }: ServiceApiDeps,
): void {
  deliveryRoutes(api, { ...base, endpoints: deliveries.endpoints });
  messageDeliveryRoutes(api, { ...base, endpoints: deliveries.endpoints });
  deliveryTotalsRoute(api, base);
  replayRoute(api, { ...base, endpoints: deliveries.endpoints });
  endpointRoutes(api, { ...base, endpoints: deliveries.endpoints });
  inspectorRoute(api, { ...base, inspector: deliveries.inspector });
  testEventRoutes(api, { ...base, tests: deliveries.tests });
  pushRoutes(api, { ...base, ...sending });
}
