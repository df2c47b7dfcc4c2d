import type { FastifyPluginAsync } from "fastify";
import type { Files } from "../files/index.ts";
import type { PictureProxy } from "../files/picture-proxy.ts";
import type { Inspector } from "../inspect/index.ts";
import type { EndpointPort } from "./deliveries/endpoint-port.ts";
import type { TestPort } from "./deliveries/test-port.ts";
import type { MailPort } from "./kit/mail-port.ts";
import type { OutboundPort } from "./kit/outbound-port.ts";
import type { RealtimePort } from "./kit/realtime-port.ts";
import type { BaseUrls, RouteDeps } from "./kit/route-deps.ts";
import type { ZipDeps } from "./kit/xlsx.ts";
import type { LocateAddress } from "./me/session-serializer.ts";
import type { OnlinePort } from "./visitors/online-port.ts";
import { accountRoutes } from "./settings/account.ts";
import { accountsRoutes } from "./settings/accounts.ts";
import { apiKeyRoutes } from "./settings/api-keys.ts";
import { auditRoutes } from "./installation/audit-log.ts";
import { blockListRoutes } from "./visitors/block-list.ts";
import { blockRoutes } from "./visitors/block-visitor.ts";
import { botProviderRoutes } from "./integrations/bot-providers.ts";
import { botRoutes } from "./integrations/bots.ts";
import { callRoutes } from "./calls/calls.ts";
import { callSettingsRoutes, type CallSettingsDeps } from "./calls/call-settings.ts";
import { cannedReplyRoutes } from "./settings/canned-replies.ts";
import type { ChannelDeps } from "./channels/load-channel.ts";
import { channelRoutes } from "./channels/channels.ts";
import { chatCommandRoutes } from "./chats/chat-commands.ts";
import { chatRoutes } from "./chats/chats.ts";
import { deliveryRoutes } from "./deliveries/deliveries.ts";
import { deliveryTotalsRoute } from "./deliveries/delivery-totals.ts";
import { departmentRoutes } from "./settings/departments.ts";
import { draftRoutes } from "./chats/drafts.ts";
import { endpointRoutes } from "./deliveries/endpoints.ts";
import { erasureRoutes, type ErasingPort } from "./visitors/erasures.ts";
import { getStartedRoute } from "./settings/get-started.ts";
import { healthRoute, type HealthPort } from "./installation/health.ts";
import { inspectorRoute } from "./deliveries/inspector.ts";
import { exportRoutes, type AccountExportDeps } from "./installation/account-export.ts";
import { installationRoutes, type InstallationDeps } from "./installation/installation.ts";
import { acceptLinkRoutes } from "./sign-in/accept-link.ts";
import { mailRoutes } from "./installation/mail.ts";
import { profileRoutes } from "./me/profile.ts";
import { mediaProxyRoute } from "./chats/media-proxy.ts";
import { offlineMessageRoutes } from "./chats/offline-messages.ts";
import { oidcRoutes } from "./installation/oidc.ts";
import { operatorRoutes } from "./operators/operators.ts";
import { profilePhotoRoutes } from "./me/profile-photo.ts";
import { profileSecurityRoutes } from "./me/profile-security.ts";
import { passwordResetRoutes, type ResetDeps } from "./sign-in/password-resets.ts";
import { pushRoutes, type PushPort } from "./me/push.ts";
import { replayRoute } from "./deliveries/replay.ts";
import { retentionRoutes } from "./installation/retention.ts";
import { reportExportRoute } from "./reports/report-export.ts";
import { reportRoutes } from "./reports/reports.ts";
import { routingRoutes } from "./settings/routing.ts";
import { sendMessageRoute } from "./chats/send-message.ts";
import { searchExportRoute } from "./archive/search-export.ts";
import { chatMatchesRoute } from "./archive/chat-matches.ts";
import { searchRoute } from "./archive/search.ts";
import { securityRoutes } from "./installation/security.ts";
import { sessionRoutes } from "./sign-in/sessions.ts";
import { setupRoutes } from "./sign-in/setup.ts";
import { tagRoutes } from "./settings/tags.ts";
import { testEventRoutes } from "./deliveries/test-events.ts";
import { transcriptRoute } from "./chats/transcript.ts";
import { triggerRoutes } from "./settings/triggers.ts";
import { uploadRoutes } from "./chats/uploads.ts";
import { visitorExportRoute, type VisitorExportDeps } from "./visitors/visitor-export.ts";
import { visitorRoutes } from "./visitors/visitors.ts";
import { onlineVisitorsRoutes } from "./visitors/online-visitors.ts";
import { webhookRoutes } from "./integrations/webhooks.ts";
import { workingHoursRoutes } from "./settings/working-hours.ts";

export { markRead } from "./chats/read-mark.ts";

/** Parts of the server that the routes of the service API use. */
export interface ServiceApiDeps {
  readonly base: RouteDeps;
  readonly urls: BaseUrls;
  readonly realtime: RealtimePort;
  readonly mail: MailPort;
  readonly push: PushPort;
  readonly outbound: OutboundPort;
  readonly deliveries: DeliveryPorts;
  readonly files: FilePorts;
  readonly visitors: VisitorPorts;
  readonly signIn: SignInPorts;
  readonly installation: InstallationPorts;
  readonly lastInboundAt?: ChannelDeps["edge"]["lastInboundAt"];
}
interface DeliveryPorts {
  readonly endpoints: EndpointPort;
  readonly tests: TestPort;
  readonly callTest: CallSettingsDeps["callTest"];
  /** Requests in both directions, in memory. */
  readonly inspector: Pick<Inspector, "list">;
}
interface FilePorts extends ZipDeps {
  readonly files: Pick<Files, "store" | "storePhoto" | "find" | "claim" | "release" | "discard">;
  /** CFG-030: largest upload, in bytes. */
  readonly fileBytes: () => number;
  readonly picture: PictureProxy["picture"];
  readonly contentOf: VisitorExportDeps["contentOf"];
  readonly archive: AccountExportDeps["archive"];
}
interface VisitorPorts {
  readonly onlineVisitors: OnlinePort;
  readonly erasing: ErasingPort;
}
interface SignInPorts {
  readonly placeOf: LocateAddress;
  readonly takeReset: ResetDeps["takeReset"];
  readonly onFault: ResetDeps["onFault"];
}
interface InstallationPorts {
  readonly health: HealthPort;
  readonly limitFaults: InstallationDeps["limitFaults"];
  readonly egressTargetFault: InstallationDeps["egressTargetFault"];
}

/** Creates the service API (docs/spec/api.md). All routes are below `/api/v1`. */
export function createServiceRoutes(deps: ServiceApiDeps): FastifyPluginAsync {
  return async (app) => {
    await app.register(
      async (api) => {
        // Responses are built from checked rows. The response schemas only describe them, and tests
        // compare the two.
        api.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
        const { base, urls, realtime, mail, push, outbound, deliveries, files, visitors, signIn, installation } = deps;
        const { auth } = base;
        const { presence } = realtime;
        await api.register(setupRoutes({ auth, presence }));
        await api.register(sessionRoutes({ auth, presence, mail }));
        await api.register(profileRoutes({ ...base, presence }));
        await profilePhotoRoutes(api, { ...base, files: files.files, presence });
        await api.register(acceptLinkRoutes({ ...base, realtime }));
        await api.register(passwordResetRoutes({ ...base, ...signIn, urls, mail }));
        profileSecurityRoutes(api, { ...base, realtime, placeOf: signIn.placeOf });
        securityRoutes(api, { ...base, realtime, placeOf: signIn.placeOf });
        oidcRoutes(api, base);
        chatRoutes(api, { ...base, realtime });
        sendMessageRoute(api, { ...base, files: files.files });
        chatCommandRoutes(api, { ...base, realtime });
        transcriptRoute(api, { ...base, realtime });
        tagRoutes(api, { ...base, realtime });
        cannedReplyRoutes(api, base);
        draftRoutes(api, { ...base, realtime });
        await uploadRoutes(api, { ...base, files: files.files, fileBytes: files.fileBytes });
        mediaProxyRoute(api, { ...base, picture: files.picture });
        blockRoutes(api, { ...base, realtime });
        searchRoute(api, base);
        chatMatchesRoute(api, base);
        searchExportRoute(api, { ...base, openZip: files.openZip });
        reportRoutes(api, base);
        reportExportRoute(api, { ...base, openZip: files.openZip });
        visitorRoutes(api, base);
        erasureRoutes(api, { ...base, erasing: visitors.erasing });
        retentionRoutes(api, base);
        exportRoutes(api, { ...base, archive: files.archive });
        visitorExportRoute(api, { ...base, openZip: files.openZip, contentOf: files.contentOf });
        onlineVisitorsRoutes(api, { ...base, onlineVisitors: visitors.onlineVisitors });
        blockListRoutes(api, base);
        channelRoutes(api, {
          ...base,
          urls,
          realtime,
          outbound,
          edge: { test: deliveries.tests.channel, lastInboundAt: deps.lastInboundAt },
        });
        operatorRoutes(api, { ...base, urls, realtime, mail });
        accountRoutes(api, { ...base, fileBytes: files.fileBytes });
        accountsRoutes(api, { ...base, urls });
        departmentRoutes(api, base);
        workingHoursRoutes(api, base);
        routingRoutes(api, base);
        callRoutes(api, { ...base, realtime });
        callSettingsRoutes(api, { ...base, urls, outbound, callTest: deliveries.callTest });
        botProviderRoutes(api, { ...base, outbound });
        botRoutes(api, { ...base, urls, outbound });
        webhookRoutes(api, { ...base, outbound });
        triggerRoutes(api, { ...base, onlineVisitors: visitors.onlineVisitors });
        apiKeyRoutes(api, { ...base, realtime });
        auditRoutes(api, { ...base, openZip: files.openZip });
        installationRoutes(api, { ...base, ...installation });
        healthRoute(api, { ...base, health: installation.health });
        getStartedRoute(api, { ...base, health: installation.health });
        mailRoutes(api, { ...base, mail });
        offlineMessageRoutes(api, base);
        deliveryRoutes(api, { ...base, endpoints: deliveries.endpoints });
        deliveryTotalsRoute(api, base);
        replayRoute(api, { ...base, endpoints: deliveries.endpoints });
        endpointRoutes(api, { ...base, endpoints: deliveries.endpoints });
        inspectorRoute(api, { ...base, inspector: deliveries.inspector });
        testEventRoutes(api, { ...base, tests: deliveries.tests });
        pushRoutes(api, { ...base, push, outbound });
      },
      { prefix: "/api/v1" },
    );
  };
}
