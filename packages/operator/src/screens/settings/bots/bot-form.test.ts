import { ApiError } from "@parlour/client";
import { describe, expect, it } from "vitest";
import { bodyOf, botFieldOf, checkBot, newBot, type BotValues } from "./bot-form.ts";

const whole: BotValues = { ...newBot, provider_id: "abc", name: "Oleg", token: "t".repeat(22), endpoint_url: "https://bot.example/in" };
const faults = (more: Partial<BotValues>, made = false) => Object.keys(checkBot({ ...whole, ...more }, made));

describe("bot form", () => {
  it("[BOT-003] names what a new bot lacks; token and secret of one that is there may stay", () => {
    expect(checkBot(whole, false)).toEqual({});
    expect(Object.keys(checkBot(newBot, false))).toEqual(["provider_id", "name", "token", "endpoint_url"]);
    expect(faults({ token: "" }, true)).toEqual([]);
    expect(faults({ token: "two words" }, true)).toEqual(["token"]);
    expect(faults({ authorized: true })).toEqual(["token_url", "client_id", "client_secret"]);
    expect(faults({ authorized: true, token_url: "https://a", client_id: "c" }, true)).toEqual([]);
  });
  it("[BOT-070] [BOT-077] times stay within their bounds", () => {
    expect([
      faults({ invite_wait_s: "9" }),
      faults({ invite_wait_s: "601" }),
      faults({ silent_s: "1.5" }),
      faults({ silent_s: "-1" }),
    ]).toEqual([["invite_wait_s"], ["invite_wait_s"], ["silent_s"], ["silent_s"]]);
    expect(faults({ invite_wait_s: "600", silent_s: "86400" })).toEqual([]);
  });
  it("[BOT-003] sends only what changed, and never an empty token or secret", () => {
    expect(bodyOf({ ...whole, silent_s: "30" }, ["silent_s"])).toEqual({ silent_s: 30 });
    expect(bodyOf({ ...whole, token: "" }, ["token"])).toEqual({});
    expect(bodyOf({ ...whole, authorized: true, token_url: "https://a", client_id: "c" }, ["client_id"])).toEqual({
      authorization: { token_url: "https://a", client_id: "c", scope: null, client_auth: "basic" },
    });
    expect(bodyOf(whole, ["authorized"])).toEqual({ authorization: null });
    expect(bodyOf(whole, null)).toMatchObject({ provider_id: "abc", photo: null, channels: null, authorization: null });
  });
  it("[BOT-003] a refusal stands at its field, also inside the authorization", () => {
    const error = (field: string | null, code = "invalid_request") => botFieldOf(new ApiError({ code, message: "", status: 400, field }));
    expect([error("authorization.token_url"), error("token"), error(null, "private_address"), error("other")]).toEqual([
      "token_url",
      "token",
      "endpoint_url",
      null,
    ]);
  });
});
