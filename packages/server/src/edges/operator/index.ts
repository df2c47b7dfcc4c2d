import type { FastifyPluginAsync } from "fastify";
import { accountRoutes } from "./account.ts";
import { accountsRoutes } from "./accounts.ts";
import { apiKeyRoutes } from "./api-keys.ts";
import { auditRoutes } from "./audit.ts";
import { blacklistRoutes } from "./blacklist.ts";
import { blockRoutes } from "./block.ts";
import { botProviderRoutes } from "./bot-providers.ts";
import { botRoutes } from "./bots.ts";
import { callRoutes } from "./calls.ts";
import { callSettingsRoutes } from "./call-settings.ts";
import { cannedReplyRoutes } from "./canned-replies.ts";
import { channelRoutes } from "./channels.ts";
import { chatCommandRoutes } from "./chat-commands.ts";
import { chatRoutes } from "./chats.ts";
import { deliveryRoutes } from "./deliveries.ts";
import { departmentRoutes } from "./departments.ts";
import type { Deps } from "./deps.ts";
import { draftRoutes } from "./drafts.ts";
import { endpointRoutes } from "./endpoints.ts";
import { inspectorRoute } from "./inspector.ts";
import { instanceRoutes } from "./instance.ts";
import { invitationRoutes } from "./invitations.ts";
import { mailRoutes } from "./mail.ts";
import { meRoutes } from "./me.ts";
import { mediaRoute } from "./media.ts";
import { offlineMessageRoutes } from "./offline-messages.ts";
import { operatorRoutes } from "./operators.ts";
import { pushRoutes } from "./push.ts";
import { replayRoute } from "./replay.ts";
import { reportExportRoute } from "./report-export.ts";
import { reportRoutes } from "./reports.ts";
import { routingRoutes } from "./routing.ts";
import { sayRoute } from "./say.ts";
import { searchExportRoute } from "./search-export.ts";
import { searchRoute } from "./search.ts";
import { sessionRoutes } from "./sessions.ts";
import { setupRoutes } from "./setup.ts";
import { tagRoutes } from "./tags.ts";
import { testEventRoutes } from "./test-events.ts";
import { transcriptRoute } from "./transcript.ts";
import { triggerRoutes } from "./triggers.ts";
import { uploadRoutes } from "./uploads.ts";
import { visitorRoutes } from "./visitors.ts";
import { visitorsOnlineRoutes } from "./visitors-online.ts";
import { webhookRoutes } from "./webhooks.ts";
import { workingHoursRoutes } from "./working-hours.ts";

export { markRead } from "./read-mark.ts";
export type { Deps as OperatorEdgeDeps } from "./deps.ts";

/** The service API (docs/spec/api.md), all routes below `/api/v1`. */
export function operatorEdge(deps: Deps): FastifyPluginAsync {
  return async (app) => {
    await app.register(
      async (api) => {
        // Answers are built from checked rows; the response schemas describe them and tests hold the two together.
        api.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
        const { auth } = deps;
        const { presence } = deps.realtime;
        await api.register(setupRoutes({ auth, presence }));
        await api.register(sessionRoutes({ auth, presence }));
        await api.register(meRoutes({ auth, presence, rename: deps.rename }));
        await api.register(invitationRoutes(deps));
        chatRoutes(api, deps);
        sayRoute(api, deps);
        chatCommandRoutes(api, deps);
        transcriptRoute(api, deps);
        tagRoutes(api, deps);
        cannedReplyRoutes(api, deps);
        draftRoutes(api, deps);
        await uploadRoutes(api, deps);
        mediaRoute(api, deps);
        blockRoutes(api, deps);
        searchRoute(api, deps);
        searchExportRoute(api, deps);
        reportRoutes(api, deps);
        reportExportRoute(api, deps);
        visitorRoutes(api, deps);
        visitorsOnlineRoutes(api, deps);
        blacklistRoutes(api, deps);
        channelRoutes(api, deps);
        operatorRoutes(api, deps);
        accountRoutes(api, deps);
        accountsRoutes(api, deps);
        departmentRoutes(api, deps);
        workingHoursRoutes(api, deps);
        routingRoutes(api, deps);
        callRoutes(api, deps);
        callSettingsRoutes(api, deps);
        botProviderRoutes(api, deps);
        botRoutes(api, deps);
        webhookRoutes(api, deps);
        triggerRoutes(api, deps);
        apiKeyRoutes(api, deps);
        auditRoutes(api, deps);
        instanceRoutes(api, deps);
        mailRoutes(api, deps);
        offlineMessageRoutes(api, deps);
        deliveryRoutes(api, deps);
        replayRoute(api, deps);
        endpointRoutes(api, deps);
        inspectorRoute(api, deps);
        testEventRoutes(api, deps);
        pushRoutes(api, deps);
      },
      { prefix: "/api/v1" },
    );
  };
}
