/** Returns the external id of a message (TG-010). */
export const toExternalId = (customer: string, messageNumber: number): string =>
  `${customer}:${messageNumber}`;

/** Returns the number of the message that has an external id. */
export const toMessageNumber = (externalId: string): number =>
  Number(externalId.slice(externalId.indexOf(":") + 1));
