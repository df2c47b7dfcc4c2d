/**
 * Returns true if pasted HTML contains text (WG-087). Copied text, like a table, may be pasted
 * together with a picture of it, and then the text counts. A copied picture has HTML without text.
 * Without a library, because it is part of the chat window's script.
 */
export const hasText = (html: string): boolean => />\s*[^<\s]/.test(html);
