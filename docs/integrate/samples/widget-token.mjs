// Signs a token with the identity of your user, for setUserToken on your page. Node 18 or later.
import { createHmac } from "node:crypto";

const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");

export function widgetToken(user, secret, seconds = 3600) {
  const claims = { sub: user.id, name: user.name, email: user.email, exp: Math.floor(Date.now() / 1000) + seconds };
  const body = `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}`;
  return `${body}.${createHmac("sha256", secret).update(body).digest("base64url")}`;
}

// Prints a token: node widget-token.mjs USER_ID, with the secret in the environment variable IDENTITY_SECRET.
if (process.argv[1]?.endsWith("widget-token.mjs"))
  console.log(widgetToken({ id: process.argv[2] ?? "user-1", name: "Anna Keller", email: "anna@example.test" }, process.env.IDENTITY_SECRET ?? ""));
