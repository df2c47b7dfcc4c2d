import type { ClientAddress } from "../../../../core/client/address.ts";

/** Private networks: loopback, link-local, RFC 1918 and RFC 4193. */
const privateNetworks =
  /^(?:10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|::1$|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/;

/** Returns whether a client has a private address: a relay, which is not the origin of a mail. */
export const isRelay = (address: ClientAddress): boolean => privateNetworks.test(address);
