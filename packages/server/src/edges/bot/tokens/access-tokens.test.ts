import { expect, test } from "vitest";
import { ManualClock } from "../../../clock.ts";
import type { EgressReply } from "../../../egress/index.ts";
import { createAccessTokens, type AccessToken, type TokenStore } from "./access-tokens.ts";

const bot = {
  account: 1,
  botId: 7,
  authorization: {
    url: "https://a.example/token",
    clientId: "cid",
    clientSecret: Buffer.of(),
    scope: null,
    clientAuth: "basic" as const,
  },
};

test("[BOT-032] a token that another node stored between the look and the right to fetch is used: no second fetch", async () => {
  const clock = new ManualClock();
  let stored: AccessToken | null = null;
  const calls: string[] = [];
  const store: TokenStore = {
    getCurrent: () => Promise.resolve(stored),
    claim() {
      // The fetch of the other node ends now. Its token is stored and its claim is released.
      stored = { token: "theirs", obtainedAt: clock.now(), expiresAt: clock.now() + 3_600_000 };
      calls.push("claim");
      return Promise.resolve(true);
    },
    save: () => Promise.resolve(void calls.push("save")),
    release: () => Promise.resolve(void calls.push("release")),
  };
  const post = (): Promise<EgressReply> => {
    calls.push("fetch");
    return Promise.resolve({
      kind: "answered",
      status: 200,
      headers: {},
      body: Buffer.from('{"access_token":"ours"}'),
      durationMs: 1,
    });
  };
  const tokens = createAccessTokens({
    store,
    egress: { post },
    unseal: () => "s3cret",
    clock,
    version: "1.0",
  });
  expect(await tokens.get(bot)).toEqual({ token: "theirs" });
  expect(calls).toEqual(["claim", "release"]);
});
