/** Returns the external id of a message (TG-010). */
export const toExternalId = (customer: string, messageNumber: number): string =>
  `${customer}:${messageNumber}`;

/** Returns the number of the message that has an external id. */
export const toMessageNumber = (externalId: string): number =>
  Number(externalId.slice(externalId.indexOf(":") + 1));

/** Returns whether the external id is that of a message, not of a pressed button or a reaction. */
export const isMessageId = (externalId: string): boolean => /^\d+:\d+$/.test(externalId);
