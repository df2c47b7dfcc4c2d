/** The licence of the published documents, as in LICENSE. */
export const license = { name: "Apache-2.0", identifier: "Apache-2.0" } as const;
