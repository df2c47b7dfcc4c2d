import type { FastifyInstance } from "fastify";
import { GetStarted, type DetectedSite } from "@parlour/protocol/api";
import { isAllowedOrigin } from "../../core/channel/origins.ts";
import type { SetupProgress, WidgetSetup, WidgetSite } from "../../core/record/get-started.ts";
import type { Deps } from "./deps.ts";
import { hoursWire } from "./hours-wire.ts";
import { route } from "./route.ts";

/** Registers the facts of the set-up check list in the inbox (API-160). */
export function getStartedRoute(app: FastifyInstance, deps: Pick<Deps, "auth" | "rights" | "startFacts" | "health">): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/get-started",
    action: "account.manage",
    tag: "account",
    summary: "What is done and what is missing before visitors come",
    status: 200,
    answer: GetStarted,
    handle: async ({ principal }) => {
      const facts = await deps.startFacts(principal.accountId, principal.operatorId);
      if (!deps.rights.may(principal, "instance.manage")) return wire(facts);
      const backup = await deps.health.backup();
      return { ...wire(facts), backup: backup && { created_at: new Date(backup.at).toISOString(), bytes: backup.bytes } };
    },
  });
}

function wire({ hasChats, widgets, colleague, hours: { areSaved, hours } }: SetupProgress): GetStarted {
  const { timezone, week } = hours === null ? { timezone: null, week: {} } : hoursWire(hours);
  return {
    has_chats: hasChats,
    widget: widgetWire(widgets),
    colleague: colleague && {
      operator_id: colleague.id,
      name: colleague.name,
      email: colleague.email,
      has_accepted: colleague.hasAccepted,
    },
    hours: areSaved ? { timezone, week } : null,
  };
}

/** Returns the widget whose listed site was seen last, else the first widget. */
function widgetWire(widgets: readonly WidgetSetup[]): GetStarted["widget"] {
  const known = widgets.map((widget) => {
    const isListed = ({ origin }: WidgetSite): boolean => isAllowedOrigin(widget.origins, origin);
    return { widget, seen: widget.sites.find(isListed) ?? null, elsewhere: widget.sites.find((site) => !isListed(site)) ?? null };
  });
  const [first] = known.toSorted((one, other) => (other.seen?.at ?? 0) - (one.seen?.at ?? 0));
  if (first === undefined) return null;
  const { widget, seen, elsewhere } = first;
  return {
    channel_id: widget.channelId,
    public_id: widget.publicId,
    seen: seen && siteWire(seen),
    elsewhere: elsewhere && siteWire(elsewhere),
  };
}
const siteWire = ({ origin, page, at }: WidgetSite): DetectedSite => ({
  origin,
  page_url: page?.url ?? null,
  page_title: page?.title ?? null,
  at: new Date(at).toISOString(),
});
