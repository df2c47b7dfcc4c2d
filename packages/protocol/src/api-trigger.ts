import { Type, type Static } from "typebox";
import { Page } from "./api-common.ts";
import { Id, Nullable, Time } from "./entity.ts";
import { mostRules, type Condition, type RuleAction } from "./rules.ts";

/** Triggers: the account's rules of its site widgets (WG-050 – WG-054, API-041). What a rule may be is checked by `ruleFault`, for page and server alike. */

const TriggerCondition = Type.Unsafe<Condition>({
  type: "object",
  description: "A condition {type,op?,value?} as WG-052, or {all:[…]}, {any:[…]}, {not:…}, nested up to 5 levels.",
});
const TriggerActions = Type.Array(
  Type.Unsafe<RuleAction>({
    type: "object",
    description:
      '{"type":"open","start"?}, {"type":"invitation","text","texts"?,"department_id"?} or {"type":"label","text","texts"?} (WG-053).',
  }),
);
const OnceValue = Type.Union([Type.Literal("page"), Type.Literal("session"), Type.Literal("visitor"), Type.Literal("always")]);
const fields = {
  name: Type.String({ minLength: 1, maxLength: 100 }),
  enabled: Type.Boolean(),
  once: OnceValue,
  /** null: always. */
  if: Nullable(TriggerCondition),
  do: TriggerActions,
  /** Widgets; null: all. */
  channels: Nullable(Type.Array(Id, { maxItems: 1000, uniqueItems: true })),
};
export const Trigger = Type.Object({ id: Id, ...fields, managed: Type.Boolean(), created_at: Time, updated_at: Time });
export type Trigger = Static<typeof Trigger>;
export const Triggers = Page(Trigger);
export const mostTriggers = mostRules;
const { name, do: actions, ...rest } = fields;
export const NewTrigger = Type.Object(
  { name, do: actions, ...Type.Partial(Type.Object(rest)).properties },
  { additionalProperties: false },
);
export type NewTrigger = Static<typeof NewTrigger>;
export const TriggerPatch = Type.Partial(Type.Object(fields), { additionalProperties: false });

/** All triggers that the file does not manage, in their order. */
export const TriggerOrder = Type.Object(
  { ids: Type.Array(Id, { maxItems: mostRules, uniqueItems: true }) },
  { additionalProperties: false },
);

/** A rule that is looked at with the last visits; nothing is sent or kept. */
export const TriggerTrial = Type.Object({ if: fields.if, channels: Type.Optional(fields.channels) }, { additionalProperties: false });
const Seen = Type.Unknown({ description: "The fact that stood there instead; null: not known." });
export const TriggerRun = Type.Object({
  /** The last visitors, the latest first; at most 100. */
  visitors: Type.Array(
    Type.Object({
      number: Type.Integer({ minimum: 1 }),
      name: Nullable(Type.String()),
      at: Time,
      /** Of his window (WG-089), which decides what he reads; "" not known. */
      language: Type.String(),
      /** `fires`: at some moment of the visit; `maybe`: if what is not known was so; `short`: one condition was missing; `chat`: one ran already. */
      result: Type.Union([Type.Literal("fires"), Type.Literal("maybe"), Type.Literal("short"), Type.Literal("no"), Type.Literal("chat")]),
      /** Page of the moment, and seconds on it. */
      url: Type.String(),
      title: Type.String(),
      time_on_page: Type.Integer({ minimum: 0 }),
      /** What was missing then, or is not known. */
      missing: Type.Array(Type.Object({ condition: TriggerCondition, seen: Seen })),
    }),
  ),
  /** Of each condition in its order: in how many visits it held at some moment; null: not known of any. */
  conditions: Type.Array(Nullable(Type.Integer({ minimum: 0 }))),
  from: Nullable(Time),
  to: Nullable(Time),
});
export type TriggerRun = Static<typeof TriggerRun>;

/** Pages on which setRules put other rules in the place of the account's, since this server started; the latest first. */
export const TriggersReplaced = Type.Object({
  pages: Type.Array(Type.Object({ channel_id: Id, url: Type.String(), at: Time })),
});
export type TriggersReplaced = Static<typeof TriggersReplaced>;
