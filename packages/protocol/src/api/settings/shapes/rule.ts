import { Type, type Static } from "typebox";
import { ruleEvents, type RuleRepeat, type RuleStart } from "../../../automation/rule.ts";
import { Id, NamedRef, Nullable, Time } from "../../../entity/index.ts";
import { rule } from "../../../settings/kinds/chats/rule.ts";
import { ActionList, ActionResult, FileActionList, StoredActions } from "../../actions/action.ts";
import { CursorText, Limit, Page } from "../../common.ts";
import { strictOptions } from "../file-fields.ts";
import { createListSchemas } from "./list-schemas.ts";
import { ChatCondition } from "./view.ts";

/** Rules of the account (RULE-001 – RULE-031). The API path is `/rules`. */

const seconds = Type.Integer({ minimum: 60 });
export const RuleWhen = Type.Unsafe<RuleStart>(
  Type.Object({
    event: Type.Optional(Type.Enum([...ruleEvents])),
    waiting_for_s: Type.Optional(seconds),
    silent_for_s: Type.Optional(seconds),
  }),
);
/** Without limits, because `findStartProblem` checks it and names the allowed values. */
export const NewRuleWhen = Type.Unsafe<RuleStart>(
  Type.Object({
    event: Type.Optional(Type.String()),
    waiting_for_s: Type.Optional(Type.Number()),
    silent_for_s: Type.Optional(Type.Number()),
  }),
);
export const RuleFrequency = Type.Unsafe<RuleRepeat>(
  Type.Union([
    Type.Literal("event"),
    Type.Literal("chat"),
    Type.Object({ hours: Type.Integer({ minimum: 1 }) }, strictOptions),
  ]),
);
/** Without limits, because `findRepeatProblem` checks it. */
export const NewRuleFrequency = Type.Unsafe<RuleRepeat>(
  Type.Union([Type.String(), Type.Object({ hours: Type.Number() })]),
);

const schemas = createListSchemas(
  rule,
  {
    /** Increases with every change. Runs name the version that ran. */
    version: Type.Integer({ minimum: 1 }),
    /** When Parlour switched the rule off, because it failed again and again (RULE-025). */
    switched_off_at: Nullable(Time),
    updated_at: Time,
  },
  {
    when: { answer: RuleWhen, sent: NewRuleWhen },
    if: { answer: ChatCondition, sent: ChatCondition },
    do: { answer: StoredActions, sent: ActionList, file: FileActionList },
    repeat: { answer: RuleFrequency, sent: NewRuleFrequency },
  },
);
export const Rule = schemas.entity;
export const Rules = schemas.page;
export const NewRule = schemas.create;
export const RulePatch = schemas.patch;
export const RuleFile = schemas.file;
export type Rule = Static<typeof Rule>;
export type NewRule = Static<typeof NewRule>;
export type RulePatch = Static<typeof RulePatch>;

export const RuleRunsQuery = Type.Object({ limit: Limit, cursor: CursorText }, strictOptions);
export type RuleRunsQuery = Static<typeof RuleRunsQuery>;
/** A run of a rule on a chat (RULE-030). */
export const RuleRun = Type.Object({
  id: Id,
  rule: NamedRef,
  chat_id: Id,
  chat_number: Type.Optional(Type.Integer({ minimum: 1 })),
  at: Time,
  version: Type.Integer({ minimum: 1 }),
  /**
   * `done`: the actions ran, and `results` contains the result of each. `running`: they run now.
   * `stopped`: none ran, because three rules had already led to the event (RULE-024). `unknown`:
   * the server stopped for a day in the middle.
   */
  state: Type.Union([
    Type.Literal("running"),
    Type.Literal("done"),
    Type.Literal("stopped"),
    Type.Literal("unknown"),
  ]),
  results: Type.Array(ActionResult),
  /** The values that decided, by the name of their fact. null: missing. */
  values: Type.Record(Type.String(), Type.Unknown()),
  /** The rules whose effects led to the run, the first one first. */
  caused_by: Type.Array(NamedRef),
});
export type RuleRun = Static<typeof RuleRun>;
/** Tries a rule on the past (RULE-050). */
export const NewRuleDryRun = Type.Object(
  {
    rule: Type.Object({
      name: Type.Optional(Type.String()),
      enabled: Type.Optional(Type.Boolean()),
      when: NewRuleWhen,
      if: Type.Optional(ChatCondition),
      do: Type.Optional(ActionList),
      stop: Type.Optional(Type.Boolean()),
      repeat: Type.Optional(NewRuleFrequency),
    }),
    days: Type.Union([Type.Literal(7), Type.Literal(30), Type.Literal(90)]),
    /** The stored rule with which the tried one is compared (RULE-054). */
    rule_id: Type.Optional(Id),
  },
  strictOptions,
);
export type NewRuleDryRun = Static<typeof NewRuleDryRun>;
/** How often a rule would have run, as far as the entries were read. */
export const RuleDryRun = Type.Object({
  id: Id,
  /** `failed`: an unexpected error, which is in the log. */
  state: Type.Union([
    Type.Literal("running"),
    Type.Literal("done"),
    Type.Literal("cancelled"),
    Type.Literal("failed"),
  ]),
  /** Entries of the journal to read, and those that were read. */
  total: Type.Integer({ minimum: 0 }),
  processed: Type.Integer({ minimum: 0 }),
  matched: Type.Integer({ minimum: 0 }),
  /** The first chats, at most 100. */
  chats: Type.Array(Id),
  /** Chats on which only the tried rule would have run, at most 100. null: not compared. */
  added: Nullable(Type.Array(Id)),
  /** The same for the stored rule. */
  removed: Nullable(Type.Array(Id)),
});
export type RuleDryRun = Static<typeof RuleDryRun>;

export const RuleRuns = Page(RuleRun);
export type RuleRuns = Static<typeof RuleRuns>;
