/**
 * Returns whether an entry of the journal brings a chat or a message from another system (MV-020).
 * Rules, policies, timers, live screens and others that act on new chats and messages leave such
 * entries out. Quotes inside texts are escaped, so the match is a key.
 */
export const isImportedEntry = ({
  name,
  frame,
}: {
  readonly name: string;
  readonly frame: string;
}): boolean =>
  name === "message_created"
    ? frame.includes('imported":true')
    : name === "chat_created" && frame.includes('imported":{');
