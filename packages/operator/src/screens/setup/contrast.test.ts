import { describe, expect, it } from "vitest";
import { contrastOf } from "./contrast.ts";

describe("contrast of the accent", () => {
  it("[API-041] the figure of the default accent is that of the design", () => {
    expect(contrastOf("#0B6B5D")).toEqual({ ratio: 6.4, ink: "white", good: true });
  });
  it("[API-041] light colours take dark text", () => {
    expect(contrastOf("#FFD400")).toMatchObject({ ink: "dark", good: true });
  });
  it("[API-041] what is not a colour has no contrast", () => {
    expect(contrastOf("#12")).toBeNull();
    expect(contrastOf("red")).toBeNull();
  });
});
