"use strict";

const { createHmac, timingSafeEqual } = require("node:crypto");

/** Largest difference between the time of a request and the clock, in seconds. */
const maxAgeSeconds = 300;

/**
 * Returns whether a request of Parlour has a valid signature (Standard Webhooks). `body` contains
 * the bytes as they were received. `now` is in milliseconds.
 */
function verifySignature(secret, headers, body, now) {
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  const signatures = headers["webhook-signature"];
  if (typeof secret !== "string" || typeof id !== "string" || typeof signatures !== "string")
    return false;
  if (!/^\d+$/.test(timestamp ?? "") || Math.abs(now / 1000 - Number(timestamp)) > maxAgeSeconds)
    return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
  return signatures.split(" ").some((entry) => {
    const [version, text = ""] = entry.split(",");
    const signature = Buffer.from(text, "base64");
    return (
      version === "v1" &&
      signature.length === expected.length &&
      timingSafeEqual(signature, expected)
    );
  });
}

module.exports = { verifySignature };
