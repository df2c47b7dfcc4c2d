import { describe, expect, it } from "vitest";
import { maskCredentials, maskToLastFour } from "./mask.ts";

describe("hideCredentials", () => {
  it("[CORE-125] shows of credentials the scheme and the last four characters", () => {
    expect(
      maskCredentials({
        authorization: "Bearer abcdefghijklmnop",
        cookie: "short",
        "x-api-key": "0123456789abcdef",
        accept: "*/*",
        via: ["a", "b"],
      }),
    ).toEqual({
      authorization: "Bearer …mnop",
      cookie: "…",
      "x-api-key": "…cdef",
      accept: "*/*",
      via: "a, b",
    });
    expect(maskToLastFour("0123456789abcdef")).toBe("…cdef");
  });
});
