import { channelKindNames } from "../entity/channel-kinds/index.ts";
import { chatPriorities } from "../chat-priority.ts";
import { promiseStates } from "../chat-promise.ts";
import { slaStates } from "../chat-sla.ts";
import type { ChatEntity } from "../entity/chat.ts";
import type { Visitor } from "../entity/visitor.ts";
import { fieldKinds, type FieldObject, type ValueKind } from "../field-kinds.ts";
import type { FactKind, Test } from "./operators.ts";
import type { Tree } from "./tree.ts";

/** Rows of the settings that a fact names by id. */
export type RowKind = "channel" | "department" | "operator" | "bot" | "tag" | "segment";
/** Conditions of segments, by id. */
export type Segments = ReadonlyMap<number, Tree<Test>>;

/** What a condition is about. */
export type ConditionSubject = ChatEntity & {
  /** Ids of the operators who take or took part. Stored apart from the entity. */
  readonly took_part?: readonly number[];
};

/** What a condition on visitors is about (SEG-002). */
export interface VisitorSubject {
  readonly visitor: Visitor;
  /** Number of the visitor's chats, and the start of the last one. Not in the entity. */
  readonly chats: number;
  readonly last_chat_at: string | null;
}

/** A fact about a chat and its visitor, or about a visitor alone. */
export interface Fact {
  readonly kind: FactKind;
  /**
   * Keys from the {@link ConditionSubject} or {@link VisitorSubject} to the value. `*` is each
   * element of a list. The predicate and the SQL both follow it, so they read the same value.
   */
  readonly path: readonly string[];
  /** Values of the kinds `choice` and `choices`. */
  readonly values?: readonly string[];
  /** Rows of the kinds `row` and `rows`. */
  readonly to?: RowKind;
  /** The segments that the fact can name (SEG-007). Its tests are replaced by their conditions. */
  readonly segments?: Segments | undefined;
  /** Name of the account's field. The application has names of the other facts. */
  readonly label?: string | undefined;
}

/** Facts of every chat, by name. */
export const chatFacts = {
  "chat.number": { kind: "number", path: ["number"] },
  "chat.state": {
    kind: "choice",
    path: ["state"],
    values: ["bot", "waiting", "open", "closed"],
  },
  "chat.channel": { kind: "row", path: ["channel", "id"], to: "channel" },
  "chat.channel_kind": {
    kind: "choice",
    path: ["channel", "kind"],
    values: channelKindNames,
  },
  "chat.department": { kind: "row", path: ["department", "id"], to: "department" },
  "chat.operator": { kind: "row", path: ["assignee", "id"], to: "operator" },
  "chat.participants": { kind: "rows", path: ["participants", "*", "id"], to: "operator" },
  "chat.took_part": { kind: "rows", path: ["took_part"], to: "operator" },
  "chat.bot": { kind: "row", path: ["bot", "id"], to: "bot" },
  "chat.with_bot": { kind: "flag", path: ["bot", "attached"] },
  "chat.tags": { kind: "rows", path: ["tags", "*", "id"], to: "tag" },
  /** Names as they were when the tags were set. The account may have deleted them since. */
  "chat.tag_names": { kind: "names", path: ["tags", "*", "name"] },
  /** Missing: normal. */
  "chat.priority": { kind: "choice", path: ["priority"], values: chatPriorities },
  "chat.sla": { kind: "choice", path: ["sla", "state"], values: slaStates },
  "chat.sla_due_at": { kind: "time", path: ["sla", "due_at"] },
  "chat.promise": { kind: "choice", path: ["promise", "state"], values: promiseStates },
  "chat.promise_until": { kind: "time", path: ["promise", "until"] },
  "chat.created_at": { kind: "time", path: ["created_at"] },
  "chat.accepted_at": { kind: "time", path: ["accepted_at"] },
  "chat.closed_at": { kind: "time", path: ["closed_at"] },
  "chat.waiting_since": { kind: "time", path: ["wait", "since"] },
  "chat.snoozed_until": { kind: "time", path: ["snoozed", "until"] },
  "chat.close_reason": { kind: "text", path: ["close_reason"] },
  "chat.rating": { kind: "choice", path: ["rating"], values: ["positive", "negative"] },
  "chat.rating_comment": { kind: "text", path: ["rating_comment"] },
  "chat.language": { kind: "text", path: ["session", "language"] },
  "chat.country": { kind: "text", path: ["session", "geoip", "country_code"] },
  "chat.city": { kind: "text", path: ["session", "geoip", "city"] },
  "chat.page": { kind: "text", path: ["page", "url"] },
  "chat.page_title": { kind: "text", path: ["page", "title"] },
  "chat.utm_source": { kind: "text", path: ["session", "utm", "source"] },
  "chat.utm_medium": { kind: "text", path: ["session", "utm", "medium"] },
  "chat.utm_campaign": { kind: "text", path: ["session", "utm", "campaign"] },
  "chat.blocked": { kind: "flag", path: ["blacklisted"] },
  "visitor.number": { kind: "number", path: ["visitor", "number"] },
  "visitor.name": { kind: "text", path: ["visitor", "name", "value"] },
  "visitor.email": { kind: "text", path: ["visitor", "email", "value"] },
  "visitor.phone": { kind: "text", path: ["visitor", "phone", "value"] },
  "visitor.description": { kind: "text", path: ["visitor", "description", "value"] },
  "visitor.customer": { kind: "text", path: ["visitor", "customer"] },
  "visitor.came_from": { kind: "text", path: ["visitor", "came_from"] },
  "visitor.first_seen": { kind: "time", path: ["visitor", "created_at"] },
  /** Not stored: {@link Fact.segments}. */
  "visitor.segment": { kind: "rows", path: ["segments"], to: "segment" },
} as const satisfies Readonly<Record<string, Fact>>;

const factsOfVisitor = Object.fromEntries(
  Object.entries(chatFacts).filter(([, { path }]) => path[0] === "visitor"),
);
const factsOfVisitorAlone = {
  "visitor.chats": { kind: "number", path: ["chats"] },
  "visitor.last_chat_at": { kind: "time", path: ["last_chat_at"] },
} as const satisfies Facts;
/** Facts of visitors that conditions on chats do not have. */
export type FactOfVisitorAlone = keyof typeof factsOfVisitorAlone;
export const isFactOfVisitorAlone = (name: string): boolean =>
  Object.hasOwn(factsOfVisitorAlone, name);
/** Facts of every visitor, by name. */
const visitorFacts: Facts = { ...factsOfVisitor, ...factsOfVisitorAlone };

/** Facts by name. */
export type Facts = Readonly<Record<string, Fact>>;

/** A field of an account (FLD-001), as far as its fact needs it. */
export interface FieldOfFact {
  readonly object: FieldObject;
  readonly key: string;
  readonly kind: ValueKind;
  readonly name?: string;
  /** The values of `one_of` and `several_of`. */
  readonly options: readonly string[];
}

/**
 * Returns the facts of every chat, and those of the fields: `visitor.plan` (FLD-005). `segments`:
 * those that conditions can name. Absent: not known, for checks of the form alone.
 */
export const factsWith = (fields: readonly FieldOfFact[], segments?: Segments): Facts => ({
  ...chatFacts,
  "visitor.segment": { ...chatFacts["visitor.segment"], segments },
  ...toFacts(fields),
});
const resultsOfPolicies: readonly (string | undefined)[] = ["sla", "promise"];
/** Returns the facts without the results of SLA policies, which must not depend on themselves. */
export const omitSlaFacts = (facts: Facts): Facts =>
  Object.fromEntries(
    Object.entries(facts).filter(([, { path }]) => !resultsOfPolicies.includes(path[0])),
  );
/** Returns the facts that conditions of SLA policies can name (SLA-003). */
export const policyFactsWith = (fields: readonly FieldOfFact[], segments?: Segments): Facts =>
  omitSlaFacts(factsWith(fields, segments));
/** Returns whether lists can show the fact. Segments are not values of a chat. */
export const canBeColumn = ({ to }: Fact): boolean => to !== "segment";
/** Returns a fact about ids as a fact about the names, which the chat has beside them. */
export const toNamesOfRows = (fact: Fact): Fact =>
  fact.to === undefined ? fact : { ...fact, path: fact.path.with(-1, "name") };
/** Returns the facts of every visitor, and those of the fields of visitors. */
export const visitorFactsWith = (fields: readonly FieldOfFact[]): Facts => ({
  ...visitorFacts,
  ...toFacts(fields.filter(({ object }) => object === "visitor")),
});
export const toFacts = (fields: readonly FieldOfFact[]): Facts =>
  Object.fromEntries(
    fields.map((field) => [`${field.object}.${field.key}`, toFact(field)] as const),
  );

function toFact({ object, key, kind, name, options }: FieldOfFact): Fact {
  const fact = {
    label: name,
    kind: fieldKinds[kind].fact,
    path: [...(object === "visitor" ? ["visitor"] : []), "fields", key, "value"],
  };
  return fact.kind === "choice" || fact.kind === "choices" ? { ...fact, values: options } : fact;
}
