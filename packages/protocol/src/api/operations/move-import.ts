import { Type, type Static } from "typebox";
import { Id, NamedRef, Nullable, Time } from "../../entity/index.ts";
import { moveSystems } from "../../move-in/record.ts";
import { countedKinds, moveLimits, moveResults, moveStates } from "../../move-in/move-import.ts";
import { forwarding } from "../../settings/kinds/account/forwarding.ts";
import { Page, PageQuery } from "../common.ts";
import { createFieldSchemas } from "../settings/shapes/list-schemas.ts";

/** Imports from other systems (MV-010). */

const closed = { additionalProperties: false };
const count = Type.Integer({ minimum: 0 });
const toOptional = <const N extends string>(names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, Type.Optional(count)])) as Record<
    N,
    ReturnType<typeof Type.Optional<typeof count>>
  >;

/** A system that can be read. */
export const MoveSystem = Type.Enum([...moveSystems]);
export const MoveState = Type.Enum([...moveStates]);

/** Numbers of records of a kind by result. Absent: 0. */
export const MoveResults = Type.Object(toOptional(moveResults));
/** By kind of record. Absent: no record of the kind was read. */
export const MoveCounts = Type.Object(
  Object.fromEntries(countedKinds.map((kind) => [kind, Type.Optional(MoveResults)])) as Record<
    (typeof countedKinds)[number],
    ReturnType<typeof Type.Optional<typeof MoveResults>>
  >,
);

/** Who becomes whom, and what the import needs besides. */
export const MoveChoices = Type.Object(
  {
    channel_id: Nullable(Id),
    operators: Type.Record(Type.String({ maxLength: 200 }), Nullable(Id)),
    count_from: Nullable(Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" })),
    merge_visitors: Type.Boolean(),
  },
  closed,
);
export type MoveChoices = Static<typeof MoveChoices>;

export const MovePlan = Type.Object({
  counts: MoveCounts,
  operators: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      email: Nullable(Type.String()),
      active: Type.Boolean(),
      chats: count,
      operator_id: Nullable(Id),
    }),
  ),
  problems: Type.Record(Type.String(), count),
  matching_visitors: count,
  first_chat_at: Nullable(Time),
  last_chat_at: Nullable(Time),
  channels: Type.Record(Type.String(), count),
});

export const MoveCheck = Type.Object({
  product: Type.String(),
  account: Nullable(Type.String()),
  first_chat_at: Nullable(Time),
  requests_per_minute: Nullable(count),
  counts: Type.Record(Type.String(), count),
});

export const MoveImport = Type.Object({
  id: Id,
  system: MoveSystem,
  name: Type.String(),
  state: MoveState,
  /** What a paused import continues. Absent: it is not paused. */
  paused: Type.Optional(MoveState),
  /** Why it paused or waits by itself. null: no reason. */
  reason: Nullable(Type.Object({ code: Type.String(), detail: Type.String() })),
  operator: NamedRef,
  check: Nullable(MoveCheck),
  /** The kind that is read now. null: none. */
  reads: Nullable(Type.String()),
  counts: MoveCounts,
  choices: Nullable(MoveChoices),
  created_at: Time,
  started_at: Nullable(Time),
  ended_at: Nullable(Time),
});
export type MoveImport = Static<typeof MoveImport>;
export const MoveImports = Page(MoveImport);
export type MoveImports = Static<typeof MoveImports>;

export const MoveImportDetails = Type.Object({
  ...MoveImport.properties,
  plan: Nullable(MovePlan),
  /** Number of records by the code of their problem: of the move, or of the plan before it. */
  problems: Type.Record(Type.String(), count),
  /** Records of the source that are here now, by kind. Absent before the end. */
  stored: Type.Optional(Type.Record(Type.String(), count)),
  /** What an undo would remove. Absent if the import cannot be undone now. */
  undo: Type.Optional(Type.Object({ removed: count, changed: count })),
});
export type MoveImportDetails = Static<typeof MoveImportDetails>;

/** A new import: an address with a token, or uploaded files. */
export const NewMoveImport = Type.Object(
  {
    system: MoveSystem,
    /** Name of files. The same name finds the records of an earlier import. */
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    address: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    token: Type.Optional(Type.String({ minLength: 1, maxLength: 4_000 })),
    account: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    files: Type.Optional(
      Type.Array(Type.String({ pattern: "^[A-Za-z0-9_-]{27}$" }), { maxItems: moveLimits.files }),
    ),
  },
  closed,
);
export type NewMoveImport = Static<typeof NewMoveImport>;

/** A file that was uploaded for an import. */
export const MoveUpload = Type.Object({ id: Type.String(), name: Type.String(), size: count });
export type MoveUpload = Static<typeof MoveUpload>;

export const MoveProblemsQuery = Type.Object(
  {
    ...PageQuery.properties,
    code: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
  },
  closed,
);
export const MoveProblem = Type.Object({
  kind: Type.String(),
  source_id: Type.String(),
  code: Type.String(),
  detail: Nullable(Type.String()),
});
export const MoveProblems = Page(MoveProblem);
export type MoveProblems = Static<typeof MoveProblems>;

/** Runs in parallel with the old system (MV-070). */
const milliseconds = Type.Integer({ minimum: 0 });
export const NewParallelRun = Type.Object({ system: Type.Literal("jivochat") }, closed);
export type NewParallelRun = Static<typeof NewParallelRun>;

export const ParallelRun = Type.Object({
  system: Type.Literal("jivochat"),
  import_id: Id,
  url: Type.String(),
  created_at: Time,
  received: count,
  refused: count,
  refused_reason: Nullable(Type.Enum(["not_json", "no_event_name", "no_chat"])),
  last_event_at: Nullable(Time),
  figures: Type.Object({
    there: count,
    stored: count,
    missing: count,
    running: count,
    answered: count,
    first_answer_ms: Nullable(milliseconds),
    delay_ms: Nullable(milliseconds),
    delay_p95_ms: Nullable(milliseconds),
  }),
});
export type ParallelRun = Static<typeof ParallelRun>;
/** null: the account receives no events. */
export const ParallelRunState = Type.Object({ run: Nullable(ParallelRun) });
export type ParallelRunState = Static<typeof ParallelRunState>;

const Rating = Nullable(Type.String());
export const ParallelChat = Type.Object({
  chat: Type.String(),
  at: Time,
  there: Type.Object({
    ended_at: Nullable(Time),
    messages: Nullable(count),
    rating: Rating,
  }),
  stored: Nullable(
    Type.Object({ chat_id: Id, visitor: Type.String(), messages: count, rating: Rating }),
  ),
  difference: Type.Enum(["none", "running", "no_end", "not_stored", "messages", "rating"]),
});
export type ParallelChat = Static<typeof ParallelChat>;
export const ParallelChats = Page(ParallelChat);
export type ParallelChats = Static<typeof ParallelChats>;

/** The old system behind a channel, which gets the same messages live (MV-080). */
const forwardingFields = {
  /** A chat API channel. */
  channel_id: Id,
  /** Address of the incoming channel interface of the old system. */
  url: Type.String({ minLength: 1, maxLength: 2048 }),
  /** Whether operators can answer here (MV-084), and whether the chats ring here (MV-085). */
  operators_answer: Type.Boolean(),
  chats_ring: Type.Boolean(),
} as const;
export const ForwardingSettings = Type.Object(
  {
    ...forwardingFields,
    operators_answer: Type.Optional(Type.Boolean()),
    chats_ring: Type.Optional(Type.Boolean()),
  },
  closed,
);
export type ForwardingSettings = Static<typeof ForwardingSettings>;

export const Forwarding = Type.Object({
  ...forwardingFields,
  endpoint_id: Id,
  /** The old system posts its answers to this address. */
  answers_url: Type.String(),
  created_at: Time,
  /** The provisioning file manages it (MV-088). */
  managed: Type.Boolean(),
  /** Of the chats with messages in the last 7 days (MV-087). */
  figures: Type.Object({
    chats: count,
    in_both: count,
    missing: count,
    messages: count,
    answered_in_both: count,
    old_system_first_answer_ms: Nullable(milliseconds),
    operator_first_answer_ms: Nullable(milliseconds),
    delay_ms: Nullable(milliseconds),
    delay_p95_ms: Nullable(milliseconds),
  }),
});
export type Forwarding = Static<typeof Forwarding>;
export const ForwardingFile = createFieldSchemas(forwarding.fields).file;
/** null: nothing is forwarded. */
export const ForwardingState = Type.Object({ forwarding: Nullable(Forwarding) });
export type ForwardingState = Static<typeof ForwardingState>;

export const ForwardedChat = Type.Object({
  chat_id: Id,
  visitor: Type.String(),
  at: Time,
  /** Messages of the visitor, and how many of them the old system has. */
  messages: count,
  forwarded: count,
  old_system_answers: count,
  operator_answers: count,
  difference: Type.Enum(["none", "waiting", "missing", "answered_in_both"]),
});
export type ForwardedChat = Static<typeof ForwardedChat>;
export const ForwardedChats = Page(ForwardedChat);
export type ForwardedChats = Static<typeof ForwardedChats>;
