import { expect, it } from "vitest";
import { buildEndpointUrl } from "./endpoint-url.ts";

const buildUrl = (configured: string, isAppended = true, value = "t/k n%") =>
  buildEndpointUrl(configured, { name: "token", value, isAppended });

it.each([
  ["https://b.example/hook/?k=1#top", "https://b.example/hook/t%2Fk%20n%25?k=1"],
  ["https://b.example", "https://b.example/t%2Fk%20n%25"],
  ["https://b.example/hook/{token}/", "https://b.example/hook/t%2Fk%20n%25/"],
  ["https://b.example/%7Btoken%7D/in?k=1#top", "https://b.example/t%2Fk%20n%25/in?k=1"],
  ["https://b.example/in?key={token}&k=1", "https://b.example/in?key=t%2Fk%20n%25&k=1"],
  ["https://b.example/{other}", "https://b.example/%7Bother%7D/t%2Fk%20n%25"],
])("[BOT-012] [CH-070] %s is called as %s", (configured, called) => {
  expect(buildUrl(configured)).toBe(called);
});

it("[BOT-012] [CH-070] without appending the address is called as it is, a place for the value apart", () => {
  expect(buildUrl("https://b.example/hook/?k=1", false)).toBe("https://b.example/hook/?k=1");
  expect(buildUrl("https://b.example/{token}/", false)).toBe("https://b.example/t%2Fk%20n%25/");
  // Replacement patterns such as `$&` in the value are inserted literally.
  expect(buildUrl("https://b.example/{token}", false, "$&$1")).toBe("https://b.example/%24%26%241");
});
