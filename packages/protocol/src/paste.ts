/**
 * Whether what is pasted beside files is text that was copied as a picture, too (a table, a part of a document), and so text (WG-087): its HTML has words.
 * A copied picture has HTML of the picture alone; words without HTML are its address, or the name of a copied file. Without a library: it is part of the
 * window's file.
 */
export const isWords = (html: string): boolean => />\s*[^<\s]/.test(html);
