import type { FastifyInstance } from "fastify";
import { GetStarted, GetStartedQuery, type DetectedSite } from "@parlour/protocol/api";
import { isAllowedOrigin } from "../../core/channel/origins.ts";
import {
  type SetupProgress,
  type WidgetSetup,
  type WidgetSite,
  readSetupProgress,
} from "../../store/settings/account/get-started.ts";
import { readEmailProgress } from "../../store/settings/installation/mail-changes.ts";
import { serializeWorkingHours } from "../../core/hours/format.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { can } from "../../auth/index.ts";
import type { HealthPort } from "../installation/health.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

/** Registers the set-up checklist of the inbox (API-160). */
export function getStartedRoute(
  app: FastifyInstance,
  deps: RouteDeps & { readonly health: HealthPort },
): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/get-started",
    action: "account.manage",
    tag: "account",
    summary: "Get the setup checklist",
    query: GetStartedQuery,
    status: 200,
    answer: GetStarted,
    handle: async ({ principal, query: { channel } }) => {
      const progress = await readSetupProgress(
        deps.reader,
        principal.accountId,
        principal.operatorId,
      );
      const widgets = progress.widgets.filter(
        ({ channelId }) => channel === undefined || channelId === Number(channel),
      );
      const facts = { ...progress, widgets };
      if (!can(principal, "instance.manage")) return serializeStartFacts(facts);
      const [backup, email] = await Promise.all([
        deps.health.backup(),
        readEmailProgress(deps.sql, principal.accountId),
      ]);
      return {
        ...serializeStartFacts(facts),
        email,
        backup: backup && { created_at: new Date(backup.at).toISOString(), bytes: backup.bytes },
      };
    },
  });
}

function serializeStartFacts({
  hasChats,
  widgets,
  otherOperator,
  hours: { areSaved, hours },
}: SetupProgress): GetStarted {
  const { timezone, week } =
    hours === null ? { timezone: null, week: {} } : serializeWorkingHours(hours);
  return {
    has_chats: hasChats,
    widget: serializeWidget(widgets),
    colleague: otherOperator && {
      operator_id: otherOperator.id,
      name: otherOperator.name,
      email: otherOperator.email,
      has_accepted: otherOperator.hasAccepted,
      has_channel: otherOperator.hasChannel,
    },
    hours: areSaved ? { timezone, week } : null,
  };
}

/** Returns the widget whose configured site loaded it most recently, or the first widget. */
function serializeWidget(widgets: readonly WidgetSetup[]): GetStarted["widget"] {
  const candidates = widgets.map((widget) => {
    const isListed = ({ origin }: WidgetSite): boolean => isAllowedOrigin(widget.origins, origin);
    return {
      widget,
      seen: widget.sites.find(isListed) ?? null,
      elsewhere: widget.sites.find((site) => !isListed(site)) ?? null,
    };
  });
  const [first] = candidates.toSorted((a, b) => (b.seen?.at ?? 0) - (a.seen?.at ?? 0));
  if (first === undefined) return null;
  const { widget, seen, elsewhere } = first;
  return {
    channel_id: widget.channelId,
    public_id: widget.publicId,
    seen: seen && serializeSite(seen),
    elsewhere: elsewhere && serializeSite(elsewhere),
  };
}
const serializeSite = ({ origin, page, at }: WidgetSite): DetectedSite => ({
  origin,
  page_url: page?.url ?? null,
  page_title: page?.title ?? null,
  at: new Date(at).toISOString(),
});
