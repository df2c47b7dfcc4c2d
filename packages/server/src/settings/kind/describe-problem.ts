import type { TextFormat } from "@parlour/protocol/settings/field";
import type { Problem } from "@parlour/protocol/settings/problems";

/** Returns what is wrong with a value, for callers of the API and lines of the file: `is empty`. */
export function describeProblem(problem: Problem): string {
  switch (problem.is) {
    case "empty":
      return "is empty";
    case "too_long":
      return `must not have more than ${problem.max} characters`;
    case "too_few":
      return `must not have fewer than ${problem.min} items`;
    case "too_many":
      return `must not have more than ${problem.max} items`;
    case "out_of_range":
      return `must be ${problem.orZero ? "0 or " : ""}a whole number from ${problem.min} to ${problem.max}`;
    case "no_time":
      return "must be a time like 2026-11-20T09:00:00Z";
    case "format":
      return `must be ${formatNames[problem.format]}`;
    case "pattern":
      return `has an invalid format (expected ${problem.pattern})`;
  }
}
const formatNames: Readonly<Record<TextFormat, string>> = {
  public_id: "4 to 64 characters from A-Z a-z 0-9 _ -",
  widget_id: "10 letters and digits",
  url: "an absolute http or https URL without user and password",
  email: "an email address",
  provider_id: "2 to 64 characters of letters, digits, dots, hyphens and underscores",
  shortcut: "a text without white space and without a slash in front",
  folder: "a folder",
  base_url: "an absolute http or https URL without user, password or query",
  domain: "a domain name",
  host: "a host name or IP address, without a port",
  sender: "one address, or a name and an address: Shop <chat@shop.example>",
  language: "a language code like en or pt-BR, or empty",
  color: "a colour like #0B6B5D",
  origin: "a site like https://shop.example or https://*.shop.example",
  country: "a country code of two letters like DE",
  script_prefix: "1 to 31 letters, digits and $, without a digit in front",
};
