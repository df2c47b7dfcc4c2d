import { describe, expect, it } from "vitest";
import { measureStrength } from "../../ui/sign-in/PasswordField.tsx";

describe("password meter", () => {
  it("[API-010] shorter than 12 characters is the lowest level, whatever it holds", () => {
    expect(measureStrength("x9!Kp2#qLm$").level).toBe(1);
  });
  it("[API-010] a long sentence is good, a longer one very good", () => {
    expect(measureStrength("a quiet place to talk").level).toBe(3);
    expect(measureStrength("a quiet place to talk with people").level).toBe(4);
  });
  it("[API-010] repeats, runs, known words and the own name count little", () => {
    expect(measureStrength("aaaaaaaaaaaaaaaaaaaa").level).toBe(1);
    expect(measureStrength("abcdefghijklmnop").level).toBe(1);
    expect(measureStrength("password1234").level).toBe(1);
    expect(measureStrength("sofia.lind.2026", ["Sofia Lind", "sofia@shop.example"]).level).toBe(1);
  });
  it("[API-010] characters are counted as people see code points", () => {
    expect(measureStrength("🙂🙂🙂").length).toBe(3);
  });
});
