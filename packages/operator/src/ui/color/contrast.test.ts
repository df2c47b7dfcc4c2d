import { describe, expect, it } from "vitest";
import { getContrast } from "./contrast.ts";

describe("contrast of the accent", () => {
  it("[API-041] the figure of the default accent is that of the design", () => {
    expect(getContrast("#0B6B5D")).toEqual({ ratio: 6.4, ink: "white", good: true });
  });
  it("[API-041] light colours take dark text", () => {
    expect(getContrast("#FFD400")).toMatchObject({ ink: "dark", good: true });
  });
  it("[API-041] what is not a colour has no contrast", () => {
    expect(getContrast("#12")).toBeNull();
    expect(getContrast("red")).toBeNull();
  });
});
