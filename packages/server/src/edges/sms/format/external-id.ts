import { hash } from "node:crypto";

const plainId = /^[\x21-\x7e]{1,200}$/;

/**
 * Returns the id under which a message of the gateway is stored. `out`: a message to a customer.
 * Long ids, and those with other characters, are replaced by their hash.
 */
export const toExternalId = (direction: "in" | "out", id: string): string =>
  `${direction}:${plainId.test(id) ? id : `sha256:${hash("sha256", id, "base64url")}`}`;
