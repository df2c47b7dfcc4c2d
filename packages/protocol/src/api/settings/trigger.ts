import { Type, type Static } from "typebox";
import { Page } from "../common.ts";
import { Id, Nullable, Time } from "../../entity/index.ts";
import { onceValues, type Condition, type RuleAction } from "../../rules/index.ts";
import { Channels, Optional, oneOf, strictOptions, textField } from "./file-fields.ts";
import { triggerShape } from "./shapes/trigger.ts";

/**
 * Triggers: rules of the account for its site widgets (WG-050 – WG-054, API-313). `validateRule`
 * checks them on the page and on the server.
 */

const TriggerCondition = Type.Unsafe<Condition>({
  type: "object",
  description:
    "A condition {type,op?,value?} as WG-052, or {all:[…]}, {any:[…]}, {not:…}, nested up to 5 levels.",
});
const TriggerActions = Type.Array(
  Type.Unsafe<RuleAction>({
    type: "object",
    description:
      '{"type":"open","start"?}, {"type":"invitation","text","texts"?,"department_id"?} or {"type":"label","text","texts"?} (WG-053).',
  }),
);
/** How often a trigger runs for a visitor. */
export const TriggerFrequency = Type.Union([
  Type.Literal("page"),
  Type.Literal("session"),
  Type.Literal("visitor"),
  Type.Literal("always"),
]);
const fields = {
  name: Type.String(triggerShape.texts.name),
  enabled: Type.Boolean(),
  once: TriggerFrequency,
  /** Condition of the trigger. Null means always. */
  if: Nullable(TriggerCondition),
  do: TriggerActions,
  /** Ids of the widgets on which the trigger runs. Null means all. */
  channels: Nullable(Type.Array(Id, { maxItems: 1000, uniqueItems: true })),
};
export const Trigger = Type.Object({
  id: Id,
  ...fields,
  managed: Type.Boolean(),
  created_at: Time,
  updated_at: Time,
});
export type Trigger = Static<typeof Trigger>;
export const Triggers = Page(Trigger);
const { name, do: actions, ...otherFields } = fields;
export const NewTrigger = Type.Object(
  { name, do: actions, ...Type.Partial(Type.Object(otherFields)).properties },
  { additionalProperties: false },
);
export type NewTrigger = Static<typeof NewTrigger>;
export const TriggerPatch = Type.Partial(Type.Object(fields), { additionalProperties: false });

/** A trigger in the provisioning file (CFG-021). */
export const TriggerFile = Type.Object(
  {
    name: textField(triggerShape.texts.name.maxLength),
    enabled: Optional(Type.Boolean({ default: true })),
    once: Optional(oneOf(onceValues, { default: "session" })),
    if: Optional(Type.Unsafe<Condition>({ type: "object" })),
    do: Type.Array(Type.Unsafe<RuleAction>({ type: "object" })),
    channels: Optional(Channels),
  },
  strictOptions,
);

/** A trigger to test against recent visits. Nothing is sent or stored. */
export const TriggerDryRun = Type.Object(
  { if: fields.if, channels: Type.Optional(fields.channels) },
  { additionalProperties: false },
);
const ActualFact = Type.Unknown({
  description: "The fact that stood there instead; null: not known.",
});
export const TriggerDryRunResult = Type.Object({
  /** The latest visitors, newest first. At most 100. */
  visitors: Type.Array(
    Type.Object({
      number: Type.Integer({ minimum: 1 }),
      name: Nullable(Type.String()),
      at: Time,
      /**
       * Language of the visitor's chat window (WG-089). The visitor would read the trigger's text
       * in this language. "" if unknown.
       */
      language: Type.String(),
      /**
       * `fires`: the trigger would have fired at some moment of the visit. `maybe`: that depends on
       * unknown values. `short`: only one condition was not met. `chat`: the visitor already had an
       * open chat.
       */
      result: Type.Union([
        Type.Literal("fires"),
        Type.Literal("maybe"),
        Type.Literal("short"),
        Type.Literal("no"),
        Type.Literal("chat"),
      ]),
      /** Page at that moment, and seconds since the page was opened. */
      url: Type.String(),
      title: Type.String(),
      time_on_page: Type.Integer({ minimum: 0 }),
      /** Conditions that were not met or unknown at that moment. */
      missing: Type.Array(Type.Object({ condition: TriggerCondition, seen: ActualFact })),
    }),
  ),
  /**
   * For each condition in order: the number of visits in which it was true at some moment. null:
   * unknown for all.
   */
  conditions: Type.Array(Nullable(Type.Integer({ minimum: 0 }))),
  from: Nullable(Time),
  to: Nullable(Time),
});
export type TriggerDryRunResult = Static<typeof TriggerDryRunResult>;

/**
 * Pages on which `setRules` replaced the account's rules since this server started, newest first.
 */
export const PagesWithOwnRules = Type.Object({
  pages: Type.Array(Type.Object({ channel_id: Id, url: Type.String(), at: Time })),
});
export type PagesWithOwnRules = Static<typeof PagesWithOwnRules>;
