import type { Message } from "@parlour/protocol";

/** Groups consecutive reminders. All other steps of a routing stay alone. */
export function foldReminders(messages: readonly Message[]): [Message, ...Message[]][] {
  const folded: [Message, ...Message[]][] = [];
  for (const message of messages) {
    const before = folded.at(-1);
    if (before && isReminder(message) && isReminder(before[0])) before.push(message);
    else folded.push([message]);
  }
  return folded;
}

function isReminder({ line }: Message): boolean {
  return line?.code === "ladder_remind";
}
