import { Type, type Static } from "typebox";
import { Id, Nullable, Time } from "../../entity/index.ts";
import { onceValues, type Condition, type Once, type RuleAction } from "../../rules/index.ts";
import { trigger } from "../../settings/kinds/trigger.ts";
import type { PatchBody } from "../../settings/values.ts";
import { strictOptions } from "./file-fields.ts";
import { createListSchemas } from "./shapes/list-schemas.ts";

/**
 * Triggers: rules of the account for its site widgets (WG-050 – WG-054, API-313). `validateRule`
 * checks them on the page and on the server.
 */

const TriggerCondition = Type.Unsafe<Condition>({
  type: "object",
  description:
    "A condition {type,name?,op?,value?} as WG-052, or {all:[…]}, {any:[…]}, {not:…}, nested up to 5 levels.",
});
const TriggerActions = Type.Array(
  Type.Unsafe<RuleAction>({
    type: "object",
    description:
      '{"type":"open","start"?}, {"type":"invitation","text","texts"?,"department_id"?}, {"type":"label","text","texts"?} or {"type":"hide"} (WG-053).',
  }),
);
/** How often a trigger runs for a visitor. */
export const TriggerFrequency = Type.Unsafe<Once>({ type: "string", enum: [...onceValues] });
/** The fields of triggers are in `trigger`. */
const schemas = createListSchemas(
  trigger,
  { updated_at: Time },
  {
    if: { answer: TriggerCondition, sent: TriggerCondition },
    do: { answer: TriggerActions, sent: TriggerActions },
  },
);
export const Trigger = schemas.entity;
export const Triggers = schemas.page;
export const NewTrigger = schemas.create;
export const TriggerFile = schemas.file;
export type Trigger = Static<typeof Trigger>;
export type NewTrigger = Static<typeof NewTrigger>;
/** A change may be empty. */
export const TriggerPatch = Type.Unsafe<PatchBody<(typeof trigger)["fields"]>>(
  Type.Partial(Type.Object(schemas.body), strictOptions),
);

/** A trigger to test against recent visits. Nothing is sent or stored. */
export const TriggerDryRun = Type.Object(
  {
    if: Nullable(TriggerCondition),
    channels: Type.Optional(Nullable(Type.Array(Id, { maxItems: 1000, uniqueItems: true }))),
  },
  strictOptions,
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
      /** In which the visitor would read the text (WG-089). "" if unknown. */
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
  /** In order: the visits in which each was true at some moment. null: unknown for all. */
  conditions: Type.Array(Nullable(Type.Integer({ minimum: 0 }))),
  from: Nullable(Time),
  to: Nullable(Time),
});
export type TriggerDryRunResult = Static<typeof TriggerDryRunResult>;

/** Pages where `setRules` replaced the rules since this server started, newest first. */
export const PagesWithOwnRules = Type.Object({
  pages: Type.Array(Type.Object({ channel_id: Id, url: Type.String(), at: Time })),
});
export type PagesWithOwnRules = Static<typeof PagesWithOwnRules>;
