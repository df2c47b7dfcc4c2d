const replyPrefix =
  /^(?:re|aw|sv|vs|antw|odp|rif|res|回复|回覆|答复|ответ)\s*(?:\[\d+\])?\s*[:：]/iu;

/** Returns the subject of a reply. Mail programs also group conversations by it. */
export function toReplySubject(subject: string): string {
  const text = subject.trim();
  return text === "" || replyPrefix.test(text) ? text : `Re: ${text}`;
}
