import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { isSignedByApp } from "./signature.ts";

const bytes = Buffer.from('{"object":"whatsapp_business_account"}');
const sign = (body: Buffer, secret: string) =>
  `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;

test("[WA-002] only the signature of these bytes by the app counts", () => {
  const right = sign(bytes, "secret");
  expect(isSignedByApp(bytes, right, "secret")).toBe(true);
  const changed = Buffer.from(bytes);
  changed[3] = (changed[3] ?? 0) ^ 1;
  expect(isSignedByApp(changed, right, "secret")).toBe(false);
  for (const wrong of [
    undefined,
    "",
    right.replace("sha256=", ""),
    right.replace("sha256", "sha1"),
    right.slice(0, -1),
    right.toUpperCase(),
    sign(bytes, "other"),
    [right, right],
  ])
    expect(isSignedByApp(bytes, wrong, "secret"), String(wrong)).toBe(false);
  expect(isSignedByApp(bytes, sign(bytes, ""), "")).toBe(false);
});
