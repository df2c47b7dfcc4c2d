import { Type, type Static } from "typebox";
import { maxReminderLength } from "../../actions/argument-limits.ts";
import { Id, NamedRef, Nullable, Time } from "../../entity/index.ts";
import { CursorText, IdText, Limit, Page } from "../common.ts";

/** Reminders of operators (REM-001 – REM-008). */

/** Maximum number of reminders of an operator that are not done. */
export const maxOpenReminders = 500;

export const reminderStates = ["waiting", "due", "done"] as const;
const ReminderState = Type.Enum([...reminderStates]);

export const Reminder = Type.Object({
  id: Id,
  /** The operator who is reminded, and the one who created the reminder. */
  operator: NamedRef,
  created_by: NamedRef,
  chat_id: Nullable(Id),
  text: Type.String(),
  due_at: Time,
  state: ReminderState,
  created_at: Time,
  done_at: Nullable(Time),
});
export type Reminder = Static<typeof Reminder>;

const text = Type.String({ minLength: 1, maxLength: maxReminderLength });
export const NewReminder = Type.Object(
  {
    text,
    due_at: Type.String(),
    chat_id: Type.Optional(Id),
    /** Absent: the caller. */
    operator_id: Type.Optional(Id),
  },
  { additionalProperties: false },
);
export type NewReminder = Static<typeof NewReminder>;

/** A new time, also of a reminder that is due or done, makes it wait again. */
export const ReminderPatch = Type.Object(
  {
    text: Type.Optional(text),
    due_at: Type.Optional(Type.String()),
    state: Type.Optional(Type.Literal("done")),
  },
  { additionalProperties: false },
);
export type ReminderPatch = Static<typeof ReminderPatch>;

/** Selects reminders. Without `state`: those that are not done. */
export const ReminderQuery = Type.Object(
  {
    state: Type.Optional(ReminderState),
    chat_id: Type.Optional(IdText),
    limit: Limit,
    cursor: CursorText,
  },
  { additionalProperties: false },
);
export const Reminders = Page(Reminder);
