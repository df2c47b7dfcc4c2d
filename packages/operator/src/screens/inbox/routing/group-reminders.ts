import type { Message } from "@parlour/protocol";

/** Groups consecutive reminders. All other steps of a routing stay alone. */
export function groupReminders(messages: readonly Message[]): [Message, ...Message[]][] {
  const groups: [Message, ...Message[]][] = [];
  for (const message of messages) {
    const previous = groups.at(-1);
    if (previous && isReminder(message) && isReminder(previous[0])) previous.push(message);
    else groups.push([message]);
  }
  return groups;
}

function isReminder({ line }: Message): boolean {
  return line?.code === "ladder_remind";
}
