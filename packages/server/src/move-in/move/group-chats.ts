import type { MoveChat, MoveMessage, MoveRecord } from "@parlour/protocol/move-in/record";

/** A chat of a page, or further messages of a chat of an earlier page. */
export interface ChatGroup {
  readonly id: string;
  readonly chat: MoveChat | null;
  readonly messages: MoveMessage[];
}

/** Groups the records of a page by chat, in the order of the source. */
export function groupByChat(records: readonly MoveRecord[]): readonly ChatGroup[] {
  const groups = new Map<string, { id: string; chat: MoveChat | null; messages: MoveMessage[] }>();
  const groupOf = (id: string): { chat: MoveChat | null; messages: MoveMessage[] } => {
    const group = groups.get(id) ?? { id, chat: null, messages: [] };
    groups.set(id, group);
    return group;
  };
  for (const record of records)
    if (record.kind === "chat") groupOf(record.id).chat = record;
    else if (record.kind === "message") groupOf(record.chat).messages.push(record);
  return [...groups.values()];
}

/** Messages of one command. More would delay messages of visitors. */
export const messagesPerCommand = 96;
const groupsPerBatch = 24;

/** Divides groups into batches whose commands are written together. */
export function divideGroups(groups: readonly ChatGroup[]): readonly (readonly ChatGroup[])[] {
  const batches: ChatGroup[][] = [];
  let size = Infinity;
  for (const group of groups) {
    const batch = batches.at(-1);
    if (
      batch === undefined ||
      size + group.messages.length > messagesPerCommand ||
      batch.length === groupsPerBatch
    ) {
      batches.push([group]);
      size = group.messages.length;
    } else {
      batch.push(group);
      size += group.messages.length;
    }
  }
  return batches;
}
