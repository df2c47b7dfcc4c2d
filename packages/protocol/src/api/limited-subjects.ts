/** What `at_limit` limits. */
export const limitedSubjects = [
  "block_list",
  "call_attempts",
  "chats",
  "imports",
  "invitations",
  "offline_answers",
  "passkeys",
  "providers",
  "questions",
  "reminders",
  "replays",
  "scheduled_messages",
  "skills",
  "transcripts",
  "visitors",
] as const;
export type LimitedSubject = (typeof limitedSubjects)[number];
