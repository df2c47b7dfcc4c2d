import type { MessageButton } from "../../../core/entity.ts";

/** Maximum size of `callback_data` in bytes. */
const maxDataBytes = 64;
const indexPattern = /^#(\d{1,3})$/;

/**
 * Returns the data of a button: its id, or `#` and its position if the id is too long or begins
 * with `#` (TG-033).
 */
export function toCallbackData({ id }: MessageButton, index: number): string {
  return Buffer.byteLength(id) > maxDataBytes || id.startsWith("#") ? `#${index}` : id;
}

/**
 * Returns the position of a button from its data, or null if the data is the id of the button.
 */
export function parseButtonIndex(data: string): number | null {
  const found = indexPattern.exec(data);
  return found === null ? null : Number(found[1]);
}
