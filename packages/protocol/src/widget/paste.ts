/**
 * Returns true if pasted HTML contains text (WG-087). Some programs copy text, such as a table,
 * together with an image of it. In that case the text is pasted. The HTML of a copied image
 * contains no text. This file imports no library, because it is part of the chat window's script.
 */
export const hasPastedText = (html: string): boolean => />\s*[^<\s]/.test(html);
