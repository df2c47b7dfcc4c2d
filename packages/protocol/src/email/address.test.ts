import { expect, test } from "vitest";
import { findEmailAddressFault, splitEmailAddresses } from "./address.ts";

test("[MAIL-098] an address without a domain ending or with other characters is no address", () => {
  for (const address of ["greta@customer.example", "a.b+c@mail.köln", "ö@x.example"])
    expect(findEmailAddressFault(address), address).toBeNull();
  expect(findEmailAddressFault("greta")).toBe("no_at");
  expect(findEmailAddressFault("@customer.example")).toBe("no_at");
  expect(findEmailAddressFault("greta@customer")).toBe("no_domain_ending");
  expect(findEmailAddressFault("greta@customer.")).toBe("no_domain_ending");
  expect(findEmailAddressFault("greta@10.0.0.1")).toBe("no_domain_ending");
  expect(findEmailAddressFault("gre ta@customer.example")).toBe("wrong_characters");
  expect(findEmailAddressFault("a@b.example\r\nBcc: c@d.example")).toBe("wrong_characters");
  expect(findEmailAddressFault(`${"a".repeat(300)}@b.example`)).toBe("too_long");
});

test("[MAIL-098] a pasted list gives one address each, with its name", () => {
  expect(
    splitEmailAddresses('Greta <g@a.example>; "Weber, Jo" <j@b.example>\nk@c.example,'),
  ).toEqual([
    { address: "g@a.example", name: "Greta" },
    { address: "j@b.example", name: "Weber, Jo" },
    { address: "k@c.example", name: "" },
  ]);
});
