// Checks the signature of a request of Parlour (Standard Webhooks 1.0.0). Node 20 or later, no packages.
import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * @param {string} secret `whsec_…` the signing secret
 * @param {import("node:http").IncomingHttpHeaders} headers with names in lower case
 * @param {Buffer} body the received bytes, before any parsing
 * @returns {boolean} false: answer 401 and do nothing
 */
export function verify(secret, headers, body) {
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  if (typeof id !== "string" || typeof timestamp !== "string" || !/^\d+$/.test(timestamp)) return false;
  // At most five minutes, so that nobody can send a recorded request again later.
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
  // While a secret is rotated there are several signatures, separated by spaces. One must be right.
  return String(headers["webhook-signature"] ?? "")
    .split(" ")
    .some((one) => {
      const [version, text = ""] = one.split(",");
      const given = Buffer.from(text, "base64");
      return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
    });
}
