/** A reference of HTML to another part of the mail, with the id as its first group (RFC 2392). */
export const contentIdReference = /cid:([^"'\s<>)\\&]{1,500})/gi;

/** Returns the content id of a reference. Most programs do not percent-encode it. */
export function decodeContentId(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    // A percent sign that encodes nothing.
    return id;
  }
}
