import type { Cursor } from "@parlour/protocol";

/** Returns the text of a cursor: `EPOCH:POSITION`. */
export const formatCursor = ({ epoch, position }: Cursor): string => `${epoch}:${position}`;

/** Parses the text of a cursor. Throws a `TypeError` if it has another form. */
export function parseCursor(text: string): Cursor {
  const [, epoch = "", position = ""] = /^(.+):(\d+)$/.exec(text) ?? [];
  if (epoch === "") throw new TypeError(`"${text}" is not a cursor of an event.`);
  return { epoch, position: Number(position) };
}
