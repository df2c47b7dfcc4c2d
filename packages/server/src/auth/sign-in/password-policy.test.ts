import { expect, test } from "vitest";
import { validatePassword } from "./password-policy.ts";

test("[API-010] [API-207] a password has 12 to 256 characters of any kind, counted as people count", () => {
  expect(validatePassword("korrekt päfd")).toBeNull();
  expect(validatePassword("x7!kd0p2mq9")).toMatch(/at least 12/);
  expect(validatePassword("🐎🔋📎🧷🐎🔋")).toMatch(/at least 12/);
  expect(validatePassword("🐎🔋📎🧷🪣🧵🎻🛶🧭🗿🪁🧊")).toBeNull();
  expect(validatePassword("kq".repeat(5) + "z7 ".repeat(82))).toBeNull();
  expect(validatePassword("kqz7 1".repeat(43))).toMatch(/at most 256/);
});

test.each([
  "password1234",
  "Password2026!",
  "PASSWORD____1",
  "qwertyuiop12",
  "qwertyuiopas",
  "123456789012",
  "098765432109",
  "aaaaaaaaaaaa",
  "abcabcabcabc",
  "abcdefghijkl",
  "letmein12345",
  "welcome12345",
  "P4ssw0rd1234",
  "admin1234567",
  "changeme2026",
  "iloveyou1234",
  "1q2w3e4r5t6y",
  "passwordpassword",
  "letmeinnow12",
  "wrong wrong wrong",
  "adminpassword",
  "qazwsxedc123",
  "1qaz2wsx3edc",
  "111111111112",
  "zyxwvutsrqpo",
])("[API-010] the common password %s is refused", (password) => {
  expect(validatePassword(password)).toMatch(/easy to guess/);
});

test.each([
  "!QAZ2wsx#EDC",
  "zaq1xsw2cde3",
  "qwerasdfzxcv",
  "1234qwerasdf",
  "йцукенфывапр",
  "poiuytrewq12",
])("[API-010] [API-207] the walk over the keyboard %s is refused", (password) => {
  expect(validatePassword(password)).toMatch(/easy to guess/);
});

test.each([
  "q1w2e3r4t5y6",
  "1a2s3d4f5g6h",
  "a1b2c3d4e5f6",
  "P@ssw0rd1234",
  "p@$$w0rd!!!!",
  "$ecret123456",
  "We1come#1234",
  "drowssap4321",
  "Summer&Winter",
  "P@ssw0rd+Admin",
  "qwerty-123456",
])(
  "[API-421] the password %s of words with signs, and of lines of keys, is refused",
  (password) => {
    expect(validatePassword(password)).toMatch(/easy to guess/);
  },
);

test.each(["welcome to Berlin 7", "P@ssw0rd of 9 zebras", "k4$9!0+x1|qv", "admin-RQ7x2kz"])(
  "[API-421] the password %s has enough other characters",
  (password) => {
    expect(validatePassword(password)).toBeNull();
  },
);

test.each([
  "ann.smith@shop.example",
  "Ann.Smith@shop.example1!",
  "ann.smith2026",
  "!Smith!Smith!",
  "smith1234567",
])(
  "[API-010] [API-207] the password %s is refused to the owner of the address ann.smith@shop.example",
  (password) => {
    expect(validatePassword(password, "ann.smith@shop.example")).toMatch(
      /contains your email address|easy to guess/,
    );
  },
);

test("[API-010] a long password may name its owner, and an address of somebody else counts for nothing", () => {
  expect(validatePassword("every smith forges in the dark", "ann.smith@shop.example")).toBeNull();
  expect(validatePassword("ann.smith@shop.example", "bo@shop.example")).toBeNull();
  expect(validatePassword("unrelated words here", "a@b.c")).toBeNull();
});

test.each([
  "correct horse battery staple",
  "sweetdesserts",
  "referredtrees",
  "tr0ub4dor&3 and more",
  "my cat is named Zoltan",
  "9f2c7a1e5b8d4036",
  "Sommer am See 1987",
])("[API-010] the password %s is taken", (password) => {
  expect(validatePassword(password)).toBeNull();
});
