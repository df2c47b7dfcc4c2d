import type { PlainFieldValues } from "@parlour/protocol";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import type {
  ChatEntity,
  ChatPriority,
  FieldValues,
  VisitSource,
  Visitor,
} from "../../../core/entity.ts";
import type {
  WebhookAgent,
  WebhookPromise,
  WebhookSession,
  WebhookSla,
  WebhookVisitor,
} from "@parlour/protocol/webhook";
import type { AgentData } from "../event-data.ts";

/**
 * Serializers for visitor, agent, session, page and due times (WH-022 to WH-026). Unknown texts are
 * "", never null (WH-021).
 */

/** Serializes a visitor. The contacts of an offline form replace the stored ones (WH-032). */
export function serializeVisitor(
  visitor: Visitor,
  chatsCount: number,
  contacts?: { readonly name: string; readonly email: string; readonly phone: string },
): WebhookVisitor {
  return {
    name: contacts?.name ?? visitor.name?.value ?? "",
    email: contacts?.email ?? visitor.email?.value ?? "",
    phone: contacts?.phone ?? visitor.phone?.value ?? "",
    number: String(visitor.number),
    description: visitor.description?.value ?? "",
    social: {},
    chats_count: chatsCount,
    ...serializeFields(visitor),
  };
}

/** Serializes the values of fields without their sources (WH-116). Absent if there are none. */
export function serializeFields({ fields }: { readonly fields?: FieldValues | undefined }): {
  fields?: PlainFieldValues;
} {
  if (fields === undefined) return {};
  const values = Object.entries(fields).map(([key, { value }]) => [key, value] as const);
  return { fields: Object.fromEntries(values) };
}

export function serializeAgent(agent: AgentData | null): WebhookAgent {
  if (agent === null) return { id: "0", name: "", email: "", phone: "" };
  return { id: String(agent.id), name: agent.name, email: agent.email, phone: agent.phone ?? "" };
}

const emptyGeoip = {
  region_code: "",
  country: "",
  country_code: "",
  region: "",
  city: "",
  latitude: "",
  longitude: "",
  organization: "",
};
const emptyUtm = { source: "", campaign: "", content: "", medium: "", term: "" };

export function serializeSession(session: VisitSource | null): WebhookSession {
  if (session === null)
    return { geoip: emptyGeoip, utm: "", utm_json: emptyUtm, ip_addr: "", user_agent: "" };
  const { source, campaign, content, medium, term } = session.utm;
  const filledFields = Object.entries({ source, medium, content, campaign, term }).filter(
    ([, value]) => value !== "",
  );
  return {
    geoip: { ...emptyGeoip, ...session.geoip },
    utm: filledFields.map(([name, value]) => `${name}=${value}`).join("|"),
    utm_json: { source, campaign, content, medium, term },
    ip_addr: session.ip_addr,
    user_agent: session.user_agent,
  };
}

/** Serializes the analytics ids. Returns an empty object if none is known. */
export function serializeAnalytics(session: VisitSource | null): {
  analytics?: { ga?: string; ym?: string };
} {
  const { ga = "", ym = "" } = session?.analytics ?? {};
  if (ga === "" && ym === "") return {};
  return { analytics: omitAbsent({ ga: ga || undefined, ym: ym || undefined }) };
}

export function serializePage(
  page: { readonly url: string; readonly title: string | null } | null,
): { url: string; title: string } {
  return { url: page?.url ?? "", title: page?.title ?? "" };
}

/** What is due in a chat. The parts are absent if the chat has none. */
interface DueParts {
  readonly priority?: ChatEntity["priority"];
  readonly sla?: ChatEntity["sla"];
  readonly promise?: ChatEntity["promise"];
}

export const serializePriority = ({ priority }: DueParts): { priority?: ChatPriority } =>
  priority === undefined ? {} : { priority };

/** Serializes what is due next (SLA-014). */
export const serializeSla = ({ sla }: DueParts): { sla?: WebhookSla } =>
  sla === undefined
    ? {}
    : {
        sla: {
          policy: sla.policy,
          target: sla.target,
          due_timestamp: toSeconds(Date.parse(sla.due_at)),
          state: sla.state,
        },
      };

/** Serializes the promise to the visitor (PROM-007). */
export const serializePromise = ({ promise }: DueParts): { promise?: WebhookPromise } =>
  promise === undefined
    ? {}
    : {
        promise: { due_timestamp: toSeconds(Date.parse(promise.until)), state: promise.state },
      };

/** Converts milliseconds since 1970 to seconds. */
export function toSeconds(ms: number): number {
  return Math.floor(ms / 1_000);
}
