/** Limits of what operators write themselves, and of the same arguments of actions. */

/** Maximum number of operators that one note mentions (API-046). */
export const maxMentions = 20;
/** Maximum code points of a reminder (REM-001), and of the reason of a block (API-027). */
export const maxReminderLength = 1000;
export const maxBlockReasonLength = 300;
