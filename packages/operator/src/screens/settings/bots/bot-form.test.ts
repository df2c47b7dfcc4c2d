import { ApiError } from "@parlour/client";
import { describe, expect, it } from "vitest";
import {
  toRequestBody,
  mapBotErrorField,
  validateBot,
  emptyBot,
  type BotFormValues,
} from "./bot-form.ts";

const validValues: BotFormValues = {
  ...emptyBot,
  provider_id: "abc",
  name: "Oleg",
  token: "t".repeat(22),
  endpoint_url: "https://bot.example/in",
};
const invalidFields = (more: Partial<BotFormValues>, isExisting = false) =>
  Object.keys(validateBot({ ...validValues, ...more }, isExisting));

describe("bot form", () => {
  it("[BOT-003] names what a new bot lacks; token and secret of one that is there may stay", () => {
    expect(validateBot(validValues, false)).toEqual({});
    expect(Object.keys(validateBot(emptyBot, false))).toEqual([
      "provider_id",
      "name",
      "token",
      "endpoint_url",
    ]);
    expect(invalidFields({ token: "" }, true)).toEqual([]);
    expect(invalidFields({ token: "two words" }, true)).toEqual(["token"]);
    expect(invalidFields({ authorized: true })).toEqual([
      "token_url",
      "client_id",
      "client_secret",
    ]);
    expect(
      invalidFields({ authorized: true, token_url: "https://a", client_id: "c" }, true),
    ).toEqual([]);
  });
  it("[BOT-070] [BOT-077] times stay within their bounds", () => {
    expect([
      invalidFields({ invite_wait_s: "9" }),
      invalidFields({ invite_wait_s: "601" }),
      invalidFields({ silent_s: "1.5" }),
      invalidFields({ silent_s: "-1" }),
    ]).toEqual([["invite_wait_s"], ["invite_wait_s"], ["silent_s"], ["silent_s"]]);
    expect(invalidFields({ invite_wait_s: "600", silent_s: "86400" })).toEqual([]);
  });
  it("[BOT-003] sends only what changed, and never an empty token or secret", () => {
    expect(toRequestBody({ ...validValues, silent_s: "30" }, ["silent_s"])).toEqual({
      silent_s: 30,
    });
    expect(toRequestBody({ ...validValues, token: "" }, ["token"])).toEqual({});
    expect(
      toRequestBody({ ...validValues, authorized: true, token_url: "https://a", client_id: "c" }, [
        "client_id",
      ]),
    ).toEqual({
      authorization: { token_url: "https://a", client_id: "c", scope: null, client_auth: "basic" },
    });
    expect(toRequestBody(validValues, ["authorized"])).toEqual({ authorization: null });
    expect(toRequestBody(validValues, null)).toMatchObject({
      provider_id: "abc",
      photo: null,
      channels: null,
      authorization: null,
    });
  });
  it("[BOT-003] a refusal stands at its field, also inside the authorization", () => {
    const error = (field: string | null, code = "invalid_request") =>
      mapBotErrorField(new ApiError({ code, message: "", status: 400, field }));
    expect([
      error("authorization.token_url"),
      error("token"),
      error(null, "private_address"),
      error("other"),
    ]).toEqual(["token_url", "token", "endpoint_url", null]);
  });
});
