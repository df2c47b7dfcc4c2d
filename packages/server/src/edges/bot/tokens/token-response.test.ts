import { expect, test } from "vitest";
import { parseTokenResponse, buildTokenRequest } from "./token-response.ts";

const settings = {
  url: "https://a.example/oauth/token",
  clientId: "cid",
  clientSecret: Buffer.of(),
  scope: null,
  clientAuth: "basic" as const,
};
const parseAnswered = (body: unknown, status = 200) =>
  parseTokenResponse({
    kind: "answered",
    status,
    headers: {},
    body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
    durationMs: 1,
  });

test("[BOT-031] the request by RFC 6749: client in the header, or in the body", () => {
  const basic = buildTokenRequest({ ...settings, scope: "chat" }, "s3cret", "1.0");
  expect(basic.headers["authorization"]).toBe(
    `Basic ${Buffer.from("cid:s3cret").toString("base64")}`,
  );
  expect(basic.headers["content-type"]).toBe("application/x-www-form-urlencoded");
  expect(basic.body).toBe("grant_type=client_credentials&scope=chat");
  const inBody = buildTokenRequest({ ...settings, clientAuth: "body" }, "s3 cret&", "1.0");
  expect(inBody.headers["authorization"]).toBeUndefined();
  expect(Object.fromEntries(new URLSearchParams(inBody.body))).toEqual({
    grant_type: "client_credentials",
    client_id: "cid",
    client_secret: "s3 cret&",
  });
});

test("[BOT-032] a life that is missing or not positive is an hour", () => {
  expect(parseAnswered({ access_token: "A", token_type: "Bearer", expires_in: 900 })).toEqual({
    token: "A",
    lifeMs: 900_000,
  });
  expect(parseAnswered({ access_token: "A", expires_in: "900" })).toEqual({
    token: "A",
    lifeMs: 900_000,
  });
  for (const expires of [undefined, null, 0, -1, "", "soon", {}])
    expect(parseAnswered({ access_token: "A", expires_in: expires })).toEqual({
      token: "A",
      lifeMs: 3_600_000,
    });
});

test("[BOT-033] an answer without a usable token is a failed fetch", () => {
  for (const body of [
    "",
    "no",
    "[]",
    "{}",
    { access_token: "" },
    { access_token: 5 },
    { access_token: "a b" },
    { access_token: "a\r\nX: y" },
  ])
    expect(parseAnswered(body)).toHaveProperty("failed");
  expect(parseAnswered({ access_token: "A" }, 400)).toEqual({
    failed: "The token address answered 400.",
  });
  expect(
    parseTokenResponse({
      kind: "failed",
      outcome: "timeout",
      message: "late",
      status: null,
      durationMs: 1,
    }),
  ).toHaveProperty("failed");
});
